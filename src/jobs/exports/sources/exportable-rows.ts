import type { PersonRow, WishlistRow } from "../../../store/exports/export-reads.ts";
import type { CustomerRecord } from "../../../store/records/records.ts";

/** Wishlists and their customers, by slot. */
export interface ReadRows {
  rows: readonly WishlistRow[];
  people: ReadonlyMap<string, PersonRow>;
}

/** What may be exported of wishlists and customers. */
export interface ExportableRows {
  rows: WishlistRow[];
  people: Map<string, CustomerRecord>;
}

/**
 * Decides what may be exported of rows, at the end of a run's window. With `allItems`, the rows are not those of changes
 * of the window, but have all items of their wishlists.
 */
export interface RowsAtEnd {
  apply: (read: ReadRows, options?: { allItems: boolean }) => Promise<ExportableRows>;
}

/** Returns the rows as they were read. */
export const unchangedRows = ({ rows, people }: ReadRows): ExportableRows => ({
  rows: [...rows],
  people: new Map([...people].map(([slot, { record }]) => [slot, record])),
});

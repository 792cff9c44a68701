import type { ExportReads } from "../../../store/exports/export-reads.ts";
import type { Cursor } from "../../../store/exports/export-run.ts";
import { compareEntryIds } from "../../../store/ids/entry-id.ts";
import type { ExportedRecord } from "../connector.ts";
import type { RecordChoice, SkipReason } from "../records.ts";
import type { RowsAtEnd } from "./exportable-rows.ts";

/** A step of a source, and the cursor after it. */
export interface Step {
  cursor: Cursor;
  /** Absent if the step exports nothing. */
  record?: ExportedRecord;
  /** Why a wish or deletion is skipped; absent if the step is not counted. */
  skipped?: SkipReason;
  /** The share of all data that this step has read, from 0 to 1. */
  share?: number;
}

/** What a change or a rejected record leads to; empty if it leads to nothing. */
export type Outcome = Omit<Step, "cursor">;

/** The steps that a run reads, in the order of their cursors. Reading again from a cursor gives the same steps. */
export type Source = AsyncIterable<Step[]>;

/** The parts that all sources need. */
export interface SourceParts {
  reads: ExportReads;
  storeKey: string;
  choice: RecordChoice;
  /** End of the run's window; undefined if the run has none, because it exports everything as it is now. */
  end?: RowsAtEnd | undefined;
}

/** Sorts after every item of a cursor. */
export const CURSOR_END = "~";

/** Whether a cursor is after another. Numbers of partitions and rows are compared like entry ids. */
export function isAfterCursor(cursor: Cursor, other: Cursor): boolean {
  if (cursor.at === other.at) return cursor.item > other.item;
  return compareEntryIds(cursor.at, other.at) > 0;
}

/** Reads ahead: while the consumer processes a page, the next page is read. */
export async function* prefetch<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]();
  const readNext = () => {
    const next = iterator.next();
    // The consumer gets a failure with the page. Until then, it must not be an unhandled rejection.
    next.catch(() => undefined);
    return next;
  };
  let next = readNext();
  try {
    for (;;) {
      const read = await next;
      if (read.done) return;
      next = readNext();
      yield read.value;
    }
  } finally {
    await next.catch(() => undefined);
    await iterator.return?.();
  }
}

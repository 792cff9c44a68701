import { stringify } from "csv-stringify/sync";
import { CSV_OPTIONS } from "../../ingest/csv/spreadsheet.ts";
import type { Layout } from "../../store/layout.ts";
import type { Products } from "../../store/read/products.ts";
import type { DayPart } from "../../store/reports/counter-fields.ts";
import type { ReportCounters } from "../../store/reports/counters.ts";
import type { Period } from "./period.ts";

export interface ReportParts {
  counters: ReportCounters;
  products: Products;
  layout: Layout;
}

/** What a report is about. */
export interface ReportQuery {
  storeKey: string;
  /** The days of the period, each with its parts of days in UTC. */
  days: ReadonlyMap<string, readonly DayPart[]>;
  /** The parts of days in UTC that the period has as a whole. */
  parts: readonly DayPart[];
  /** Only wishes of this location. */
  location: string | undefined;
}

/** A report whose highest rows are wanted. */
export interface RankedQuery extends ReportQuery {
  /** Rows at most. */
  limit: number;
}

/** Rows, and the names of all members that a row may have, in their order. */
export interface Report {
  columns: readonly string[];
  rows: object[];
}

/** A report as JSON. */
export const toJson = (period: Period, { rows }: Report) => JSON.stringify({ period, rows });

/** A report's rows as CSV with a header, see {@link CSV_OPTIONS}. */
export const toCsv = ({ columns, rows }: Report): string =>
  stringify(rows, { ...CSV_OPTIONS, header: true, columns: [...columns] });

import { stringify } from "csv-stringify/sync";
import { CSV_OPTIONS } from "../../ingest/csv/spreadsheet.ts";
import type { Layout } from "../../store/layout/layout.ts";
import type { Products } from "../../store/read/products.ts";
import type { DayPart } from "../../store/reports/counter-fields.ts";
import type { CounterReader } from "../../store/reports/counter-reader.ts";
import type { Period } from "./period.ts";

export interface ReportParts {
  counters: CounterReader;
  products: Products;
  layout: Layout;
}

/** The store, the period and the filter of a report. */
export interface ReportQuery {
  storeKey: string;
  /** The days of the period, each with its parts of UTC days. */
  days: ReadonlyMap<string, readonly DayPart[]>;
  /** The parts of UTC days of the whole period. */
  dayParts: readonly DayPart[];
  /** Only wishes of this location. */
  location: string | undefined;
}

/** A query for the rows with the highest figures. */
export interface RankedQuery extends ReportQuery {
  /** Maximum number of rows. */
  limit: number;
}

/** The rows of a report, and the names of all members that a row may have, in their order. */
export interface Report {
  columns: readonly string[];
  rows: object[];
}

/** Writes a report as JSON. */
export const toJson = (period: Period, { rows }: Report) => JSON.stringify({ period, rows });

/** Writes the rows of a report as CSV with a header: {@link CSV_OPTIONS}. */
export const toCsv = ({ columns, rows }: Report): string =>
  stringify(rows, { ...CSV_OPTIONS, header: true, columns: [...columns] });

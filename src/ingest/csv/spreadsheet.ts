/** Characters that spreadsheets read as the start of a formula, including their full-width forms. */
const TRIGGERS = "=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20";

/**
 * Positions at which a formula could start: at the start of a cell, and after a line break, a semicolon or a tab, which
 * some programs read as the end of a cell.
 */
const FORMULA_STARTS = new RegExp(`^(?=[${TRIGGERS}\\t\\r])|(?<=[\\r\\n;\\t])(?=[${TRIGGERS}])`, "g");

/** Adds an apostrophe before each possible start of a formula, so that no spreadsheet runs it. */
export const withoutFormulas = (text: string): string => text.replace(FORMULA_STARTS, "'");

/**
 * Options of csv-stringify for CSV (RFC 4180) that people open in a spreadsheet. Cells with any kind of line break, a
 * semicolon or a tab are quoted. Numbers are not changed.
 */
export const CSV_OPTIONS = {
  cast: { string: withoutFormulas },
  quoted_match: /[\r\n;\t]/,
  record_delimiter: "\r\n",
};

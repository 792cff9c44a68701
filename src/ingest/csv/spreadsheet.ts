/** What spreadsheets take for the start of a formula, also in full-width spelling. */
const TRIGGERS = "=+\\-@\\uFF1D\\uFF0B\\uFF0D\\uFF20";

/**
 * Where a formula could start: at the start of a cell, and after a line break, a semicolon or a tab, for a program that
 * reads those as the end of a cell.
 */
const FORMULA_STARTS = new RegExp(`^(?=[${TRIGGERS}\\t\\r])|(?<=[\\r\\n;\\t])(?=[${TRIGGERS}])`, "g");

/** A text that no spreadsheet reads as a formula: an apostrophe is added in front of each possible start of one. */
export const withoutFormulas = (text: string): string => text.replace(FORMULA_STARTS, "'");

/**
 * Options of csv-stringify, for people who open the CSV (RFC 4180) in a spreadsheet. Cells with a line break of any
 * kind, a semicolon or a tab are quoted. Numbers stay unchanged.
 */
export const CSV_OPTIONS = {
  cast: { string: withoutFormulas },
  quoted_match: /[\r\n;\t]/,
  record_delimiter: "\r\n",
};

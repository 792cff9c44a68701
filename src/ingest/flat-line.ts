/** Returns the cell of a column; empty if there is none. */
export type CellOf = (column: string) => string;

/** The content of a line: members of a row, and of one part of the row. */
export interface FlatLine {
  /** Successive lines with the same key are one row. */
  key: string;
  fields: Record<string, unknown>;
  part?: Record<string, unknown>;
}

/** The parts of a row; each part has its own line. */
export interface Parts {
  /** Member of the row that has the parts. */
  member: "variants" | "lines";
  /** Whether the parts may be divided over several rows. If not, all parts must be in one row. */
  addUp: boolean;
  /** Member of a part that is set to the part's number if it is absent. */
  numberedAs?: string;
}

/** How the lines of a file are read. */
export interface Columns {
  parts?: Parts;
  /** Returns the rows of a line: usually one. `cells` is the number of its cells: further columns are empty. */
  read: (cell: CellOf, cells: number) => FlatLine[];
}

export const VARIANTS: Parts = { member: "variants", addUp: true };
export const LINES: Parts = { member: "lines", addUp: false };

/** Returns the text of a cell; undefined if it is empty. */
export const orUndefined = (text: string) => (text === "" ? undefined : text);

const WHOLE = /^(-?\d{1,15})(?:\.0+)?$/;

/**
 * Parses a whole number, also as spreadsheets write it (`5.0`). Other text is returned unchanged: the schema refuses it
 * with the name of the field.
 */
export const wholeOf = (text: string): number | string => {
  const [, digits] = WHOLE.exec(text) ?? [];
  return digits === undefined ? text : Number(digits);
};

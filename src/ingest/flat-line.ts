/** The cell of a column; empty where there is none. */
export type CellOf = (column: string) => string;

/** What a line tells: members of a row, and of the one part of it that the line is about. */
export interface FlatLine {
  /** Lines that follow each other with the same key are one row. */
  key: string;
  fields: Record<string, unknown>;
  part?: Record<string, unknown>;
}

/** The parts of a row, each in a line of its own. */
export interface Parts {
  /** Member of the row that they are in. */
  member: "variants" | "lines";
  /** Whether a row with some of the parts adds to one with others; else all must be there at once. */
  addUp: boolean;
  /** Member of a part that its number in the row stands in for. */
  numberedAs?: string;
}

/** How the lines of a file are read. */
export interface Columns {
  parts?: Parts;
  /** The rows that a line tells of: mostly one. */
  read: (cell: CellOf) => FlatLine[];
}

export const VARIANTS: Parts = { member: "variants", addUp: true };
export const LINES: Parts = { member: "lines", addUp: false };

/** The text of a cell; undefined where it is empty. */
export const orUndefined = (text: string) => (text === "" ? undefined : text);

const WHOLE = /^(-?\d{1,15})(?:\.0+)?$/;

/** A whole number, as spreadsheets write it too (`5.0`); other text as it is, for its error to name the field. */
export const wholeOf = (text: string): number | string => {
  const [, digits] = WHOLE.exec(text) ?? [];
  return digits === undefined ? text : Number(digits);
};

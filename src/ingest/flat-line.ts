/** The cell of a column; empty if there is none. */
export type CellOf = (column: string) => string;

/** Content of a line: members of a row, and of one part of it. */
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
  /** Whether a row with some of the parts adds to a row with others; if not, all parts must be in one row. */
  addUp: boolean;
  /** Member of a part that gets the part's number by default. */
  numberedAs?: string;
}

/** How the lines of a file are read. */
export interface Columns {
  parts?: Parts;
  /** The rows of a line: usually one. */
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

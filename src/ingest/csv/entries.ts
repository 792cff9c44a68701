import type { FeedKind } from "../../store/feeds/feed-record.ts";
import { type EntryReader, type FeedEntry, invalidEntry } from "../files/entries.ts";
import { MAX_LINE } from "../files/lines.ts";
import type { Columns, FlatLine } from "../flat-line.ts";
import { Problem } from "../problem.ts";
import { columnsOf } from "./columns.ts";
import { CsvReader, type CsvRecord } from "./csv.ts";

/** Maximum number of parts of one row. */
const MAX_PARTS = 1000;
/** Maximum number of characters of a row, and of all rows of one line. */
const MAX_LENGTH = MAX_LINE;

interface Gathered {
  /** Undefined if no line of the row could be read yet. */
  line: number | undefined;
  key: string;
  fields: Record<string, unknown>;
  parts: Record<string, unknown>[];
  /** Number of characters of its lines. */
  length: number;
  /** Whether lines after its last readable line cannot be read: they may belong to this row. */
  hasGap: boolean;
  fault?: string;
}

/** The error of a row that has a line that cannot be read. */
const HAS_GAP = "One of its lines cannot be read.";
/** Maximum number of characters of a time. */
const MAX_TIME = 40;

/** Returns the time of a row, for the rest of its lines; empty if it has none. */
function timeIn({ fields: { updatedTime } }: Gathered): { updatedTime?: string } {
  return typeof updatedTime === "string" && updatedTime.length <= MAX_TIME ? { updatedTime } : {};
}

/** Returns the number of characters in the cells of a line. */
const lengthOf = ({ fields, part = {} }: FlatLine): number =>
  [...Object.values(fields), ...Object.values(part)].reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? value.length : 0),
    0,
  );

/** Returns why a row cannot have one more line of this length; undefined if it can. */
function excessOf({ parts, length }: Gathered, added: number): string | undefined {
  if (parts.length === MAX_PARTS) return `It has more than ${MAX_PARTS} lines.`;
  if (length + added > MAX_LENGTH) return `Its lines have more than ${MAX_LENGTH} characters.`;
  return undefined;
}

/** Reads CSV with a header. One line is a row, or several lines in succession are, each with a part of the row. */
export class CsvEntries implements EntryReader {
  readonly #kind: FeedKind;
  readonly #reader = new CsvReader();
  #header = new Map<string, number>();
  #width = 0;
  #columns: Columns | undefined;
  #gathered: Gathered | undefined;

  constructor(kind: FeedKind) {
    this.#kind = kind;
  }

  *push(lines: Parameters<CsvReader["push"]>[0]): Generator<FeedEntry[]> {
    for (const record of this.#reader.push(lines)) yield this.#read(record);
  }

  *end(): Generator<FeedEntry[]> {
    for (const record of this.#reader.end()) yield this.#read(record);
    if (!this.#columns) throw new Problem("MalformedRequest", { detail: "The file has no header." });
    yield this.#flush();
  }

  #read(record: CsvRecord): FeedEntry[] {
    if (!this.#columns) {
      this.#readHeader(record);
      return [];
    }
    const { line } = record;
    if ("fault" in record) return this.#skip(line, record.fault);
    const { cells } = record;
    const header = this.#header;
    // Spreadsheets write empty cells and empty lines after the table.
    if (cells.every((text) => text === "")) return [];
    const cell = (column: string) => cells[header.get(column) ?? -1] ?? "";
    const flats = this.#columns.read(cell, cells.length);
    if (cells.length < this.#width || cells.slice(this.#width).some((text) => text !== "")) {
      const fault = `The line has ${cells.length} cells, the header has ${this.#width}.`;
      return this.#skip(line, fault, flats[0]?.key);
    }
    if (flats.reduce((sum, flat) => sum + lengthOf(flat), 0) > MAX_LENGTH)
      return this.#skip(line, `The rows of the line have more than ${MAX_LENGTH} characters.`, flats[0]?.key);
    return flats.flatMap((flat) => this.#gather(line, flat));
  }

  #readHeader(record: CsvRecord): void {
    if ("fault" in record) throw new Problem("MalformedRequest", { detail: `The header: ${record.fault}` });
    const header = record.cells.map((column) => column.trim());
    const columns = columnsOf(this.#kind, header);
    if ("fault" in columns) throw new Problem("InvalidInput", { detail: columns.fault });
    this.#width = header.length;
    this.#header = new Map(header.map((column, i) => [column, i]));
    this.#columns = columns;
  }

  /**
   * Skips a line that cannot be read. A row that must have all of its lines is not applied without one: neither the row
   * with the key of the line, if that is known, nor a row with lines before and after it.
   */
  #skip(line: number, fault: string, key = ""): FeedEntry[] {
    const error = invalidEntry(line, fault);
    if (this.#columns?.parts?.addUp !== false) return [...this.#flush(), error];
    // After another such line, it may be the rest of that line, which does not begin with a key.
    const isKnown = key !== "" && this.#gathered?.hasGap !== true;
    const done = isKnown && key !== this.#gathered?.key ? this.#flush() : [];
    if (isKnown) this.#gathered ??= { line: undefined, key, fields: {}, parts: [], length: 0, hasGap: true };
    if (isKnown && this.#gathered) this.#gathered.fault = HAS_GAP;
    if (this.#gathered) this.#gathered.hasGap = true;
    return [...done, error];
  }

  #gather(line: number, flat: FlatLine): FeedEntry[] {
    const { key, fields, part } = flat;
    const parts = part ? [part] : [];
    const length = lengthOf(flat);
    const before = this.#gathered;
    const { addUp } = this.#columns?.parts ?? {};
    const isSameRow = before && addUp !== undefined && key !== "" && key === before.key;
    const excess = isSameRow ? excessOf(before, length) : undefined;
    if (isSameRow && !(excess !== undefined && addUp)) {
      before.line ??= line;
      if (before.hasGap) before.fault = HAS_GAP;
      before.hasGap = false;
      if (excess !== undefined) {
        before.fault ??= excess;
        return [];
      }
      before.length += length;
      // The row may have many fields, so they are not copied for each of its lines.
      for (const [name, value] of Object.entries(fields))
        if (!Object.hasOwn(before.fields, name)) before.fields[name] = value;
      before.parts.push(...parts);
      return [];
    }
    const done = this.#flush();
    // The rows of one product have the same time, so that none of them is older than another one.
    const shared = isSameRow ? timeIn(before) : {};
    this.#gathered = { line, key, fields: { ...shared, ...fields }, parts, length, hasGap: false };
    return done;
  }

  #flush(): FeedEntry[] {
    const gathered = this.#gathered;
    if (!gathered) return [];
    this.#gathered = undefined;
    const { line, fields, parts, fault } = gathered;
    if (line === undefined) return [];
    if (fault !== undefined) return [invalidEntry(line, fault)];
    const { member, numberedAs } = this.#columns?.parts ?? {};
    const named = parts.map((part, i) =>
      numberedAs === undefined ? part : { [numberedAs]: `${i + 1}`, ...part },
    );
    return [{ line, text: JSON.stringify(member ? { ...fields, [member]: named } : fields) }];
  }
}

import { CsvError, parse } from "csv-parse/sync";
import { weighedBatches } from "../../collections/batches.ts";
import { ownValue } from "../../collections/own-value.ts";
import { type Line, MAX_LINE } from "../files/lines.ts";

/** Maximum number of lines of one record. */
const MAX_LINES = 10_000;
/** How many times the lines after an unclosed quote are read again, which takes time. */
const MAX_RESCUES = 20;
/** Maximum number of columns. The parser takes longer for a cell than for a character. */
const MAX_COLUMNS = 2000;
/** Maximum number of characters that are parsed in one call. A longer record is parsed alone. */
const PARSED_LENGTH = 16 * 1024;

/** A record of a CSV file, with the number of its first line. */
export type CsvRecord = { line: number; cells: string[] } | InvalidRecord;
interface InvalidRecord {
  line: number;
  fault: string;
}
/** A record whose quotes are closed. */
interface WholeRecord {
  line: number;
  text: string;
}

/** Separator of cells. Spreadsheets in some countries write semicolons. */
type Delimiter = "," | ";" | "\t";

/** Returns the separator of a header: the first of these characters that it has outside of quotes. */
function delimiterOf(header: string): Delimiter {
  const unquoted = header.replaceAll(/"[^"]*"?/g, "");
  return ([",", ";", "\t"] as const).find((delimiter) => unquoted.includes(delimiter)) ?? ",";
}

/**
 * Returns the parser's code of a wrong quote in a record whose quotes are closed; undefined if there is none. So the
 * parser gets only records that it accepts, in one call: a call for each takes many times as long.
 */
export function quoteFault(text: string, delimiter: string): string | undefined {
  let open = false;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    if (!open && at > 0 && text[at - 1] !== delimiter) return "INVALID_OPENING_QUOTE";
    if (open && text[at + 1] === '"') at++;
    else if (open && at + 1 < text.length && text[at + 1] !== delimiter) return "CSV_INVALID_CLOSING_QUOTE";
    else open = !open;
  }
  return undefined;
}

/** Whether a record without a wrong quote has more than `most` cells. */
export function hasMoreCells(text: string, delimiter: string, most: number): boolean {
  let [cells, quote] = [1, text.indexOf('"')];
  for (let at = text.indexOf(delimiter); at !== -1 && cells <= most; at = text.indexOf(delimiter, at + 1)) {
    // A delimiter in quotes separates no cells. Two quotes in a quoted cell are the end and the start of quoted text.
    while (quote !== -1 && quote < at) {
      const end = text.indexOf('"', quote + 1);
      quote = text.indexOf('"', end + 1);
      if (end > at) at = text.indexOf(delimiter, end);
      if (at === -1) return false;
    }
    cells++;
  }
  return cells > most;
}

/** Whether a quoted cell continues after this line (RFC 4180). `isOpen`: whether a cell has begun before it. */
function staysOpen(text: string, isOpen: boolean, delimiter: Delimiter): boolean {
  let open = isOpen;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    // A quote opens a quoted cell only at the start of the cell. In a quoted cell, two quotes stand for one.
    if (!open) open = at === 0 || text[at - 1] === delimiter;
    else if (text[at + 1] === '"') at++;
    else open = false;
  }
  return open;
}

const read = (text: string, delimiter: Delimiter): string[][] =>
  parse(text, { delimiter, relax_column_count: true, record_delimiter: "\n", skip_empty_lines: true });

/** Error messages by the parser's code. The parser's own message repeats the cell, which may be personal data. */
const FAULTS: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: "there is a quote in a cell that does not begin with a quote",
  CSV_INVALID_CLOSING_QUOTE: "a cell continues after its closing quote",
  CSV_QUOTE_NOT_CLOSED: "a quote is not closed",
};

const faultOf = (code: string) =>
  `The line is not CSV: ${ownValue(FAULTS, code) ?? "it cannot be split into cells"}.`;

/** Returns why a record whose quotes are closed cannot be read; undefined if it can. */
function faultIn(text: string, delimiter: Delimiter): string | undefined {
  const code = quoteFault(text, delimiter);
  if (code !== undefined) return faultOf(code);
  return hasMoreCells(text, delimiter, MAX_COLUMNS)
    ? `The line has more than ${MAX_COLUMNS} columns.`
    : undefined;
}

/** Parses the cells of one record. */
function readAlone({ line, text }: WholeRecord, delimiter: Delimiter): CsvRecord {
  try {
    const [cells] = read(text, delimiter);
    return { line, cells: cells ?? [] };
  } catch (err) {
    if (!(err instanceof CsvError)) throw err;
    return { line, fault: faultOf(err.code) };
  }
}

/** Parses the cells of records. */
function readTogether(whole: readonly WholeRecord[], delimiter: Delimiter): CsvRecord[] {
  if (whole.length === 0) return [];
  try {
    const rows = read(whole.map(({ text }) => text).join("\n"), delimiter);
    if (rows.length === whole.length) return whole.map(({ line }, i) => ({ line, cells: rows[i] ?? [] }));
  } catch {
    // The parser refuses a record for a reason that is not known here: it is found by parsing them one by one.
  }
  return whole.map((record) => readAlone(record, delimiter));
}

/**
 * Reads the records of a CSV file line by line, so that an invalid record does not affect the others. The first line
 * determines the separator.
 */
export class CsvReader {
  #delimiter: Delimiter | undefined;
  /** Lines of a record that is not complete yet. */
  #open: { number: number; text: string }[] = [];
  #size = 0;
  #rescues = 0;
  /** Complete records, in the order of the file. */
  #whole: (WholeRecord | InvalidRecord)[] = [];

  /** Returns the records that the lines complete. They are parsed while they are iterated. */
  push(lines: readonly Line[]): Iterable<CsvRecord> {
    for (const line of lines) this.#add(line);
    return this.#take();
  }

  /** Returns the records that the end of the file completes. */
  end(): Iterable<CsvRecord> {
    this.#giveUpAll();
    return this.#take();
  }

  #add(line: Line): void {
    if ("fault" in line) {
      // A record cannot continue after it.
      this.#giveUpAll();
      this.#whole.push({ line: line.number, fault: line.fault });
      return;
    }
    const isOpen = this.#open.length > 0;
    if (!isOpen && line.text === "") return;
    if (!isOpen) this.#size = 0;
    this.#size += line.text.length;
    this.#open.push(line);
    this.#delimiter ??= delimiterOf(line.text);
    if (!staysOpen(line.text, isOpen, this.#delimiter)) {
      const text = this.#open.map((each) => each.text).join("\n");
      const number = this.#open[0]?.number ?? line.number;
      const fault = faultIn(text, this.#delimiter);
      this.#whole.push(fault === undefined ? { line: number, text } : { line: number, fault });
      this.#open = [];
    } else if (this.#open.length >= MAX_LINES || this.#size > MAX_LINE) {
      this.#giveUp();
    }
  }

  /**
   * Ends a record whose quote is not closed. Its first line is invalid; the lines after it are read again without it.
   */
  #giveUp(): void {
    const [first, ...rest] = this.#open;
    this.#open = [];
    if (!first) return;
    const isRescued = this.#rescues++ < MAX_RESCUES;
    const last = rest.at(-1)?.number ?? first.number;
    const extent = isRescued || last === first.number ? "" : ` The lines up to ${last} are skipped, too.`;
    this.#whole.push({ line: first.number, fault: `A quote is not closed.${extent}` });
    if (isRescued) for (const line of rest) this.#add(line);
  }

  /** Ends all records that are open, also those that begin in the lines that are read again. */
  #giveUpAll(): void {
    while (this.#open.length > 0) this.#giveUp();
  }

  *#take(): Generator<CsvRecord> {
    const whole = this.#whole;
    this.#whole = [];
    const lengthOf = (record: WholeRecord | InvalidRecord) => ("text" in record ? record.text.length : 0);
    for (const some of weighedBatches(whole, PARSED_LENGTH, lengthOf)) {
      const valid = some.filter((record) => "text" in record);
      const read = this.#delimiter === undefined ? [] : readTogether(valid, this.#delimiter);
      let next = 0;
      yield* some.flatMap((record) => ("fault" in record ? record : (read[next++] ?? [])));
    }
  }
}

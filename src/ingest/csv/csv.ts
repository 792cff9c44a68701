import { CsvError, parse } from "csv-parse/sync";
import { ownValue } from "../../collections/own-value.ts";
import { type Line, MAX_LINE } from "../files/lines.ts";

/** Maximum number of lines of one record. */
const MAX_LINES = 10_000;
/** How many times the lines after an unclosed quote are read again, which takes time. */
const MAX_RESCUES = 20;

/** A record of a CSV file, with the number of its first line. */
export type CsvRecord = { line: number; cells: string[] } | { line: number; fault: string };

/** Separator of cells. Spreadsheets in some countries write semicolons. */
type Delimiter = "," | ";" | "\t";

/** Returns the separator of a header: the first of these characters that it has outside of quotes. */
function delimiterOf(header: string): Delimiter {
  const unquoted = header.replaceAll(/"[^"]*"?/g, "");
  return ([",", ";", "\t"] as const).find((delimiter) => unquoted.includes(delimiter)) ?? ",";
}

/** Returns whether a quoted cell continues after this line (RFC 4180). `isOpen`: whether a cell has begun before it. */
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

/** Parses the cells of one record. */
function readAlone(line: number, text: string, delimiter: Delimiter): CsvRecord {
  try {
    const [cells] = read(text, delimiter);
    return { line, cells: cells ?? [] };
  } catch (err) {
    if (!(err instanceof CsvError)) throw err;
    return {
      line,
      fault: `The line is not CSV: ${ownValue(FAULTS, err.code) ?? "it cannot be split into cells"}.`,
    };
  }
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
  #whole: { line: number; text: string }[] = [];
  #records: CsvRecord[] = [];

  push(lines: readonly Line[]): CsvRecord[] {
    for (const line of lines) this.#add(line);
    return this.#take();
  }

  end(): CsvRecord[] {
    this.#giveUpAll();
    return this.#take();
  }

  #add(line: Line): void {
    if ("fault" in line) {
      // A record cannot continue after it.
      this.#giveUpAll();
      this.#fail(line.number, line.fault);
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
      this.#whole.push({ line: this.#open[0]?.number ?? line.number, text });
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
    this.#fail(first.number, `A quote is not closed.${extent}`);
    if (isRescued) for (const line of rest) this.#add(line);
  }

  /** Ends all records that are open, also those that begin in the lines that are read again. */
  #giveUpAll(): void {
    while (this.#open.length > 0) this.#giveUp();
  }

  /** Adds an invalid record, after the records before it are parsed: results are in the order of the file. */
  #fail(line: number, fault: string): void {
    this.#parse();
    this.#records.push({ line, fault });
  }

  #parse(): void {
    const whole = this.#whole;
    this.#whole = [];
    const delimiter = this.#delimiter;
    if (whole.length === 0 || delimiter === undefined) return;
    try {
      // All records in one call: one call each takes several times as long.
      const rows = read(whole.map(({ text }) => text).join("\n"), delimiter);
      if (rows.length === whole.length) {
        for (const [i, { line }] of whole.entries()) this.#records.push({ line, cells: rows[i] ?? [] });
        return;
      }
    } catch {
      // Parse them one by one to find the invalid record.
    }
    for (const { line, text } of whole) this.#records.push(readAlone(line, text, delimiter));
  }

  #take(): CsvRecord[] {
    this.#parse();
    const records = this.#records;
    this.#records = [];
    return records;
  }
}

import { CsvError, parse } from "csv-parse/sync";
import { type Line, MAX_LINE } from "../files/lines.ts";

/** Lines that one record may go over. */
const MAX_LINES = 10_000;
/** How often a quote that is never closed may cost no more than its own line: looking again takes time. */
const MAX_RESCUES = 20;

/** A record of a CSV file, by the line that it begins in. */
export type CsvRecord = { line: number; cells: string[] } | { line: number; fault: string };

/** What cells may be separated by; spreadsheets of some countries write semicolons. */
type Delimiter = "," | ";" | "\t";

/** What separates the cells of a header: the first of these that is in it outside of quotes. */
function delimiterOf(header: string): Delimiter {
  const unquoted = header.replaceAll(/"[^"]*"?/g, "");
  return ([",", ";", "\t"] as const).find((delimiter) => unquoted.includes(delimiter)) ?? ",";
}

/** Whether a quoted cell continues after the line; `isOpen` if one has begun before it. RFC 4180. */
function staysOpen(text: string, isOpen: boolean, delimiter: Delimiter): boolean {
  let open = isOpen;
  for (let at = text.indexOf('"'); at !== -1; at = text.indexOf('"', at + 1)) {
    // Only at the start of a cell a quote opens one; inside, two of them are one.
    if (!open) open = at === 0 || text[at - 1] === delimiter;
    else if (text[at + 1] === '"') at++;
    else open = false;
  }
  return open;
}

const read = (text: string, delimiter: Delimiter): string[][] =>
  parse(text, { delimiter, relax_column_count: true, record_delimiter: "\n", skip_empty_lines: true });

/** What a line is at fault for, by the parser's code. The parser's own words repeat the cell, which may be anybody's data. */
const FAULTS: Readonly<Record<string, string>> = {
  INVALID_OPENING_QUOTE: "a quote is within a cell that does not begin with one",
  CSV_INVALID_CLOSING_QUOTE: "a cell continues after its closing quote",
  CSV_QUOTE_NOT_CLOSED: "a quote is opened and not closed",
};

/** The cells of one record. */
function readAlone(line: number, text: string, delimiter: Delimiter): CsvRecord {
  try {
    const [cells] = read(text, delimiter);
    return { line, cells: cells ?? [] };
  } catch (err) {
    if (!(err instanceof CsvError)) throw err;
    return { line, fault: `The line is not CSV: ${FAULTS[err.code] ?? "it cannot be split into cells"}.` };
  }
}

/**
 * Reads the records of a CSV file line by line, so that an invalid one does not affect the others. Its first line
 * decides the separator of cells.
 */
export class CsvReader {
  #delimiter: Delimiter | undefined;
  /** Lines of a record whose end has not come. */
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
    while (this.#open.length > 0) this.#giveUp();
    return this.#take();
  }

  #add(line: Line): void {
    if ("fault" in line) {
      const [first] = this.#open;
      this.#open = [];
      this.#fail(first?.number ?? line.number, line.fault);
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

  /** A quote is not closed: the line with it is broken, and what follows is read as if it were not there. */
  #giveUp(): void {
    const [first, ...rest] = this.#open;
    this.#open = [];
    if (!first) return;
    const isRescued = this.#rescues++ < MAX_RESCUES;
    const last = rest.at(-1)?.number ?? first.number;
    const extent = isRescued || last === first.number ? "" : ` Lines up to ${last} are left out with it.`;
    this.#fail(first.number, `A quote is opened and not closed.${extent}`);
    if (isRescued) for (const line of rest) this.#add(line);
  }

  /** The records before it first: they come in the order of the file. */
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
      // All at once: one by one takes several times as long.
      const rows = read(whole.map(({ text }) => text).join("\n"), delimiter);
      if (rows.length === whole.length) {
        for (const [i, { line }] of whole.entries()) this.#records.push({ line, cells: rows[i] ?? [] });
        return;
      }
    } catch {
      // One by one it is seen which of them is broken.
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

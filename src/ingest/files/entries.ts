import type { RowError } from "../rows.ts";
import type { Line } from "./lines.ts";

/** A row of a file with the number of its first line: as JSON text, or with the reason why it is invalid. */
export type FeedEntry = { line: number; text: string } | { line: number; error: RowError };

/**
 * Turns the lines of a file into rows. The rows are made while they are iterated, those that a record completes at a
 * time: all may need many times the memory of the lines, and much time. All must be iterated before the next call.
 */
export interface EntryReader {
  push: (lines: readonly Line[]) => Iterable<readonly FeedEntry[]>;
  /** Returns the rows that the end of the file completes. */
  end: () => Iterable<readonly FeedEntry[]>;
}

/** Returns an invalid row. */
export const invalidEntry = (line: number, detail: string): FeedEntry => ({
  line,
  error: { code: "MalformedRequest", detail },
});

/**
 * Reads newline-delimited JSON: each line is a row. A row is parsed when it is applied.
 * https://github.com/ndjson/ndjson-spec
 */
export const ndjsonEntries = (): EntryReader => ({
  push: (lines) =>
    lines.map((line) => {
      if ("fault" in line) return [invalidEntry(line.number, line.fault)];
      return line.text.trim() === "" ? [] : [{ line: line.number, text: line.text }];
    }),
  end: () => [],
});

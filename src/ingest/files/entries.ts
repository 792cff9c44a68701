import type { RowError } from "../rows.ts";
import type { Line } from "./lines.ts";

/** A row of a file, by its first line: as JSON text, or the reason why it is invalid. */
export type FeedEntry = { line: number; text: string } | { line: number; error: RowError };

/** Makes rows of the lines of a file, as they come. */
export interface EntryReader {
  push: (lines: readonly Line[]) => FeedEntry[];
  /** What the end of the file completes. */
  end: () => FeedEntry[];
}

/** The invalid row. */
export const broken = (line: number, detail: string): FeedEntry => ({
  line,
  error: { code: "MalformedRequest", detail },
});

/**
 * Newline-delimited JSON: each line is a row. It is parsed where it is applied.
 * https://github.com/ndjson/ndjson-spec
 */
export const ndjsonEntries = (): EntryReader => ({
  push: (lines) =>
    lines.flatMap((line) => {
      if ("fault" in line) return broken(line.number, line.fault);
      return line.text.trim() === "" ? [] : { line: line.number, text: line.text };
    }),
  end: () => [],
});

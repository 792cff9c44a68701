import { CsvEntries } from "../../../src/ingest/csv/entries.ts";
import type { FeedEntry } from "../../../src/ingest/files/entries.ts";
import { LineSplitter } from "../../../src/ingest/files/lines.ts";
import type { FeedKind } from "../../../src/store/feeds/feed-record.ts";

/** The rows of a CSV file as they are stored, or the error of each. */
export function csvEntriesOf(kind: FeedKind, ...lines: string[]): FeedEntry[] {
  const reader = new CsvEntries(kind);
  const splitter = new LineSplitter();
  return [
    ...reader.push(splitter.push(Buffer.from(lines.join("\n")))),
    ...reader.push(splitter.end()),
    ...reader.end(),
  ].flat();
}

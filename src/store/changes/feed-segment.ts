import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { fieldOf, type StreamEntry } from "../partition/streams.ts";
import type { ArchiveKind } from "./archive.ts";
import type { ChangeFeedEntry } from "./feed-entry.ts";

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/**
 * Maximum number of entries of a segment, and of bytes of its lines: a page reads whole segments. A segment that does
 * not compress at all still has less than 1 MiB.
 */
export const SEGMENT_ENTRIES = 2000;
const SEGMENT_BYTES = 768 * 1024;
/** More bytes than the lines of a segment can have, because an entry is far smaller than a segment. */
const MAX_LINES_BYTES = 4 * 1024 * 1024;

/** A part of a store's change feed that was moved to an archive: entries that follow each other, of one day. */
export interface FeedSegment {
  /** Ids of its first and its last entry. */
  first: string;
  last: string;
  /** Number of its entries. */
  count: number;
  /** Compressed bytes. */
  bytes: number;
  /** The archive that has it; `none` for changes that were dropped because the feed was too long. */
  archive: ArchiveKind | "none";
  /** Name in the archive. */
  name: string;
}

/** Returns the fields of a segment's entry in the index. The id of this entry is the id of the segment's last entry. */
export const fieldsOfSegment = ({ first, count, bytes, archive, name }: FeedSegment): string[] => [
  ...["f", first, "c", count.toString()],
  ...["b", bytes.toString(), "a", archive, "n", name],
];

/** The fields of a segment's entry for dropped changes. Its first change and their number are not known. */
export const FIELDS_OF_DROPPED: readonly string[] = ["a", "none", "f", "0-0", "c", "0", "b", "0"];

const ARCHIVES = ["s3", "none"] as const;

/** Reads an entry of the index. */
export const segmentOf = (entry: StreamEntry): FeedSegment => ({
  first: fieldOf(entry, "f"),
  last: entry[0],
  count: Number(fieldOf(entry, "c")),
  bytes: Number(fieldOf(entry, "b")),
  archive: ARCHIVES.find((kind) => kind === fieldOf(entry, "a")) ?? "files",
  name: fieldOf(entry, "n"),
});

/**
 * The name of a segment. A store's name may have all of these characters except the tilde. The optional end is that of
 * an incomplete file.
 */
const NAME = /^([a-z0-9-]+)\/([A-Za-z0-9_.-]+)~(\d+-\d+)~(\d+)-[0-9a-f]+\.ndjson\.gz(?:\.[0-9a-f]+)?$/;

/**
 * Returns the name of a new segment. No two writers get the same name, so a segment in the archive is never
 * overwritten.
 *
 * @param random hexadecimal digits
 */
export function segmentName(
  storeKey: string,
  last: string,
  { now, random }: { now: number; random: string },
): string {
  return `${storeKey}~${last}~${now}-${random}.ndjson.gz`;
}

/**
 * Returns the store, the time of the last entry and the time of writing from a name in the archive. Returns undefined
 * for any other name.
 */
export function segmentNamed(
  name: string,
): { storeKey: string; lastMs: number; writtenMs: number } | undefined {
  const [, tenant, store, last = "", written] = NAME.exec(name) ?? [];
  if (tenant === undefined || store === undefined) return undefined;
  return { storeKey: `${tenant}/${store}`, lastMs: Number.parseInt(last, 10), writtenMs: Number(written) };
}

const lineOf = ({ entryId, id, text }: ChangeFeedEntry) =>
  `{"entryId":"${entryId}","id":"${id}","event":${text}}\n`;
const LINE = /^\{"entryId":"([\d-]+)","id":"([^"]*)","event":(.*)\}$/s;

/**
 * Returns how many of the first entries fit into one segment: those of one day, within its size limit; at least one, if
 * there is one.
 */
export function countForSegment(entries: readonly ChangeFeedEntry[], dayMs: number): number {
  const day = ({ entryId }: ChangeFeedEntry) => Math.floor(Number.parseInt(entryId, 10) / dayMs);
  let bytes = 0;
  for (const [i, entry] of entries.entries()) {
    bytes += Buffer.byteLength(lineOf(entry));
    const isFirst = i === 0;
    const [first = entry] = entries;
    if (!isFirst && (bytes > SEGMENT_BYTES || day(entry) !== day(first))) return i;
  }
  return entries.length;
}

/** Encodes entries as compressed NDJSON. */
export const packEntries = (entries: readonly ChangeFeedEntry[]): Promise<Buffer> =>
  compress(entries.map(lineOf).join(""));

/** Decodes entries that {@link packEntries} has encoded. Rejects for any other content, also if it is incomplete. */
export async function unpackEntries(content: Buffer, count: number): Promise<ChangeFeedEntry[]> {
  const lines = (await decompress(content, { maxOutputLength: MAX_LINES_BYTES })).toString().split("\n");
  if (lines.pop() !== "" || lines.length !== count)
    throw new Error("a segment of a change feed is incomplete");
  return lines.map((line) => {
    const [, entryId, id, text] = LINE.exec(line) ?? [];
    if (entryId === undefined || id === undefined || text === undefined)
      throw new Error("a segment of a change feed has an invalid line");
    return { id, entryId, text };
  });
}

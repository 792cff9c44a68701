import { LRUCache } from "lru-cache";
import { type Archives, ArchiveUnavailable, ChangesLost } from "./archive.ts";
import type { ChangeFeedEntry } from "./feed-entry.ts";
import { type FeedSegment, unpackEntries } from "./feed-segment.ts";

/**
 * Maximum number of bytes of unpacked segments in the cache of a process: callers read the same segment page by page.
 */
const CACHE_BYTES = 16 * 1024 * 1024;
/** Size of an entry in addition to its text, in bytes. */
const OVERHEAD = 200;

/** Reads segments from the archives. Each process has one. */
export class ArchiveReader {
  readonly #archives: Archives["byKind"];
  readonly #cache = new LRUCache<string, ChangeFeedEntry[]>({
    maxSize: CACHE_BYTES,
    sizeCalculation: (entries) => 1 + entries.reduce((sum, { text }) => sum + text.length + OVERHEAD, 0),
  });

  constructor(archives: Archives["byKind"]) {
    this.#archives = archives;
  }

  /**
   * Reads the entries of consecutive segments, up to a segment that is missing or damaged. Rejects with
   * {@link ArchiveUnavailable} if the archive cannot be read now.
   */
  async entriesOf(
    segments: readonly FeedSegment[],
  ): Promise<{ entries: ChangeFeedEntry[]; lost?: ChangesLost }> {
    const entries: ChangeFeedEntry[] = [];
    for (const read of await Promise.all(segments.map((segment) => this.#read(segment)))) {
      if (read instanceof ChangesLost) return { entries, lost: read };
      entries.push(...read);
    }
    return { entries };
  }

  async #read(segment: FeedSegment): Promise<readonly ChangeFeedEntry[] | ChangesLost> {
    const known = this.#cache.get(segment.name);
    if (known) return known;
    const content = await this.#content(segment);
    if (content?.length !== segment.bytes) return new ChangesLost(segment.last);
    try {
      const entries = await unpackEntries(content, segment.count);
      this.#cache.set(segment.name, entries);
      return entries;
    } catch (cause) {
      return new ChangesLost(segment.last, { cause });
    }
  }

  async #content({ archive: kind, name }: FeedSegment): Promise<Buffer | undefined> {
    if (kind === "none") return undefined;
    const archive = this.#archives[kind];
    if (!archive)
      throw new ArchiveUnavailable(
        "older changes are in a bucket, but this process has no CHANGES_BUCKET_URL",
      );
    try {
      return await archive.read(name);
    } catch (cause) {
      throw new ArchiveUnavailable("older changes cannot be read now", { cause });
    }
  }
}

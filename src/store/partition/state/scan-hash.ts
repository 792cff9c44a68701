import type { Redis } from "ioredis";
import { batchesOf } from "../../../collections/batches.ts";

/** Number of fields that are read at once: so few that other commands of the server do not wait for long. */
const PAGE_SIZE = 1000;
/** Maximum number of readings of one hash, if servers are replaced meanwhile. */
const MAX_ATTEMPTS = 3;

/** What one reading of a hash collects. */
interface Search {
  /** Takes a field and its value. A field may come more than once. */
  add: (field: string, text: string) => void;
  /** Whether the rest of the hash is not needed. */
  isFull: () => boolean;
}

/** Reads a hash once. Resolves to whether it was read completely, or as far as needed. */
async function readPages(redis: Redis, hash: string, search: Search, pageSize: number): Promise<boolean> {
  const fields = new Set<string>();
  let [cursor, pages] = ["0", 0];
  do {
    const [next, entries] = await redis.hscan(hash, cursor, "COUNT", pageSize);
    cursor = next;
    pages++;
    for (const [field = "", text = ""] of batchesOf(entries, 2)) {
      fields.add(field);
      search.add(field, text);
    }
  } while (cursor !== "0" && !search.isFull());
  // A cursor means nothing to another server: after a failover, its pages would leave out fields.
  return pages === 1 || search.isFull() || fields.size === (await redis.hlen(hash));
}

/**
 * Reads a hash of a partition in pages. The worker of the partition is the only writer of the hash, so the pages belong
 * together. Calls `begin` before each reading, and resolves to the search that read all it needs.
 *
 * @throws if servers were replaced during each reading
 */
export async function scanHash<S extends Search>(
  redis: Redis,
  hash: string,
  begin: () => S,
  pageSize = PAGE_SIZE,
): Promise<S> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const search = begin();
    if (await readPages(redis, hash, search, pageSize)) return search;
  }
  throw new Error(`${hash} could not be read completely`);
}

/** Reads all fields of a hash, like {@link scanHash}. Resolves to fields and values in turns. */
export async function readLargeHash(redis: Redis, hash: string): Promise<string[]> {
  const { texts } = await scanHash(redis, hash, () => {
    const found = new Map<string, string>();
    return {
      texts: found,
      add: (field: string, text: string) => void found.set(field, text),
      isFull: () => false,
    };
  });
  return [...texts].flat();
}

import type { Redis } from "ioredis";
import { batchesOf } from "../../../collections/batches.ts";

/**
 * Number of fields on the first page of a hash, and about the maximum of fields and characters on each further page: so
 * few that other commands of the server, and other work of the process, do not wait for long. A field may have 400 kB.
 */
const FIRST_PAGE = 25;
const PAGE = { fields: 1000, characters: 1_000_000 };
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
async function readPages(redis: Redis, hash: string, search: Search): Promise<boolean> {
  const fields = new Set<string>();
  let [cursor, pages, characters, size] = ["0", 0, 0, FIRST_PAGE];
  do {
    const [next, entries] = await redis.hscan(hash, cursor, "COUNT", size);
    cursor = next;
    pages++;
    for (const [field = "", text = ""] of batchesOf(entries, 2)) {
      fields.add(field);
      characters += text.length;
      search.add(field, text);
    }
    // The order of a hash is random, so further fields are about as long as those before.
    const length = Math.max(1, characters / Math.max(1, fields.size));
    size = Math.min(PAGE.fields, Math.ceil(PAGE.characters / length));
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
export async function scanHash<S extends Search>(redis: Redis, hash: string, begin: () => S): Promise<S> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const search = begin();
    if (await readPages(redis, hash, search)) return search;
  }
  throw new Error(`${hash} could not be read completely`);
}

/** Reads fields of a hash, like {@link scanHash}: all, or about `most`. Resolves to alternating fields and values. */
export async function readLargeHash(redis: Redis, hash: string, most = Infinity): Promise<string[]> {
  const { texts } = await scanHash(redis, hash, () => {
    const found = new Map<string, string>();
    return {
      texts: found,
      add: (field: string, text: string) => void found.set(field, text),
      isFull: () => found.size >= most,
    };
  });
  return [...texts].flat();
}

/**
 * Reads fields of a hash that has more than `limit`: about twice as many, or one page if that is more. Reads nothing of
 * any other hash.
 */
export async function readExcess(redis: Redis, hash: string, limit: number): Promise<string[]> {
  return (await redis.hlen(hash)) > limit ? readLargeHash(redis, hash, 2 * limit) : [];
}

import type { Redis } from "ioredis";
import { batchesOf } from "../../../collections/batches.ts";
import type { Fields } from "./load-plan.ts";

/** Number of orders that are read at once: so few that other batches of the worker do not wait. */
const PAGE_SIZE = 1000;

/** The wishlists and items in the JSON of a purchase. Their ids have no escaped characters. */
const WISH_NAMES = /"(?:wishlistId|itemId)":"([^"]+)"/g;

/** The purchases of one wishlist or item that are wanted. */
export interface WantedPurchases {
  /** Id of a wishlist or an item. */
  name: string;
  /** Maximum number of purchases. */
  limit: number;
}

/** Maximum number of readings of one hash, if servers are replaced meanwhile. */
const MAX_ATTEMPTS = 3;

/** Reads a hash once. Resolves to what was found, or to undefined if fields may be missing. */
async function scanOnce(
  redis: Redis,
  hash: string,
  wanted: readonly WantedPurchases[],
): Promise<Fields[] | undefined> {
  // A field may occur in two pages.
  const found = wanted.map(() => new Map<string, string>());
  const positions = new Map<string, number[]>();
  for (const [i, { name }] of wanted.entries()) positions.set(name, [...(positions.get(name) ?? []), i]);
  const isFull = () => wanted.every(({ limit }, i) => (found[i]?.size ?? 0) >= limit);
  const fields = new Set<string>();
  let [cursor, pages] = ["0", 0];
  do {
    const [next, entries] = await redis.hscan(hash, cursor, "COUNT", PAGE_SIZE);
    cursor = next;
    pages++;
    for (const [field = "", text = ""] of batchesOf(entries, 2)) {
      fields.add(field);
      for (const [, name = ""] of text.matchAll(WISH_NAMES))
        for (const i of positions.get(name) ?? [])
          if ((found[i]?.size ?? 0) < (wanted[i]?.limit ?? 0)) found[i]?.set(field, text);
    }
  } while (cursor !== "0" && !isFull());
  // A cursor means nothing to another server: after a failover, its pages would leave out fields.
  if (pages > 1 && !isFull() && fields.size !== (await redis.hlen(hash))) return undefined;
  return found.map((texts) => [...texts].flat());
}

/**
 * Finds the purchases of a customer that have bought wishes of some wishlists, or some items. A customer may have tens of
 * thousands of orders: they are read in pages, and only the purchases that are found are decoded later. The worker of the
 * partition is the only writer of the hash, so the pages belong together. Resolves to the fields and values for each
 * name.
 */
export async function scanPurchases(
  redis: Redis,
  hash: string,
  wanted: readonly WantedPurchases[],
): Promise<Fields[]> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const found = await scanOnce(redis, hash, wanted);
    if (found) return found;
  }
  throw new Error("the orders of a customer could not be read completely");
}

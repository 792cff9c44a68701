import type { Redis } from "ioredis";
import { decodeHead } from "./head.ts";
import { ordinal, parseItemId } from "./ids.ts";
import type { Keys } from "./keys.ts";
import type { SlotAddress } from "./layout.ts";
import type { ItemRecord } from "./records.ts";

/** A wish as it is, and whose. */
export interface Wish {
  item: ItemRecord;
  owner: SlotAddress;
}

/** Reads single wishes, whosever they are; undefined for those that are no more. */
export async function readWishes(
  redis: Redis,
  keys: Keys,
  scope: string,
  itemIds: readonly string[],
): Promise<(Wish | undefined)[]> {
  const pipeline = redis.pipeline();
  const places = itemIds.map(parseItemId);
  for (const place of places) {
    if (place) pipeline.hmget(keys.wishlist(place.partition, place.wishlist), "m", ordinal(place.number));
  }
  const replies = ((await pipeline.exec()) ?? []).values();
  return places.map((place) => {
    if (!place) return undefined;
    const [err, reply] = (replies.next().value ?? [null, null]) as [Error | null, (string | null)[] | null];
    if (err) throw err;
    const [meta, text] = reply ?? [];
    const head = meta ? decodeHead(meta) : undefined;
    if (!head || !text || head.deleted || head.slot === null || head.scope !== scope) return undefined;
    const key = head.slot.slice(scope.length + 1);
    return {
      item: JSON.parse(text) as ItemRecord,
      owner: { partition: place.partition, slot: head.slot, key },
    };
  });
}

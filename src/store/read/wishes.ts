import type { Redis } from "ioredis";
import { itemId, ordinal, parseItemId } from "../ids.ts";
import type { Keys } from "../keys.ts";
import type { SlotAddress } from "../layout.ts";
import { WISHLIST } from "../records/fields.ts";
import { decodeItem, type ItemRecord } from "../records/records.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";
import { readFields, readTexts, repliesOf } from "../redis/replies.ts";
import { partsOfSlot } from "../slots.ts";

/** A wish as it is, and whose. */
export interface Wish {
  item: ItemRecord;
  owner: SlotAddress;
}

/** Reads single wishes of any customers; undefined for those that no longer exist. */
export async function readWishes(
  redis: Redis,
  keys: Keys,
  storeKey: string,
  itemIds: readonly string[],
): Promise<(Wish | undefined)[]> {
  const pipeline = redis.pipeline();
  const addresses = itemIds.map(parseItemId);
  for (const address of addresses) {
    if (address)
      pipeline.hmget(
        keys.wishlist(address.partition, address.wishlist),
        WISHLIST.meta,
        ordinal(address.number),
      );
  }
  const replies = (await repliesOf(pipeline)).map(readFields).values();
  return addresses.map((address) => {
    if (!address) return undefined;
    const [metaText, text] = replies.next().value ?? [];
    const meta = metaText ? decodeWishlistMeta(metaText) : undefined;
    if (!meta || !text || meta.deleted || meta.slot === null || meta.storeKey !== storeKey) return undefined;
    return {
      item: decodeItem(text),
      owner: { partition: address.partition, slot: meta.slot, key: partsOfSlot(meta.slot).key },
    };
  });
}

/** Ids of the items in the customers' wishlists that are indexed under one of the terms, in two round trips. */
export async function itemIdsWith(
  redis: Redis,
  keys: Keys,
  customers: readonly Pick<SlotAddress, "partition" | "slot">[],
  terms: readonly string[],
): Promise<string[]> {
  const lists = redis.pipeline();
  for (const { partition, slot } of customers)
    lists.zrange(keys.customerWishlists(partition, slot), "0", "-1");
  const wishlists = (await repliesOf(lists))
    .map(readTexts)
    .flatMap((ids, i) => ids.map((id) => ({ id, partition: customers[i]?.partition ?? 0 })));
  const pipeline = redis.pipeline();
  for (const { id, partition } of wishlists) pipeline.hmget(keys.itemIndex(partition, id), ...terms);
  return (await repliesOf(pipeline)).map(readFields).flatMap((texts, i) => {
    const numbers = new Set(texts.flatMap((text) => text?.split(" ") ?? []));
    return [...numbers].map((number) => itemId(wishlists[i]?.id ?? "", Number(number)));
  });
}

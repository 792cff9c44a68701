import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import type { SlotAddress } from "../layout.ts";
import { MAX_PAGE_BYTES } from "../page-bytes.ts";
import { decodeIfAny } from "../records/decode.ts";
import { type Customer, decodeCustomer, decodeFormerCustomer } from "../records/records.ts";
import { listOf, readField, readList } from "../redis/replies.ts";
import { loadTypedScript } from "../redis/script.ts";
import { lexStart, type PageRequest } from "./wishlist-pages.ts";

type FoundWishlist = [id: string, record: string, lastItem: string | null, ...items: string[]];

/** Null for a customer without wishlists; else the customer's record and former record, and the wishlists. */
const lookupWishlistsScript = loadTypedScript("read/lookup-wishlists", (reply) => {
  if (reply === null) return undefined;
  const [record, former, wishlists] = readList(reply);
  return { record: readField(record), former: readField(former), wishlists: readWishlists(wishlists) };
});
const readWishlists = listOf<FoundWishlist>("wishlists");

/** A page of a customer's wishlists, each with its first items. */
export interface Lookup {
  wishlists: { id: string; record: string; items: string[]; lastItemId: string | undefined }[];
}

/** Request for a page of wishlists: as for a page of items, and how many items of each. */
export interface LookupRequest extends PageRequest {
  itemSize: number;
}

/** The records of a customer that say who it is, or was. */
export type NamedCustomer = Pick<Customer, "record" | "former">;

/**
 * Reads a page of a customer's wishlists after `cursor`, each with its first items; undefined for a customer without
 * wishlists. If the bytes do not suffice, each wishlist has fewer items. `isRequested` decides whether the customer in
 * the slot is the requested one.
 */
export async function lookupWishlists(
  { redis, keys, address: { partition, slot } }: { redis: Redis; keys: Keys; address: SlotAddress },
  { cursor, size, itemSize, maxBytes = MAX_PAGE_BYTES }: LookupRequest,
  isRequested: (customer: NamedCustomer) => boolean,
): Promise<Lookup | undefined> {
  const found = await lookupWishlistsScript.run(
    redis,
    [keys.customer(partition, slot), keys.customerWishlists(partition, slot)],
    [
      lexStart(cursor ?? ""),
      size.toString(),
      itemSize.toString(),
      keys.wishlist(partition, ""),
      keys.itemOrder(partition, ""),
      maxBytes.toString(),
    ],
  );
  if (!found) return undefined;
  const customer = {
    record: decodeIfAny(decodeCustomer, found.record) ?? null,
    former: decodeIfAny(decodeFormerCustomer, found.former) ?? null,
  };
  if (!isRequested(customer)) return undefined;
  return {
    wishlists: found.wishlists.map(([id, json, last, ...items]) => ({
      id,
      record: json,
      items,
      lastItemId: last ? `${id}.${last}` : undefined,
    })),
  };
}

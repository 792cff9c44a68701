import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import type { SlotAddress } from "../layout/layout.ts";
import { decodeIfAny } from "../records/decode.ts";
import { type Customer, decodeCustomer, decodeFormerCustomer } from "../records/records.ts";
import { servedItemJson } from "../records/served-json.ts";
import { decodeWishlistMeta, mayHaveFormerRefs } from "../records/wishlist-meta.ts";
import { lexStart } from "../redis/members.ts";
import { readBuffers } from "../redis/replies.ts";
import { loadTypedScript } from "../redis/script.ts";
import { MAX_PAGE_BYTES } from "./page-bytes.ts";
import type { PageRequest, StoredPage } from "./wishlist-pages.ts";

/** Returns the texts of the script as bytes; undefined for a customer without wishlists. */
const lookupWishlistsScript = loadTypedScript(
  "read/lookup-wishlists",
  (reply) => (reply === null ? undefined : readBuffers(reply)),
  "callBuffer",
);

/** One of a customer's wishlists, with its first items. */
interface FoundWishlist extends StoredPage {
  id: string;
}

/** A page of a customer's wishlists, each with its first items. */
export interface Lookup {
  wishlists: FoundWishlist[];
  /** The ids and metadata of the wishlists: every change of them or of their items changes it. */
  state: string;
}

/** Request for a page of wishlists: as for a page of items, and how many items of each. */
export interface LookupRequest extends PageRequest {
  itemSize: number;
  /** The state of an earlier answer to the same request. */
  knownState?: string;
}

/** The records of a customer that say who it is, or was. */
export type NamedCustomer = Pick<Customer, "record" | "former">;

/**
 * Divides a page's records by wishlist. `contents` has a line for each wishlist, with the number of its items. Its
 * metadata are in the same line of `state`, which may have more lines.
 */
function wishlistsOf(contents: string, state: string, records: Buffer[]): FoundWishlist[] {
  const states = state.split("\n");
  let next = 0;
  return contents.split("\n").flatMap((line, i) => {
    const [id = "", last = "-", count] = line.split(" ");
    const record = records[next];
    if (!record) return [];
    const first = next + 1;
    next = first + Number(count);
    const lastItemId = last === "-" ? undefined : `${id}.${last}`;
    const metaText = states[i]?.slice(id.length + 1) ?? "";
    const stored = records.slice(first, next);
    if (!mayHaveFormerRefs(metaText)) return { id, record, items: stored, lastItemId };
    const meta = decodeWishlistMeta(metaText);
    return { id, record, items: stored.map((item) => servedItemJson(item, meta)), lastItemId };
  });
}

/**
 * Reads a page of a customer's wishlists after `cursor`, each with its first items; undefined for a customer without
 * wishlists, and `unchanged` if their state is the known one. If the bytes do not suffice, each wishlist has fewer items.
 * `isRequested` decides whether the customer in the slot is the requested one.
 */
export async function lookupWishlists(
  { redis, keys, address: { partition, slot } }: { redis: Redis; keys: Keys; address: SlotAddress },
  { cursor, size, itemSize, maxBytes = MAX_PAGE_BYTES, knownState = "" }: LookupRequest,
  isRequested: (customer: NamedCustomer) => boolean,
): Promise<Lookup | "unchanged" | undefined> {
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
      knownState,
    ],
  );
  if (!found) return undefined;
  const [record, former, stateText, contents, ...records] = found;
  const customer = {
    record: decodeIfAny(decodeCustomer, record?.toString()) ?? null,
    former: decodeIfAny(decodeFormerCustomer, former?.toString()) ?? null,
  };
  if (!isRequested(customer)) return undefined;
  if (stateText === undefined) return "unchanged";
  const state = stateText.toString();
  return { state, wishlists: wishlistsOf(contents?.toString() ?? "", state, records) };
}

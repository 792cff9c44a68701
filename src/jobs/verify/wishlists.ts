import { waitingSince } from "../../actors/wishlist/items/waiting.ts";
import { termsOf, waitingName } from "../../actors/wishlist/state/item-index.ts";
import { addTo } from "../../collections/grouped.ts";
import { parseOrdinal } from "../../store/ids/base32.ts";
import { partitionOfWishlist } from "../../store/ids/ids.ts";
import type { RecordAddress } from "../../store/keys/key-space.ts";
import type { Keys } from "../../store/keys/keys.ts";
import type { WishlistIndex } from "../../store/lists/wishlist-index.ts";
import type { IndexedWishlist, IndexReads } from "../../store/maintenance/index-reads.ts";
import type { IndexChange, IndexRepairs } from "../../store/maintenance/index-repairs.ts";
import { Undecodable } from "../../store/records/decode.ts";
import { WISHLIST } from "../../store/records/fields.ts";
import type { ItemRecord } from "../../store/records/records.ts";
import { encodeWishlistMeta, isOfGuest } from "../../store/records/wishlist-meta.ts";
import type { WaitingLists } from "../../store/waiting/waiting-lists.ts";
import type { Inconsistency, VerifiedIndex } from "./inconsistency.ts";

export interface WishlistParts {
  keys: Keys;
  reads: IndexReads;
  repairs: IndexRepairs;
  waiting: WaitingLists;
  index: WishlistIndex;
}

type OwnIndexParts = Pick<WishlistParts, "keys" | "reads" | "repairs">;

/** Compares the expected entries of an index with its entries, by name. */
function differences(
  expected: ReadonlyMap<string, string>,
  present: ReadonlyMap<string, string>,
): { name: string; what: Inconsistency["what"] }[] {
  const names = [...new Set([...expected.keys(), ...present.keys()])];
  return names.flatMap((name) => {
    const [wanted, found] = [expected.get(name), present.get(name)];
    if (wanted === found) return [];
    return [{ name, what: wanted === undefined ? "extra" : found === undefined ? "missing" : "wrong" }];
  });
}

/** Returns the numbers of a wishlist's items by index term, in their stored form. */
function termsOfItems({ items }: IndexedWishlist): Map<string, string> {
  const numbers = new Map<string, number[]>();
  for (const [name, item] of items)
    for (const term of termsOf(item)) addTo(numbers, term, parseOrdinal(name) ?? 0);
  return new Map([...numbers].map(([term, all]) => [term, all.sort((a, b) => a - b).join(" ")]));
}

/**
 * Whether items are stored with another reference than their wishlist, and its metadata do not say so: version 0.1.0
 * restored removed items with a former reference. A wishlist that is being deleted has items without a reference.
 */
const hasUnmarkedRefs = ({ meta: { wishlistRef, hasFormerRefs }, items }: IndexedWishlist): boolean =>
  !hasFormerRefs &&
  [...items.values()].some((item) => item.wishlistRef !== undefined && item.wishlistRef !== wishlistRef);

/** Compares the metadata of a wishlist with its items. One write repairs everything that differs. */
function verifyMeta({ keys, repairs }: OwnIndexParts, wishlist: IndexedWishlist): Inconsistency[] {
  const { id, partition, meta, metaText, items } = wishlist;
  const findings: VerifiedIndex[] = [];
  const repaired = { ...meta, count: items.size };
  if (repaired.count !== meta.count) findings.push("itemCount");
  if (hasUnmarkedRefs(wishlist)) {
    findings.push("itemReferences");
    repaired.hasFormerRefs = true;
  }
  const key = keys.wishlist(partition, id);
  const command = ["HSET", WISHLIST.meta, encodeWishlistMeta(repaired)];
  let repairing: Promise<boolean> | undefined;
  const repair = () => (repairing ??= repairs.change(wishlist, { key, command }));
  return findings.map((index) => ({ index, what: "wrong", record: id, detail: metaText, repair }));
}

/** Compares a wishlist with the indexes in its own partition. */
export async function verifyOwnIndexes(
  parts: OwnIndexParts,
  wishlist: IndexedWishlist,
): Promise<Inconsistency[]> {
  const { keys, reads, repairs } = parts;
  const { id, partition, meta, metaText, items, order, terms } = wishlist;
  const finding = (index: VerifiedIndex, what: Inconsistency["what"], name: string, change: IndexChange) => ({
    index,
    what,
    record: id,
    detail: `${name} ${metaText}`,
    repair: () => repairs.change(wishlist, change),
  });
  const orderKey = keys.itemOrder(partition, id);
  const termKey = keys.itemIndex(partition, id);
  const namesOf = (names: Iterable<string>) => new Map([...names].map((name) => [name, ""]));
  const expectedTerms = termsOfItems(wishlist);
  const found: Inconsistency[] = [
    ...differences(namesOf(items.keys()), namesOf(order)).map(({ name, what }) =>
      finding("itemOrder", what, name, {
        key: orderKey,
        command: what === "extra" ? ["ZREM", name] : ["ZADD", "0", name],
      }),
    ),
    ...differences(expectedTerms, new Map(Object.entries(terms))).map(({ name, what }) => {
      const text = expectedTerms.get(name);
      return finding("itemIndex", what, name, {
        key: termKey,
        command: text === undefined ? ["HDEL", name] : ["HSET", name, text],
      });
    }),
  ];
  const listKey = meta.slot === null ? undefined : keys.customerWishlists(partition, meta.slot);
  if (listKey !== undefined && !(await reads.hasMember(listKey, id)))
    found.push(finding("customerWishlists", "missing", "", { key: listKey, command: ["ZADD", "0", id] }));
  // These repairs come last, because the others compare with the metadata that they change.
  found.push(...verifyMeta(parts, wishlist));
  return found;
}

/**
 * Returns the wishes that wait for a variant, with its name. A wave removes purchased wishes when it reads them. A
 * guest's wishes do not wait.
 */
const waitsOf = ({ meta, items }: IndexedWishlist): { item: ItemRecord; variant: string }[] =>
  (isOfGuest(meta) ? [] : [...items.values()])
    .map((item) => ({ item, variant: waitingName(item.product) }))
    .filter(({ item, variant }) => variant !== "" && !item.purchased);

/**
 * Finds a wishlist that is missing from the list of its store, and wishes that are missing from their waiting lists.
 * These lists are not in the partition of the wishlist. So a repair first writes the entry, and removes it again if the
 * record does not have it any more: the relay may have removed it before.
 */
export async function verifyProjections(
  { keys, reads, waiting, index }: Omit<WishlistParts, "repairs">,
  wishlist: IndexedWishlist,
): Promise<Inconsistency[]> {
  const { id, partition, meta } = wishlist;
  const { storeKey, version } = meta;
  const found: Inconsistency[] = [];
  if (!(await reads.hasMember(keys.wishlists(partition, storeKey), id)))
    found.push({
      index: "storeWishlists",
      what: "missing",
      record: id,
      detail: version,
      async repair() {
        const listed = [{ storeKey, wishlistId: id }];
        await index.change(listed, []);
        if (await reads.wishlist(partition, id)) return true;
        await index.change([], listed);
        return false;
      },
    });
  const waits = waitsOf(wishlist);
  const since = await Promise.all(
    waits.map(({ item, variant }) => waiting.since(storeKey, variant, [item.id])),
  );
  for (const [i, { item, variant }] of waits.entries()) {
    if (since[i]?.[0] !== null) continue;
    const listing = { storeKey, variant, itemId: item.id };
    found.push({
      index: "waitingList",
      what: "missing",
      record: item.id,
      detail: version,
      async repair() {
        await waiting.change([
          { added: { ...listing, since: Date.parse(waitingSince(item)), hasMoved: false } },
        ]);
        const latest = await reads.wishlist(partition, id);
        if (latest && waitsOf(latest).some((wait) => wait.item.id === item.id && wait.variant === variant))
          return true;
        await waiting.remove([listing]);
        return false;
      },
    });
  }
  return found;
}

async function readableWishlist(reads: IndexReads, partition: number, id: string) {
  try {
    return await reads.wishlist(partition, id);
  } catch (err) {
    if (err instanceof Undecodable) return "undecodable";
    throw err;
  }
}

/** Finds wishlists in a customer's list that do not exist or belong to another customer. */
export async function verifyListed(
  { reads, repairs }: Pick<WishlistParts, "reads" | "repairs">,
  { partition, id: slot }: RecordAddress,
): Promise<Inconsistency[]> {
  const found: Inconsistency[] = [];
  for (const id of await reads.listed(partition, slot)) {
    const wishlist =
      partitionOfWishlist(id) === partition ? await readableWishlist(reads, partition, id) : undefined;
    // A wishlist that cannot be decoded has its own finding, and is not removed from a list.
    if (wishlist === "undecodable" || wishlist?.meta.slot === slot) continue;
    found.push({
      index: "customerWishlists",
      what: "extra",
      record: id,
      detail: wishlist?.metaText ?? "",
      repair: () => repairs.unlist(partition, slot, id).then(() => true),
    });
  }
  return found;
}

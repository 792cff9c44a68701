import { defined } from "../../../collections/defined.ts";
import { itemId } from "../../../store/ids/ids.ts";
import { partsOfSlot } from "../../../store/keys/slots.ts";
import type { ItemRecord, WishlistMeta } from "../../../store/records/records.ts";
import type { EventOf } from "../../events/event.ts";
import type { CommandContext } from "../../handler.ts";
import { refuseOversized } from "../../record-size.ts";
import { refuse, type Rejection } from "../../reply.ts";
import { countedChange } from "../../report/counter-changes.ts";
import type { Draft } from "../../state/draft.ts";
import { offerWishes } from "../../state/offer-wishes.ts";
import { guestMark } from "../state/guest.ts";
import { itemIndexStateKey, itemsUnder, reindex, variantTerms } from "../state/item-index.ts";
import { indexRef, itemStateKey, releaseRef } from "../state/item.ts";
import { metaStateKey } from "../state/meta.ts";
import { mayFulfilMore } from "./quantity.ts";

/** Maximum number of items of a wishlist: a longer list would slow down the other wishlists of its partition. */
const MAX_ITEMS = 10_000;

/** Maximum number of items of one variant on a wishlist: an added item is compared with each of them. */
const MAX_SAME_VARIANT = 100;

/** The list that an item is put on. */
interface List {
  storeKey: string;
  wishlistId: string;
}

/** Returns the metadata of a list that the command has found. */
function foundMeta(draft: Draft, wishlistId: string): WishlistMeta {
  const meta = draft.get(metaStateKey(wishlistId));
  if (meta === null) throw new Error(`wishlist ${wishlistId} does not exist`);
  return meta;
}

/** Refuses one more item of a variant, if the wishlist already has many. `terms` are those that the item gets. */
export function refuseSameVariant(
  draft: Draft,
  wishlistId: string,
  terms: readonly string[],
): Rejection | undefined {
  draft.load(terms.map((term) => itemIndexStateKey(wishlistId, term)));
  if (terms.every((term) => itemsUnder(draft, wishlistId, term).length < MAX_SAME_VARIANT)) return undefined;
  const detail = `A wishlist has at most ${MAX_SAME_VARIANT} items of one variant.`;
  return refuse("LimitExceeded", detail, "/product");
}

/** Returns the event of a changed item, with the change that reports count. */
export function updatedEvent(
  storeKey: string,
  before: ItemRecord,
  item: ItemRecord,
  { time }: CommandContext,
) {
  const { wishlistId, id, product } = item;
  const type = "wishlist.item.updated" as const;
  return { type, storeKey, time, wishlistId, itemId: id, product, ...countedChange(before, item) };
}

/**
 * Replaces an item of a list, and updates its references, the index, the metadata and the event accordingly. If more
 * units of it are open, they are offered to the customer's orders.
 *
 * @param eventFields further fields of the event
 */
export function putChanged(
  draft: Draft,
  { storeKey, wishlistId }: List,
  number: number,
  [before, item]: readonly [ItemRecord, ItemRecord],
  context: CommandContext,
  eventFields: Pick<EventOf<"wishlist.item.updated">, "hasMoved" | "waitingSince" | "createdTime"> = {},
): void {
  indexRef(draft, storeKey, before, item);
  reindex(draft, wishlistId, number, before, item);
  releaseRef(draft, storeKey, before, item);
  draft.put(itemStateKey(wishlistId, number), item);
  const meta = foundMeta(draft, wishlistId);
  draft.put(metaStateKey(wishlistId), { ...meta, version: context.version });
  draft.emit({ ...updatedEvent(storeKey, before, item, context), ...guestMark(meta), ...eventFields });
  if (meta.slot !== null && mayFulfilMore(before, item))
    offerWishes(draft, { storeKey, key: partsOfSlot(meta.slot).key }, [item.product], context);
}

/**
 * Appends an item to a list, and updates its references, the index, the metadata and the event accordingly. Refused
 * with `LimitExceeded`, or with `InvalidInput` if the item is too large: larger than `former`, if it comes from another
 * list.
 *
 * @param make makes the item from the list's metadata and the item's id
 * @param eventFields further fields of the event
 */
export function appendItem(
  draft: Draft,
  { storeKey, wishlistId }: List,
  context: CommandContext,
  make: (meta: WishlistMeta, id: string) => ItemRecord,
  {
    former,
    ...eventFields
  }: Pick<EventOf<"wishlist.item.added">, "movedFrom" | "counted" | "waitingSince"> & {
    former?: ItemRecord;
  } = {},
): ItemRecord | Rejection {
  const meta = foundMeta(draft, wishlistId);
  const { maxGuestItems: maxItems = MAX_ITEMS } = meta;
  if (meta.count >= maxItems) return refuse("LimitExceeded", `The wishlist has at most ${maxItems} items.`);
  const number = meta.lastNumber + 1;
  const item = make(meta, itemId(wishlistId, number));
  const { id, product, locationRef } = item;
  const refusal =
    refuseSameVariant(draft, wishlistId, variantTerms(product)) ??
    refuseOversized("item", item, former ?? null);
  if (refusal) return refusal;
  indexRef(draft, storeKey, null, item);
  reindex(draft, wishlistId, number, null, item);
  draft.put(itemStateKey(wishlistId, number), item);
  const { version, time } = context;
  draft.put(metaStateKey(wishlistId), { ...meta, lastNumber: number, count: meta.count + 1, version });
  draft.emit({
    type: "wishlist.item.added",
    storeKey,
    time,
    wishlistId,
    itemId: id,
    product,
    ...defined({ locationRef }),
    ...guestMark(meta),
    ...eventFields,
  });
  return item;
}

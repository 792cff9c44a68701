import { defined } from "../../store/defined.ts";
import { itemRefName } from "../../store/names.ts";
import type { StateKey } from "../../store/partition/state-keys.ts";
import type { WishlistMeta, ItemRecord } from "../../store/records/records.ts";
import type { Draft } from "../state.ts";
import type { AddedItems, AddItem, AddItems, ItemFields } from "./messages.ts";
import type { Handler, CommandContext } from "../handler.ts";
import { type Rejection, refuse } from "../reply.ts";
import { claimStateKey } from "../claim.ts";
import { changed, present } from "../patch.ts";
import { refuseOversized } from "../record-size.ts";
import { countedChange } from "../report/counter-changes.ts";
import { findMeta, metaKey, isRefusal } from "./wishlist-meta.ts";
import { itemsUnder, isSameVariant, itemIndexKey, termsOf, reindex, variantTerms } from "./item-index.ts";
import { requantified } from "./quantity.ts";
import { waitingAnew } from "./waiting.ts";

type Item = AddItem["item"];

/** Maximum number of items of a wishlist: keeps one list from slowing the others of its partition. */
const MAX_ITEMS = 10_000;

/** Maximum number of items of one variant on a wishlist: an added item is compared with each of them. */
const MAX_SAME_VARIANT = 100;

/** State key of an item of a wishlist, by its number. */
export const itemStateKey = (wishlistId: string, number: number): StateKey<"item"> => ({
  kind: "item",
  owner: wishlistId,
  field: number,
});

/** An item that was taken off its list. */
export const removedStateKey = (wishlistId: string, number: number): StateKey<"removed"> => ({
  kind: "removed",
  owner: wishlistId,
  field: number,
});

/** Several wishlists may have the same item reference. The store's index gets it before the commit. */
export const itemRefClaim = (storeKey: string, wishlistId: string, value: string) =>
  claimStateKey({ reference: "itemRef", storeKey, value, holder: wishlistId });

/** Adds an item's reference to the store's index, if a change gives the item another one. */
export function indexRef(draft: Draft, storeKey: string, before: ItemRecord | null, after: ItemRecord): void {
  const { wishlistId, wishlistItemRef } = after;
  if (wishlistItemRef === undefined || wishlistItemRef === before?.wishlistItemRef) return;
  draft.get(itemRefClaim(storeKey, wishlistId, wishlistItemRef));
}

const isText = (value: unknown): value is string => typeof value === "string";

/**
 * Terms under which the items may be indexed. A wish that occurs twice in one command is indexed under the variant
 * names of both.
 */
function termsOfAll(items: Item[]): string[][] {
  if (items.length === 1) return items.map(termsOf);
  const said = new Map<string, Item["product"]>();
  return items.map((item) => {
    const before = variantTerms(item.product).flatMap((term) => said.get(term) ?? []);
    const product = [...before, item.product].reduce((all, each) => ({ ...all, ...each }));
    for (const term of variantTerms(product)) said.set(term, product);
    return [...termsOf(item), ...(before.length > 0 ? variantTerms(product) : [])];
  });
}

/**
 * Loads the wishlist with what shows whether the wishes are on it already, for all of them together. Returns its
 * metadata, or why nothing can be added.
 */
function loadWishlist(command: AddItem | AddItems, items: Item[], draft: Draft): WishlistMeta | Rejection {
  const { wishlistId, storeKey } = command;
  const terms = termsOfAll(items);
  draft.load([metaKey(wishlistId), ...terms.flat().map((term) => itemIndexKey(wishlistId, term))]);
  const meta = findMeta(draft, command);
  if (isRefusal(meta)) return meta;
  const found = terms.map((each) => each.flatMap((term) => itemsUnder(draft, wishlistId, term)));
  draft.load([
    ...found.flat().map((number) => itemStateKey(wishlistId, number)),
    ...items.flatMap(({ wishlistItemRef }) =>
      isText(wishlistItemRef) ? [itemRefClaim(storeKey, wishlistId, wishlistItemRef)] : [],
    ),
  ]);
  draft.load(
    found.flatMap((numbers, i) =>
      numbers.flatMap((number) => {
        const item = draft.get(itemStateKey(wishlistId, number));
        if (!item) return [];
        const next = { ...item, product: { ...item.product, ...items[i]?.product } };
        return [...termsOf(item), ...termsOf(next)].map((term) => itemIndexKey(wishlistId, term));
      }),
    ),
  );
  return meta;
}

/**
 * Number of the item that is the same wish as `item`, or why there can be none. An item reference decides
 * first; without one that differs, the same product and variant are the same wish.
 */
function findSameWish(command: AddItem | AddItems, item: Item, draft: Draft): number | undefined | Rejection {
  const { wishlistId, allowDuplicates } = command;
  const { wishlistItemRef } = item;
  if (isText(wishlistItemRef)) {
    const [number] = itemsUnder(draft, wishlistId, itemRefName(wishlistItemRef));
    if (number !== undefined) {
      const holder = draft.get(itemStateKey(wishlistId, number));
      if (holder && isSameVariant(holder.product, item.product)) return number;
      return refuse(
        "DuplicateReference",
        "Another item of the wishlist has this wishlistItemRef.",
        "/wishlistItemRef",
      );
    }
  }
  if (allowDuplicates) return undefined;
  return variantTerms(item.product)
    .flatMap((term) => itemsUnder(draft, wishlistId, term))
    .find((number) => {
      const ref = draft.get(itemStateKey(wishlistId, number))?.wishlistItemRef;
      return ref === undefined || !isText(wishlistItemRef);
    });
}

function newItem(fields: Item, meta: WishlistMeta, wishlistId: string, id: string, time: string): ItemRecord {
  const item: ItemRecord = {
    id,
    wishlistId,
    product: fields.product,
    purchased: false,
    purchasedAndRemoved: fields.purchasedAndRemoved ?? false,
    addedFromCart: fields.addedFromCart ?? false,
    addedByStaff: fields.addedByStaff ?? false,
    disableNotification: fields.disableNotification ?? false,
    prerelease: fields.prerelease ?? false,
    notifyMe: fields.notifyMe ?? false,
    createdTime: time,
    modifiedTime: time,
  };
  if (fields.wishlistItemRef) item.wishlistItemRef = fields.wishlistItemRef;
  if (meta.wishlistRef !== null) item.wishlistRef = meta.wishlistRef;
  if (fields.priceWhenAdded) item.priceWhenAdded = fields.priceWhenAdded;
  if (fields.staffRef) item.staffRef = fields.staffRef;
  if (fields.locationRef) item.locationRef = fields.locationRef;
  if (fields.quantity) item.quantity = fields.quantity;
  if (fields.priority) item.priority = fields.priority;
  if (fields.note) item.note = fields.note;
  if (fields.attributeGroups) item.attributeGroups = fields.attributeGroups;
  return item;
}

const isDeepEqual = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The known wish with the fields of the new one; the same object if nothing changes. */
function refreshed(item: ItemRecord, fields: Item, time: string): ItemRecord {
  // The price belongs to the first time that it was wished for.
  const { priceWhenAdded: _, ...given } = present<ItemFields>(fields);
  const next = changed(item, {
    ...given,
    product: { ...item.product, ...given.product },
  });
  return isDeepEqual(item, next) ? item : { ...requantified(item, next, time), modifiedTime: time };
}

interface PlacedItem {
  item: ItemRecord;
  status: "created" | "existing";
}

/** Puts one item on the list and keeps metadata, index and events in step. */
function putOnList(
  command: AddItem | AddItems,
  fields: Item,
  draft: Draft,
  context: CommandContext,
): PlacedItem | Rejection {
  const { wishlistId, storeKey } = command;
  const meta = draft.get(metaKey(wishlistId));
  const found = findSameWish(command, fields, draft);
  if (typeof found === "object") return found;
  if (meta === null) throw new Error(`wishlist ${wishlistId} is not there`);
  const before = found === undefined ? null : draft.get(itemStateKey(wishlistId, found));
  if (found !== undefined && before) {
    const next = refreshed(before, fields, context.time);
    const item = waitingAnew(before, next, context.time);
    if (item !== before) {
      const oversized = refuseOversized("item", next, before);
      if (oversized) return oversized;
      indexRef(draft, storeKey, before, item);
      reindex(draft, wishlistId, found, before, item);
      draft.put(itemStateKey(wishlistId, found), item);
      draft.put(metaKey(wishlistId), { ...meta, version: context.version });
      draft.emit(updatedEvent(storeKey, before, item, context));
    }
    return { item, status: "existing" };
  }
  if (meta.count >= MAX_ITEMS) return refuse("LimitExceeded", `A wishlist holds at most ${MAX_ITEMS} items.`);
  if (
    variantTerms(fields.product).some(
      (term) => itemsUnder(draft, wishlistId, term).length >= MAX_SAME_VARIANT,
    )
  )
    return refuse(
      "LimitExceeded",
      `A wishlist holds at most ${MAX_SAME_VARIANT} items of one variant.`,
      "/product",
    );
  const number = meta.lastNumber + 1;
  const item = newItem(fields, meta, wishlistId, context.itemId(wishlistId, number), context.time);
  const oversized = refuseOversized("item", item, null);
  if (oversized) return oversized;
  indexRef(draft, storeKey, null, item);
  reindex(draft, wishlistId, number, null, item);
  draft.put(itemStateKey(wishlistId, number), item);
  draft.put(metaKey(wishlistId), {
    ...meta,
    lastNumber: number,
    count: meta.count + 1,
    version: context.version,
  });
  const { id: itemId, product, locationRef } = item;
  draft.emit({
    type: "wishlist.item.added",
    storeKey,
    time: context.time,
    wishlistId,
    itemId,
    product,
    ...defined({ locationRef }),
  });
  return { item, status: "created" };
}

/** The event of a changed item, with what reports count of it. */
export function updatedEvent(storeKey: string, was: ItemRecord, item: ItemRecord, { time }: CommandContext) {
  const { wishlistId, id: itemId, product } = item;
  const type = "wishlist.item.updated" as const;
  return { type, storeKey, time, wishlistId, itemId, product, ...countedChange(was, item) };
}

/**
 * Adds an item. If the list already has the same wish, that item is changed by the fields that are present: an item
 * with the same reference, else one for the same variant, unless duplicates are allowed. Refused with
 * `ResourceNotFound`, `PreconditionFailed`, `DuplicateReference` or `LimitExceeded`.
 */
export const addItem: Handler<AddItem, ItemRecord> = (command, draft, context) => {
  const meta = loadWishlist(command, [command.item], draft);
  if (isRefusal(meta)) return meta;
  const placed = putOnList(command, command.item, draft, context);
  if (isRefusal(placed)) return placed;
  return { ok: true, body: placed.item, version: versionAfter(draft, command) };
};

/** Adds items in their order, each as {@link addItem} does; all of them or, where one is refused, none. */
export const addItems: Handler<AddItems, AddedItems> = (command, draft, context) => {
  const meta = loadWishlist(command, command.items, draft);
  if (isRefusal(meta)) return meta;
  const items: AddedItems["items"] = [];
  for (const [index, fields] of command.items.entries()) {
    const placed = putOnList(command, fields, draft, context);
    if (isRefusal(placed)) {
      return { ...placed, path: `${command.pointers[index] ?? ""}${placed.path ?? ""}` };
    }
    const { id, wishlistItemRef } = placed.item;
    items.push({
      id,
      ...defined({ wishlistItemRef }),
      status: placed.status,
    });
  }
  const { wishlistId } = command;
  return { ok: true, body: { wishlistId, items }, version: versionAfter(draft, command) };
};

function versionAfter(draft: Draft, command: { wishlistId: string }): string {
  return draft.get(metaKey(command.wishlistId))?.version ?? "";
}

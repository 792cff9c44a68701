import { defined } from "../../store/defined.ts";
import type { ItemRecord, WishlistMeta } from "../../store/records/records.ts";
import type { CommandContext, Handler } from "../handler.ts";
import { changed, present } from "../patch.ts";
import { refuseOversized } from "../record-size.ts";
import type { Rejection } from "../reply.ts";
import type { Draft } from "../state.ts";
import { itemStateKey } from "./item-state.ts";
import type { AddedItems, AddItem, AddItems, ItemFields } from "./messages.ts";
import { appendItem, putChanged } from "./put-item.ts";
import { requantified } from "./quantity.ts";
import { findSameWish, loadWishlist } from "./same-wish.ts";
import { refuseStaffFields } from "./staff-fields.ts";
import { waitingAnew } from "./waiting.ts";
import { isRefusal, metaKey } from "./wishlist-meta.ts";

type Item = AddItem["item"];

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
  if (meta.wishlistRef !== null) item.wishlistRef = meta.wishlistRef;
  return changed(item, {
    wishlistItemRef: fields.wishlistItemRef,
    priceWhenAdded: fields.priceWhenAdded,
    staffRef: fields.staffRef,
    locationRef: fields.locationRef,
    quantity: fields.quantity,
    priority: fields.priority,
    note: fields.note,
    attributeGroups: fields.attributeGroups,
  });
}

const hasSameJson = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** The known wish with the fields of the new one; the same object if nothing changes. */
function refreshed(item: ItemRecord, fields: Item, time: string): ItemRecord {
  // The price stays that of the first time that the variant was wished for.
  const { priceWhenAdded: _, ...given } = present<ItemFields>(fields);
  const next = changed(item, {
    ...given,
    product: { ...item.product, ...given.product },
  });
  return hasSameJson(item, next) ? item : { ...requantified(item, next, time), modifiedTime: time };
}

interface PlacedItem {
  item: ItemRecord;
  status: "created" | "existing";
}

/** Puts one item on the list. */
function putOnList(
  command: AddItem | AddItems,
  fields: Item,
  draft: Draft,
  context: CommandContext,
): PlacedItem | Rejection {
  const { wishlistId } = command;
  const found = findSameWish(command, fields, draft);
  if (typeof found === "object") return found;
  const before = found === undefined ? null : draft.get(itemStateKey(wishlistId, found));
  if (found !== undefined && before) {
    const next = refreshed(before, fields, context.time);
    const item = waitingAnew(before, next, context.time);
    const refusal =
      refuseStaffFields(command, before, next) ??
      (item === before ? undefined : refuseOversized("item", next, before));
    if (refusal) return refusal;
    if (item !== before) putChanged(draft, command, found, [before, item], context);
    return { item, status: "existing" };
  }
  const refusal = refuseStaffFields(command, {}, fields);
  if (refusal) return refusal;
  const item = appendItem(draft, command, context, (meta, id) =>
    newItem(fields, meta, wishlistId, id, context.time),
  );
  return isRefusal(item) ? item : { item, status: "created" };
}

/**
 * Adds an item. If the list already has the same wish, that item is changed by the fields that are present: an item
 * with the same reference, else one for the same variant, unless duplicates are allowed. Refused with
 * `ResourceNotFound`, `PreconditionFailed`, `DuplicateReference`, `InvalidInput` or `LimitExceeded`.
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

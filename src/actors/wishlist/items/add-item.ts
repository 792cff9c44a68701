import { defined } from "../../../collections/defined.ts";
import type { ItemRecord, ProductIdentity, WishlistMeta } from "../../../store/records/records.ts";
import type { CommandContext, Handler } from "../../handler.ts";
import { changed, withoutNull } from "../../patch.ts";
import { refuseOversized } from "../../record-size.ts";
import { isSameJson } from "../../record-text.ts";
import { isRefusal, type Rejection } from "../../reply.ts";
import type { Draft } from "../../state/draft.ts";
import type { AddedItems, AddItem, AddItems, ItemFields } from "../messages.ts";
import { itemStateKey } from "../state/item.ts";
import { metaStateKey } from "../state/meta.ts";
import { flagsWith } from "./flags.ts";
import { appendItem, putChanged } from "./put-item.ts";
import { requantified } from "./quantity.ts";
import { findSameWish, loadWishlist } from "./same-wish.ts";
import { refuseStaffFields } from "./staff-fields.ts";
import { restartWaiting } from "./waiting.ts";

type Item = AddItem["item"];

function newItem(fields: Item, meta: WishlistMeta, wishlistId: string, id: string, time: string): ItemRecord {
  const item: ItemRecord = {
    id,
    wishlistId,
    product: fields.product,
    purchased: false,
    ...flagsWith((flag) => fields[flag] ?? false),
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

/**
 * Returns the names of a wish's variant, with those of the same wish that is sent again. The ids may be newer, because
 * a product that is created again has others. Other references are those of another variant, and only a change of the
 * variant replaces them.
 */
function sameProduct(known: ProductIdentity, sent: ProductIdentity): ProductIdentity {
  const isOther = (name: "productRef" | "selectedVariantRef") =>
    known[name] !== undefined && sent[name] !== undefined && known[name] !== sent[name];
  return isOther("productRef") || isOther("selectedVariantRef") ? known : { ...known, ...sent };
}

/** Returns the existing wish with the fields of the new one; the same object if nothing changes. */
function refreshed(item: ItemRecord, fields: Item, time: string): ItemRecord {
  // The price stays the one at the time when the wish was first added.
  const { priceWhenAdded: _, ...given } = withoutNull<ItemFields>(fields);
  const next = changed(item, {
    ...given,
    product: sameProduct(item.product, fields.product),
  });
  return isSameJson(item, next) ? item : { ...requantified(item, next, time), modifiedTime: time };
}

interface AddedItem {
  item: ItemRecord;
  status: "created" | "existing";
}

/** Adds one item to the list, or changes the same wish if the list has it. */
function addOrRefresh(
  command: AddItem | AddItems,
  fields: Item,
  draft: Draft,
  context: CommandContext,
): AddedItem | Rejection {
  const { wishlistId } = command;
  const found = findSameWish(command, fields, draft);
  if (typeof found === "object") return found;
  const before = found === undefined ? null : draft.get(itemStateKey(wishlistId, found));
  if (found !== undefined && before) {
    const next = refreshed(before, fields, context.time);
    const item = restartWaiting(before, next, context.time);
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
 * Adds an item. If the list already has the same wish, the fields that are present change that item: an item with the
 * same reference, otherwise one for the same variant, unless duplicates are allowed. Refused with `ResourceNotFound`,
 * `PreconditionFailed`, `DuplicateReference`, `InvalidInput` or `LimitExceeded`.
 */
export const addItem: Handler<AddItem, ItemRecord> = (command, draft, context) => {
  const meta = loadWishlist(command, [command.item], draft);
  if (isRefusal(meta)) return meta;
  const added = addOrRefresh(command, command.item, draft, context);
  if (isRefusal(added)) return added;
  return { ok: true, body: added.item, version: versionAfter(draft, command) };
};

/** Adds items in their order, each like {@link addItem}: all of them, or none if one is refused. */
export const addItems: Handler<AddItems, AddedItems> = (command, draft, context) => {
  const meta = loadWishlist(command, command.items, draft);
  if (isRefusal(meta)) return meta;
  const items: AddedItems["items"] = [];
  for (const [index, fields] of command.items.entries()) {
    const added = addOrRefresh(command, fields, draft, context);
    if (isRefusal(added)) {
      return { ...added, path: `${command.pointers[index] ?? ""}${added.path ?? ""}` };
    }
    const { id, wishlistItemRef } = added.item;
    items.push({
      id,
      ...defined({ wishlistItemRef }),
      status: added.status,
    });
  }
  const { wishlistId } = command;
  return { ok: true, body: { wishlistId, items }, version: versionAfter(draft, command) };
};

function versionAfter(draft: Draft, command: { wishlistId: string }): string {
  return draft.get(metaStateKey(command.wishlistId))?.version ?? "";
}

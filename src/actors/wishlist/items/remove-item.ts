import type { Handler } from "../../handler.ts";
import { isRefusal } from "../../reply.ts";
import { countedChange } from "../../report/counter-changes.ts";
import type { RemoveItem } from "../messages.ts";
import { reindex } from "../state/item-index.ts";
import { itemStateKey, releaseRef, removedStateKey } from "../state/item.ts";
import { metaStateKey } from "../state/meta.ts";
import { dropExcess, stateToDrop } from "../state/removed-items.ts";
import { refuseStaffFields } from "./staff-fields.ts";
import { findItem } from "./update-item.ts";

/**
 * Removes an item from its list: reads no longer return it. It is kept for reports, events and refunds until the list
 * has too many removed items. Refused with `ResourceNotFound`, `PreconditionFailed` or `InvalidInput`.
 */
export const removeItem: Handler<RemoveItem> = (command, draft, context) => {
  draft.load([metaStateKey(command.wishlistId), itemStateKey(command.wishlistId, command.number)]);
  const found = findItem(draft, command);
  if (isRefusal(found)) return found;
  const { meta, item } = found;
  const { storeKey, wishlistId, number } = command;
  const purchasedAndRemoved = command.purchasedAndRemoved ?? item.purchasedAndRemoved;
  const refusal = refuseStaffFields(command, item, { ...item, purchasedAndRemoved });
  if (refusal) return refusal;
  reindex(draft, wishlistId, number, item, null);
  draft.put(itemStateKey(wishlistId, number), null);
  const removed = { ...item, purchasedAndRemoved, deleted: true as const, deletedTime: context.time };
  draft.put(removedStateKey(wishlistId, number), removed);
  draft.put(metaStateKey(wishlistId), { ...meta, count: meta.count - 1, version: context.version });
  draft.load(stateToDrop(draft, wishlistId));
  dropExcess(draft, wishlistId, context);
  releaseRef(draft, storeKey, item);
  const { id: itemId, product } = item;
  draft.emit({
    type: "wishlist.item.removed",
    storeKey,
    time: context.time,
    wishlistId,
    itemId,
    product,
    purchasedAndRemoved,
    ...countedChange(item, removed),
  });
  return { ok: true, version: context.version };
};

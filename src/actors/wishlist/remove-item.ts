import type { Handler } from "../handler.ts";
import type { RemoveItem } from "./messages.ts";
import { countedChange } from "../report/tallies-of.ts";
import { itemCell } from "./add-item.ts";
import { headOf, isRefusal } from "./head.ts";
import { markCell, marksOf, remark } from "./marks.ts";
import { findItem } from "./update-item.ts";

/** Takes an item off its list: gone from reads, kept for reporting. */
export const removeItem: Handler<RemoveItem> = {
  reads({ wishlistId, number }, draft) {
    const item = itemCell(wishlistId, number);
    const found = draft.knows(item) ? draft.get(item) : null;
    const marks = found ? marksOf(found).map((mark) => markCell(wishlistId, mark)) : [];
    return [headOf(wishlistId), item, ...marks];
  },

  decide(command, draft, context) {
    const found = findItem(draft, command);
    if (isRefusal(found)) return found;
    const { head, item } = found;
    const { storeKey, wishlistId, number } = command;
    const purchasedAndRemoved = command.purchasedAndRemoved ?? item.purchasedAndRemoved;
    remark(draft, wishlistId, number, item, null);
    draft.put(itemCell(wishlistId, number), null);
    const removed = { ...item, purchasedAndRemoved, deleted: true as const, deletedTime: context.time };
    draft.put({ kind: "removed", of: wishlistId, field: number }, removed);
    draft.put(headOf(wishlistId), { ...head, count: head.count - 1, version: context.version });
    if (item.wishlistItemRef !== undefined) {
      draft.release({ reference: "itemRef", storeKey, value: item.wishlistItemRef, holder: wishlistId });
    }
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
  },
};

import { defined } from "../../store/defined.ts";
import type { ItemRecord } from "../../store/records/records.ts";
import type { Event } from "../event.ts";
import type { CommandContext } from "../handler.ts";
import { refuseOversized } from "../record-size.ts";
import type { Rejection } from "../reply.ts";
import type { Draft } from "../state.ts";
import { itemStateKey } from "./item-state.ts";
import { joined } from "./join.ts";
import { appendItem, putChanged } from "./put-item.ts";
import { findSameWish, type ReceivingList } from "./same-wish.ts";
import { waitingSince } from "./waiting.ts";
import { isRefusal } from "./wishlist-meta.ts";

/** An item that came from another list. */
export interface Placed {
  item: ItemRecord;
  number: number;
  status: "created" | "existing";
}

/**
 * Puts an item of another list on this one: joined with the same wish if the list has it, else at the end, with the
 * time since when it waits. Refused like an item that is added. {@link loadWishlist} must have loaded the list.
 *
 * @param said further members of the event of a new item
 */
export function placeItem(
  draft: Draft,
  target: ReceivingList,
  from: ItemRecord,
  context: CommandContext,
  said: Partial<Event> = {},
): Placed | Rejection {
  const { wishlistId } = target;
  const found = findSameWish(target, from, draft);
  if (typeof found === "object") return found;
  const before = found === undefined ? null : draft.get(itemStateKey(wishlistId, found));
  if (found !== undefined && before) {
    const item = joined(before, from, context.time);
    const both = { ...item, id: before.id, wishlistId, ...defined({ wishlistRef: before.wishlistRef }) };
    const oversized = refuseOversized("item", both, before);
    if (oversized) return oversized;
    putChanged(draft, target, found, [before, both], context, { waitingSince: waitingSince(both) });
    return { item: both, number: found, status: "existing" };
  }
  let number = 0;
  const item = appendItem(
    draft,
    target,
    context,
    (meta, id) => {
      number = meta.lastNumber + 1;
      const { wishlistRef: _, ...fields } = from;
      const wishlistRef = meta.wishlistRef ?? undefined;
      return { ...fields, id, wishlistId, ...defined({ wishlistRef }), modifiedTime: context.time };
    },
    { ...said, waitingSince: waitingSince(from) },
  );
  return isRefusal(item) ? item : { item, number, status: "created" };
}

import { defined } from "../../../collections/defined.ts";
import type { ItemRecord } from "../../../store/records/records.ts";
import type { EventOf } from "../../events/event.ts";
import type { CommandContext } from "../../handler.ts";
import { refuseOversized } from "../../record-size.ts";
import { isRefusal, type Rejection } from "../../reply.ts";
import type { Draft } from "../../state/draft.ts";
import { itemStateKey } from "../state/item.ts";
import { joined } from "./join.ts";
import { appendItem, putChanged } from "./put-item.ts";
import { findSameWish, type ReceivingList } from "./same-wish.ts";
import { waitingSince } from "./waiting.ts";

/** An item that came from another list, with its number on the new list. */
export interface Placed {
  item: ItemRecord;
  number: number;
  status: "created" | "existing";
}

/**
 * Puts an item of another list on this one, with the time since when it waits: joined with the same wish if the list
 * has it, otherwise at the end. Refused like an added item. {@link loadWishlist} must have loaded the list.
 *
 * @param eventFields further fields of the event of a new item
 */
export function placeItem(
  draft: Draft,
  target: ReceivingList,
  { wishlistRef: _, ...from }: ItemRecord,
  context: CommandContext,
  eventFields: Pick<EventOf<"wishlist.item.added">, "movedFrom" | "counted"> = {},
): Placed | Rejection {
  const { wishlistId } = target;
  const found = findSameWish(target, from, draft);
  if (typeof found === "object") return found;
  const before = found === undefined ? null : draft.get(itemStateKey(wishlistId, found));
  if (found !== undefined && before) {
    const item = joined(before, from, context.time);
    const oversized = refuseOversized("item", item, before);
    if (oversized) return oversized;
    const { createdTime } = before;
    putChanged(draft, target, found, [before, item], context, {
      waitingSince: waitingSince(item),
      createdTime,
    });
    return { item, number: found, status: "existing" };
  }
  let number = 0;
  const item = appendItem(
    draft,
    target,
    context,
    (meta, id) => {
      number = meta.lastNumber + 1;
      const wishlistRef = meta.wishlistRef ?? undefined;
      return { ...from, id, wishlistId, ...defined({ wishlistRef }), modifiedTime: context.time };
    },
    { ...eventFields, waitingSince: waitingSince(from), former: from },
  );
  return isRefusal(item) ? item : { item, number, status: "created" };
}

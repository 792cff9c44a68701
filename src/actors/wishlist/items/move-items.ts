import { defined } from "../../../collections/defined.ts";
import { itemRefTerm } from "../../../store/keys/names.ts";
import type { ItemRecord } from "../../../store/records/records.ts";
import type { CommandContext, Handler } from "../../handler.ts";
import { isSameJson } from "../../record-text.ts";
import { isRefusal, refuse, type Rejection } from "../../reply.ts";
import { countedWish } from "../../report/counter-changes.ts";
import type { Draft } from "../../state/draft.ts";
import { newestAlertsStateKey, purchasesOfItemStateKey } from "../../state/ledger.ts";
import type { BySender, CopiedPrice, MovedItems, MoveItems } from "../messages.ts";
import { itemIndexStateKey, itemsUnder, reindex, termsOf } from "../state/item-index.ts";
import { itemStateKey, releaseRef } from "../state/item.ts";
import { findMeta, metaStateKey } from "../state/meta.ts";
import { type Placed, placeItem } from "./place-item.ts";
import { boughtUnits } from "./quantity.ts";
import { type Moves, relink } from "./relink.ts";
import { loadWishlist, type ReceivingList } from "./same-wish.ts";
import { withoutStaffFields } from "./staff-fields.ts";

interface ChosenItem {
  number: number;
  item: ItemRecord;
}

const targetOf = ({ storeKey, to, ifMatch, allowDuplicates }: MoveItems): ReceivingList => ({
  storeKey,
  ...to,
  ...defined({ ifMatch }),
  allowDuplicates,
});

/** Returns the slot of the customer of both lists, or why nothing can be moved from one to the other. */
function findCustomerOf(command: MoveItems, draft: Draft): { slot: string } | Rejection {
  const { wishlistId, to } = command;
  draft.load([metaStateKey(wishlistId), metaStateKey(to.wishlistId)]);
  const source = findMeta(draft, command);
  if (isRefusal(source)) return source;
  const { slot } = source;
  // The answer about another customer's wishlist is the same as about a wishlist that does not exist.
  if (slot === null || draft.get(metaStateKey(to.wishlistId))?.slot !== slot)
    return refuse("ResourceNotFound", "There is no such wishlist of the customer.");
  if (wishlistId === to.wishlistId)
    return refuse("InvalidInput", "The items are on this wishlist already.", "/toWishlistId");
  const target = findMeta(draft, targetOf(command));
  return isRefusal(target) ? target : { slot };
}

/** Returns the items to move, or why one of them cannot be moved. */
function findItems({ wishlistId, items, pointers }: MoveItems, draft: Draft): ChosenItem[] | Rejection {
  draft.load(
    items.map((name) =>
      typeof name === "number"
        ? itemStateKey(wishlistId, name)
        : itemIndexStateKey(wishlistId, itemRefTerm(name)),
    ),
  );
  const numbers = items.map((name) =>
    typeof name === "number" ? name : itemsUnder(draft, wishlistId, itemRefTerm(name))[0],
  );
  draft.load(numbers.flatMap((number) => (number === undefined ? [] : [itemStateKey(wishlistId, number)])));
  const chosen: ChosenItem[] = [];
  for (const [i, number] of numbers.entries()) {
    const item = number === undefined ? null : draft.get(itemStateKey(wishlistId, number));
    if (number === undefined || !item)
      return refuse("ResourceNotFound", "There is no such item.", pointers[i]);
    if (numbers.indexOf(number) < i) return refuse("InvalidInput", "The item is named twice.", pointers[i]);
    chosen.push({ number, item });
  }
  return chosen;
}

/**
 * Returns a copy of a wish. It is a new wish: no order has purchased it, it has no reference, and it has the price of
 * now. A shopper's copy is the shopper's own wish, so it has no staff fields.
 *
 * @param current the price, unless the item was changed to another variant since it was read
 */
function copyOf(
  item: ItemRecord,
  current: CopiedPrice | null | undefined,
  { byShopper }: BySender,
  createdTime: string,
): ItemRecord {
  const { wishlistItemRef: _1, waitingSince: _2, priceWhenAdded: _3, ...open } = item;
  const { purchasedDate: _4, lastPurchaseDate: _5, purchasedQuantity: _6, variantSince: _7, ...kept } = open;
  const priceWhenAdded = current && isSameJson(current.product, item.product) ? current.price : undefined;
  const copy = {
    ...kept,
    purchased: false,
    purchasedAndRemoved: false,
    ...defined({ priceWhenAdded }),
    createdTime,
  };
  return byShopper ? withoutStaffFields(copy) : copy;
}

/**
 * Removes an item that is now on another list. It does not become a removed item, because reports would count it twice.
 */
function takeOff(
  draft: Draft,
  { storeKey, wishlistId }: MoveItems,
  { number, item }: ChosenItem,
  movedTo: string,
  { time, version }: CommandContext,
): void {
  const meta = draft.get(metaStateKey(wishlistId));
  if (!meta) throw new Error(`wishlist ${wishlistId} does not exist`);
  reindex(draft, wishlistId, number, item, null);
  draft.put(itemStateKey(wishlistId, number), null);
  draft.put(metaStateKey(wishlistId), { ...meta, count: meta.count - 1, version });
  releaseRef(draft, storeKey, item);
  const { id: itemId, product, createdTime } = item;
  const counted = { moved: [countedWish(item)] };
  const type = "wishlist.item.removed" as const;
  draft.emit({ type, storeKey, time, wishlistId, itemId, product, movedTo, createdTime, counted });
}

/**
 * Moves items to another wishlist of the customer, or copies them: all of them, or none if one is refused. If the other
 * list has the same wish, the two are joined. A moved item keeps everything but its id; orders and alerts follow it.
 * Refused with `ResourceNotFound`, `PreconditionFailed`, `InvalidInput`, `DuplicateReference` or `LimitExceeded`.
 */
export const moveItems: Handler<MoveItems, MovedItems> = (command, draft, context) => {
  const { wishlistId, storeKey, isCopy, to } = command;
  const customer = findCustomerOf(command, draft);
  if (isRefusal(customer)) return customer;
  const chosen = findItems(command, draft);
  if (isRefusal(chosen)) return chosen;
  const incoming = chosen.map(({ item }, i) =>
    isCopy ? copyOf(item, command.prices?.[i], command, context.time) : item,
  );
  const target = targetOf(command);
  const { slot } = customer;
  if (!isCopy)
    draft.load([
      ...incoming.flatMap(termsOf).map((term) => itemIndexStateKey(wishlistId, term)),
      // A customer may have very many orders: only those that bought a moved item are needed.
      ...chosen.flatMap(({ item }) =>
        boughtUnits(item) > 0 ? [purchasesOfItemStateKey(slot, item.id)] : [],
      ),
      newestAlertsStateKey(
        slot,
        chosen.map(({ item }) => item.id),
      ),
    ]);
  const meta = loadWishlist(target, incoming, draft);
  if (isRefusal(meta)) return meta;
  const moves = new Map<string, Placed>();
  for (const [i, choice] of chosen.entries()) {
    const { item } = choice;
    const source = incoming[i] ?? item;
    const eventFields = isCopy ? {} : { movedFrom: item.id, counted: { arrived: countedWish(item) } };
    const placed = placeItem(draft, target, source, context, eventFields);
    if (isRefusal(placed)) return { ...placed, path: command.pointers[i] ?? "" };
    if (!isCopy) takeOff(draft, command, choice, placed.item.id, context);
    moves.set(item.id, placed);
  }
  if (!isCopy) relink(draft, { slot, storeKey }, latest(moves, draft), context);
  const items = [...moves].map(([fromItemId, { item, status }]) => ({ fromItemId, id: item.id, status }));
  const body = { wishlistId, toWishlistId: to.wishlistId, items };
  return { ok: true, body, version: context.version };
};

/** Reads the items after all moves: several may have been joined. */
const latest = (moves: ReadonlyMap<string, Placed>, draft: Draft): Moves =>
  new Map(
    [...moves].map(([id, { number, item }]) => [
      id,
      { number, item: draft.get(itemStateKey(item.wishlistId, number)) ?? item },
    ]),
  );

import { itemRefTerm } from "../../store/keys/names.ts";
import type { Match, Purchase, PurchaseLine, WishRemainder } from "../../store/records/orders.ts";
import type { ItemRecord, RemovedItemRecord } from "../../store/records/records.ts";
import type { HandlerRun } from "../handler.ts";
import { changed } from "../patch.ts";
import { countedChange } from "../report/counter-changes.ts";
import { purchasesOfItemStateKey } from "../state/ledger.ts";
import { updatedEvent } from "../wishlist/items/put-item.ts";
import { boughtFields, boughtUnits, openUnits, wantedUnits, withBought } from "../wishlist/items/quantity.ts";
import { itemsUnder, reindex, variantTerms } from "../wishlist/state/item-index.ts";
import { indexRef, itemStateKey, releaseRef, removedStateKey } from "../wishlist/state/item.ts";
import { metaStateKey } from "../wishlist/state/meta.ts";
import { dropExcess } from "../wishlist/state/removed-items.ts";
import type { BoughtLine, MatchOrder } from "./messages.ts";

/** The run that matches an order with the wishes of one customer. */
export interface MatchRun extends HandlerRun<MatchOrder> {
  /** The wish that each line has marked. */
  done: Purchase["lines"];
}

const PURCHASE_DATES = ["purchasedDate", "lastPurchaseDate"] as const;

/** Whether a line has bought units of a wish for more than one unit; false if the wishlist was deleted. */
const isCounted = (line: PurchaseLine) => line.taken !== undefined && line.wishlistId !== "";

/** A wish that a line has found. */
export interface FoundWish extends Match {
  number: number;
  item: ItemRecord;
}

interface ItemAddress {
  wishlistId: string;
  number: number;
}

/** Gives a wishlist a new version, and changes its item count. */
function touch({ draft, context }: MatchRun, { wishlistId }: ItemAddress, difference: number): void {
  const meta = draft.get(metaStateKey(wishlistId));
  if (meta)
    draft.put(metaStateKey(wishlistId), {
      ...meta,
      count: meta.count + difference,
      version: context.version,
    });
}

/** Returns the members that all events about the match of a wish have. */
function matchFields({ command, context }: MatchRun, { wishlistId, id: itemId, product }: ItemRecord) {
  const { storeKey, orderKey } = command;
  return { storeKey, time: context.time, wishlistId, itemId, product, orderKey };
}

function emitReverted(run: MatchRun, before: ItemRecord, after: ItemRecord): void {
  const type = "wishlist.item.purchase_reverted";
  run.draft.emit({ type, ...matchFields(run, after), ...countedChange(before, after) });
}

/** Changes a wish that stays open, or stays purchased. */
function putCounted(run: MatchRun, address: ItemAddress, before: ItemRecord, after: ItemRecord): void {
  const { command, draft, context } = run;
  const item = { ...after, modifiedTime: context.time };
  draft.put(itemStateKey(address.wishlistId, address.number), item);
  touch(run, address, 0);
  draft.emit(updatedEvent(command.storeKey, before, item, context));
}

/**
 * Adds bought units to a wish. Once all wanted units are bought, the wish is purchased, and is removed from its list if
 * the retailer's settings say so.
 */
function buy(run: MatchRun, found: FoundWish, units: number): void {
  const { command, draft, context } = run;
  const { wishlistId, number } = found;
  const { boughtTime, removePurchased } = command;
  const before = { ...found.item, lastPurchaseDate: boughtTime };
  const bought = withBought(before, boughtUnits(before) + units, boughtTime);
  if (!bought.purchased) return putCounted(run, found, found.item, bought);
  const item: ItemRecord = {
    ...bought,
    purchasedAndRemoved: removePurchased || found.item.purchasedAndRemoved,
    modifiedTime: context.time,
  };
  const removed: RemovedItemRecord = { ...item, deleted: true, deletedTime: context.time };
  if (wantedUnits(item) > 1) removed.isRemovedByPurchase = true;
  if (removePurchased) {
    reindex(draft, wishlistId, number, item, null);
    draft.put(itemStateKey(wishlistId, number), null);
    draft.put(removedStateKey(wishlistId, number), removed);
    releaseRef(draft, command.storeKey, item);
  } else {
    draft.put(itemStateKey(wishlistId, number), item);
  }
  touch(run, found, removePurchased ? -1 : 0);
  if (removePurchased) dropExcess(draft, wishlistId, context);
  const { purchasedDate = boughtTime } = item;
  const about = matchFields(run, item);
  const counted = countedChange(found.item, removePurchased ? removed : item);
  draft.emit({ type: "wishlist.item.purchased", ...about, purchasedDate, ...counted });
  if (removePurchased) draft.emit({ type: "wishlist.item.removed", ...about, purchasedAndRemoved: true });
}

/** Lets a line buy the units that a wish still wants. Returns their number if the wish wants more than one unit. */
export function buyUnits(run: MatchRun, found: FoundWish, units: number): number | undefined {
  const wanted = wantedUnits(found.item);
  const taken = Math.min(Math.max(units, 1), wanted - boughtUnits(found.item));
  buy(run, found, taken);
  return wanted > 1 ? taken : undefined;
}

/** Whether the purchase of a line removed a wish for one unit. Another order's line may have removed any other wish. */
const hasRemovedAlone = (line: PurchaseLine) => line.wasRemoved && !isCounted(line);

/** Returns the state keys under which the wish of a line can be stored. */
export function wishKeysOf(line: PurchaseLine) {
  const { wishlistId, number } = line;
  const listed = { wishlistId, stateKey: itemStateKey(wishlistId, number), wasRemoved: false };
  const removed = { wishlistId, stateKey: removedStateKey(wishlistId, number), wasRemoved: true };
  return hasRemovedAlone(line) ? [removed] : [listed, removed];
}

/** Returns the times of all purchases of a wish but that of a line. */
function timesWithout({ command, draft, done }: MatchRun, line: PurchaseLine): string[] {
  const { slot, orderKey } = command;
  const stored = draft.get(purchasesOfItemStateKey(slot, line.itemId)) ?? [];
  const others = stored.flatMap(({ field, record }) => (field === orderKey ? [] : [record.lines]));
  return [done, ...others]
    .flatMap((lines) => Object.values(lines))
    .filter((each) => each !== line && each.itemId === line.itemId)
    .flatMap(({ sale }) => (sale ? [sale.time] : []));
}

/**
 * Returns a wish that loses all units of a line: if it has the date of this line, it gets that of the latest other
 * purchase.
 */
function redated<T extends ItemRecord>(run: MatchRun, line: PurchaseLine, item: T, units: number): T {
  const { taken = 1, sale } = line;
  const isWhole = units >= taken && units < boughtUnits(item);
  if (!isWhole || !sale || !PURCHASE_DATES.some((date) => item[date] === sale.time)) return item;
  const time = timesWithout(run, line).sort().at(-1);
  return time === undefined ? item : withDate(item, sale.time, time);
}

/** Returns a wish with another time in those of its dates that have the time before. */
function withDate<T extends ItemRecord>(item: T, before: string, time: string): T {
  const after = { ...item };
  for (const date of PURCHASE_DATES) if (item[date] === before) after[date] = time;
  return after;
}

/**
 * Undoes the purchase of units of a wish. Returns why the wish could not be restored as it was before; undefined if it
 * was.
 */
export function releaseUnits(
  run: MatchRun,
  line: PurchaseLine,
  units = line.taken ?? 1,
): WishRemainder | undefined {
  const { draft, context } = run;
  const { wishlistId, number } = line;
  const meta = draft.get(metaStateKey(wishlistId));
  if (!meta || meta.deleted) return undefined;
  const item = hasRemovedAlone(line) ? null : draft.get(itemStateKey(wishlistId, number));
  if (!item) return putBack(run, line, units);
  const left = Math.max(0, boughtUnits(item) - units);
  const reduced = withBought(redated(run, line, item, units), left, context.time);
  if (reduced.purchased === item.purchased) {
    putCounted(run, line, item, reduced);
    return undefined;
  }
  const reverted: ItemRecord = { ...reduced, waitingSince: context.time, modifiedTime: context.time };
  draft.put(itemStateKey(wishlistId, number), reverted);
  touch(run, line, 0);
  emitReverted(run, item, reverted);
  return undefined;
}

/**
 * Restores a wish that was removed from its list, unless the variant was added again in the meantime: then the new wish
 * stays. If another item now has the wish's reference, the wish is restored without it.
 */
function putBack(run: MatchRun, line: PurchaseLine, units: number): WishRemainder | undefined {
  const { command, draft, context } = run;
  const { wishlistId, number } = line;
  const stored = draft.get(removedStateKey(wishlistId, number));
  // The shopper removed the item, not a purchase.
  if (!stored || (!hasRemovedAlone(line) && stored.isRemovedByPurchase !== true)) return undefined;
  const removed = redated(run, line, stored, units);
  const left = Math.max(0, boughtUnits(removed) - units);
  const reduced = changed(removed, boughtFields(removed, left, context.time));
  if (reduced.purchased) {
    draft.put(removedStateKey(wishlistId, number), reduced);
    return undefined;
  }
  const { deleted: _1, deletedTime: _2, isRemovedByPurchase: _3, wishlistItemRef, ...kept } = reduced;
  const isUsed = (name: string) => itemsUnder(draft, wishlistId, name).length > 0;
  if (variantTerms(kept.product).some(isUsed)) {
    // The line of another order may restore the wish later, with the units that are still bought.
    if (left > 0) draft.put(removedStateKey(wishlistId, number), { ...removed, purchasedQuantity: left });
    return "wished_again";
  }
  const isRefTaken = wishlistItemRef !== undefined && isUsed(itemRefTerm(wishlistItemRef));
  const item: ItemRecord = {
    ...kept,
    ...(wishlistItemRef === undefined || isRefTaken ? {} : { wishlistItemRef }),
    purchasedAndRemoved: false,
    waitingSince: context.time,
    modifiedTime: context.time,
  };
  draft.put(removedStateKey(wishlistId, number), null);
  indexRef(draft, command.storeKey, null, item);
  reindex(draft, wishlistId, number, null, item);
  draft.put(itemStateKey(wishlistId, number), item);
  touch(run, line, 1);
  emitReverted(run, removed, item);
  return isRefTaken ? "reference_taken" : undefined;
}

/**
 * Whether a line that has bought a wish may now buy more units of it, or fewer. A wish for one unit may be for several
 * since, unless its purchase removed it.
 */
export const mayChangePurchase = (line: PurchaseLine, { units }: Pick<BoughtLine, "units">): boolean =>
  isCounted(line) || (line.wishlistId !== "" && units > 1 && !line.wasRemoved);

/** Gives the wish of a line the corrected time of its order, if the wish has the time of this order. */
export function correctTime(run: MatchRun, line: PurchaseLine, boughtTime: string): void {
  const { draft } = run;
  const { wishlistId, number } = line;
  const corrected = <T extends ItemRecord>(item: T): T =>
    line.sale ? withDate(item, line.sale.time, boughtTime) : item;
  const listed = draft.get(itemStateKey(wishlistId, number));
  if (listed) return putCounted(run, line, listed, corrected(listed));
  const removed = draft.get(removedStateKey(wishlistId, number));
  if (removed) draft.put(removedStateKey(wishlistId, number), corrected(removed));
}

/**
 * Adapts a line that has bought a wish to a newer version of its order, with more or fewer units, or to a wish that
 * wants more units now.
 */
export function adaptPurchase(run: MatchRun, line: PurchaseLine, bought: BoughtLine): PurchaseLine {
  if (!mayChangePurchase(line, bought)) return line;
  const { draft } = run;
  const { units } = bought;
  const { taken: before = 1 } = line;
  const { wishlistId, number, itemId, rule } = line;
  const listed = draft.get(itemStateKey(wishlistId, number));
  const item = listed ?? draft.get(removedStateKey(wishlistId, number));
  if (!item) return line;
  const taken = Math.max(1, Math.min(units, before + (listed ? openUnits(item) : 0)));
  const more = taken - before;
  if (more === 0) return line;
  if (more > 0) buy(run, { wishlistId, number, itemId, rule, item }, more);
  else releaseUnits(run, line, -more);
  return { ...line, taken };
}

import type { ItemRecord } from "../../../store/records/records.ts";
import { changed, type Patch } from "../../patch.ts";
import { variantSince } from "./waiting.ts";

/** Maximum number of units that a wish asks for. */
export const MAX_QUANTITY = 9999;

/** Returns the number of units that a wish asks for. */
export const wantedUnits = ({ quantity = 1 }: Pick<ItemRecord, "quantity">): number => quantity;

/** Returns the number of units of a wish that orders have purchased. */
export const boughtUnits = (item: ItemRecord): number =>
  item.purchasedQuantity ?? (item.purchased ? wantedUnits(item) : 0);

/** Returns the number of units of a wish that orders can still purchase. */
export const openUnits = (item: ItemRecord): number => Math.max(0, wantedUnits(item) - boughtUnits(item));

/**
 * Returns the number of units that two joined wishes ask for: the larger one. If orders have purchased all units of
 * only one of them, these do not fulfil the other one too: it keeps its open units.
 */
export function joinedUnits(one: ItemRecord, other: ItemRecord): number {
  if (one.purchased === other.purchased) return Math.max(wantedUnits(one), wantedUnits(other));
  const units = [one, other].map((item) => boughtUnits(item) + openUnits(item));
  return Math.min(
    units.reduce((sum, each) => sum + each, 0),
    MAX_QUANTITY,
  );
}

/**
 * Whether orders that have found no units of a wish, or too few, may find some after a change: it has more open units,
 * or is now older than an order. If no order has purchased units, none has found too few.
 */
export const mayFulfilMore = (before: ItemRecord, after: ItemRecord): boolean =>
  boughtUnits(after) > 0 &&
  openUnits(after) > 0 &&
  (openUnits(after) > openUnits(before) || variantSince(after) < variantSince(before));

/**
 * Returns the fields of a wish after orders have purchased `units`. The wish is purchased if these are all units that
 * it asks for; its date is that of the order that bought the last of them. The number is stored only if it does not
 * follow from the flag.
 *
 * @param time of the purchase if the wish has none, ISO 8601
 */
export function boughtFields(
  item: ItemRecord,
  units: number,
  time: string,
): Patch<Pick<ItemRecord, "purchasedDate" | "lastPurchaseDate" | "purchasedQuantity">> & {
  purchased: boolean;
} {
  const lastTime = item.purchasedDate ?? item.lastPurchaseDate ?? time;
  const purchased = units >= wantedUnits(item);
  const isImplied = units === (purchased ? wantedUnits(item) : 0);
  return {
    purchased,
    purchasedDate: purchased ? lastTime : null,
    lastPurchaseDate: units > 0 && !purchased ? lastTime : null,
    purchasedQuantity: isImplied ? null : units,
  };
}

/** Returns the wish with this number of purchased units. */
export const withBought = (item: ItemRecord, units: number, time: string): ItemRecord =>
  changed(item, boughtFields(item, units, time));

/** Returns the wish after a change of its fields: with another quantity, it may become purchased or open. */
export function requantified(before: ItemRecord, after: ItemRecord, time: string): ItemRecord {
  const units = boughtUnits(before);
  if (units === 0 || wantedUnits(before) === wantedUnits(after)) return after;
  return withBought(after, units, time);
}

import type { ItemRecord } from "../../store/records/records.ts";
import { changed, type Patch } from "../patch.ts";

/** Units that a wish wants. */
export const wantedUnits = ({ quantity = 1 }: Pick<ItemRecord, "quantity">): number => quantity;

/** Units of a wish that orders have bought. */
export const boughtUnits = (item: ItemRecord): number =>
  item.purchasedQuantity ?? (item.purchased ? wantedUnits(item) : 0);

/**
 * The fields of a wish of which orders have bought `units`. It is purchased once these are all units that it wants. The
 * number is stored only if it does not follow from the flag.
 *
 * @param time of the purchase, ISO 8601; the time of an earlier purchase stays
 */
export function boughtFields(
  item: ItemRecord,
  units: number,
  time: string,
): Patch<Pick<ItemRecord, "purchasedDate" | "purchasedQuantity">> & { purchased: boolean } {
  const purchased = units >= wantedUnits(item);
  const isSaid = units === (purchased ? wantedUnits(item) : 0);
  return {
    purchased,
    purchasedDate: purchased ? (item.purchasedDate ?? time) : null,
    purchasedQuantity: isSaid ? null : units,
  };
}

/** The wish with so many units bought. */
export const withBought = (item: ItemRecord, units: number, time: string): ItemRecord =>
  changed(item, boughtFields(item, units, time));

/** The wish after a change of its fields: with another quantity, it may become purchased, or be open again. */
export function requantified(before: ItemRecord, after: ItemRecord, time: string): ItemRecord {
  const units = boughtUnits(before);
  if (units === 0 || wantedUnits(before) === wantedUnits(after)) return after;
  return withBought(after, units, time);
}

import { defined } from "../../../collections/defined.ts";
import type { ItemRecord } from "../../../store/records/records.ts";
import { flagsWith } from "./flags.ts";
import { boughtUnits, joinedUnits, withBought } from "./quantity.ts";
import { continuedBy, variantSince, waitingSince } from "./waiting.ts";

const earlier = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && other < one ? other : (one ?? other);

const later = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && other > one ? other : (one ?? other);

/** Returns when the last of the units that orders have bought was ordered; undefined if none is bought. */
const purchaseTime = ({ purchasedDate, lastPurchaseDate }: ItemRecord) => purchasedDate ?? lastPurchaseDate;

/**
 * Joins two wishes of a customer for the same variant. The result has the id of `item`, each flag that one of them has,
 * the creation time of the older one, the quantity of {@link joinedUnits}, and the purchased units of both, with the
 * time of the later purchase, or of the earlier one if both are purchased. It has the price of the wish whose waiting it
 * continues, so that no price drop counts from before that wish asked for alerts, and is for its variant since the
 * earlier one was. If only one is purchased, both are those of the other: a purchased wish had no alerts, and its orders
 * have not bought the open units. If both have any other field, the value of `item` stays.
 *
 * @param time of the command, ISO 8601
 */
export function joined(item: ItemRecord, other: ItemRecord, time: string): ItemRecord {
  const oldest = other.createdTime < item.createdTime ? other : item;
  const quantity = joinedUnits(item, other);
  const chosenTime = item.purchased && other.purchased ? earlier : later;
  const both: ItemRecord = {
    ...other,
    ...item,
    ...flagsWith((flag) => item[flag] || other[flag]),
    product: { ...item.product, ...other.product },
    createdTime: oldest.createdTime,
    modifiedTime: time,
    ...defined({
      purchasedDate: chosenTime(purchaseTime(item), purchaseTime(other)),
      quantity: quantity > 1 ? quantity : (item.quantity ?? other.quantity),
      attributeGroups:
        item.attributeGroups || other.attributeGroups
          ? { ...other.attributeGroups, ...item.attributeGroups }
          : undefined,
    }),
  };
  const result = withBought(both, boughtUnits(item) + boughtUnits(other), time);
  const continued = continuedBy(result, [item, other]);
  const open = item.purchased ? other : item;
  const named = variantSince(other) < variantSince(item) ? other : item;
  const since = variantSince(item.purchased === other.purchased ? named : open);
  const { priceWhenAdded = both.priceWhenAdded } =
    item.purchased === other.purchased ? (continued ?? oldest) : open;
  const { variantSince: _, ...kept } = result;
  return {
    ...kept,
    ...defined({ priceWhenAdded, variantSince: since === result.createdTime ? undefined : since }),
    waitingSince: continued ? waitingSince(continued) : time,
  };
}

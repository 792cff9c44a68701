import { defined } from "../../store/defined.ts";
import type { ItemRecord } from "../../store/records/records.ts";
import { boughtUnits, wantedUnits, withBought } from "./quantity.ts";
import { waitingSinceOfBoth } from "./waiting.ts";

/** Flags of an item. `purchased` is not one of them, because it follows from the units that were bought. */
type Flag = Exclude<
  {
    [Field in keyof ItemRecord]-?: ItemRecord[Field] extends boolean | undefined ? Field : never;
  }[keyof ItemRecord],
  "purchased"
>;

/** Every flag. It does not compile if one is missing: that flag would be lost where two wishes become one. */
const FLAGS: { [F in Flag]: F } = {
  addedFromCart: "addedFromCart",
  addedByStaff: "addedByStaff",
  disableNotification: "disableNotification",
  prerelease: "prerelease",
  purchasedAndRemoved: "purchasedAndRemoved",
  notifyMe: "notifyMe",
};

const earlier = (one: string | undefined, other: string | undefined) =>
  one !== undefined && other !== undefined && other < one ? other : (one ?? other);

/**
 * Two wishes of a customer for the same variant as one. The result has the id of `item`, each flag that either has, the
 * time and price of the older one, the larger quantity, and all units that orders bought. Of any other field that both
 * have, the value of `item` stays.
 *
 * @param time of the command, ISO 8601
 */
export function joined(item: ItemRecord, other: ItemRecord, time: string): ItemRecord {
  const oldest = other.createdTime < item.createdTime ? other : item;
  const quantity = Math.max(wantedUnits(item), wantedUnits(other));
  const both: ItemRecord = {
    ...other,
    ...item,
    ...Object.fromEntries(Object.values(FLAGS).map((flag) => [flag, item[flag] || other[flag]])),
    product: { ...item.product, ...other.product },
    createdTime: oldest.createdTime,
    modifiedTime: time,
    ...defined({
      priceWhenAdded: oldest.priceWhenAdded ?? item.priceWhenAdded ?? other.priceWhenAdded,
      purchasedDate: earlier(item.purchasedDate, other.purchasedDate),
      quantity: quantity > 1 ? quantity : (item.quantity ?? other.quantity),
      attributeGroups:
        item.attributeGroups || other.attributeGroups
          ? { ...other.attributeGroups, ...item.attributeGroups }
          : undefined,
    }),
  };
  const result = withBought(both, boughtUnits(item) + boughtUnits(other), time);
  return { ...result, waitingSince: waitingSinceOfBoth(item, other, result, time) };
}

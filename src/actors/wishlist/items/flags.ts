import type { ItemRecord } from "../../../store/records/records.ts";

/** Flags of an item. `purchased` is not one of them, because it follows from the purchased units. */
type Flag = Exclude<
  {
    [Field in keyof ItemRecord]-?: ItemRecord[Field] extends boolean | undefined ? Field : never;
  }[keyof ItemRecord],
  "purchased"
>;

/** Returns what `valueOf` gives for each flag, in the order of the stored JSON. It does not compile if one is missing. */
export const flagsWith = <T>(valueOf: (flag: Flag) => T): Record<Flag, T> => ({
  purchasedAndRemoved: valueOf("purchasedAndRemoved"),
  addedFromCart: valueOf("addedFromCart"),
  addedByStaff: valueOf("addedByStaff"),
  disableNotification: valueOf("disableNotification"),
  prerelease: valueOf("prerelease"),
  notifyMe: valueOf("notifyMe"),
});

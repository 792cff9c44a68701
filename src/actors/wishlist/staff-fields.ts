import type { ItemRecord } from "../../store/records/records.ts";
import type { Patch } from "../patch.ts";
import { refuse, type Rejection } from "../reply.ts";
import type { BySender } from "./messages.ts";

/** What staff say of a wish. Reports and exports show it as the retailer's statement. */
const OF_STAFF = ["addedByStaff", "staffRef", "locationRef", "purchasedAndRemoved"] as const;

type StaffFields = Patch<Pick<ItemRecord, (typeof OF_STAFF)[number]>>;

/** A wish without what staff say of it. */
export const withoutStaffFields = ({ staffRef: _1, locationRef: _2, ...item }: ItemRecord): ItemRecord => ({
  ...item,
  addedByStaff: false,
  purchasedAndRemoved: false,
});

/**
 * Why the sender may not change an item like this: a shopper leaves what staff say of a wish as it is.
 * @param before empty for a new item: staff have said nothing of it yet
 */
export function refuseStaffFields(
  { byShopper }: BySender,
  before: StaffFields,
  after: StaffFields,
): Rejection | undefined {
  if (!byShopper) return undefined;
  // What is absent or cleared says as much as a flag that is not set.
  const field = OF_STAFF.find((name) => (after[name] ?? false) !== (before[name] ?? false));
  return field && refuse("InvalidInput", `${field} cannot be set with a shopper's token.`, `/${field}`);
}

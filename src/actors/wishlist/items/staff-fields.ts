import type { ItemRecord } from "../../../store/records/records.ts";
import type { Patch } from "../../patch.ts";
import { refuse, type Rejection } from "../../reply.ts";
import type { BySender } from "../messages.ts";

/** Fields that only the retailer's staff may set. Reports and exports show them as stated by the retailer. */
const STAFF_FIELDS = ["addedByStaff", "staffRef", "locationRef", "purchasedAndRemoved"] as const;

type StaffFields = Patch<Pick<ItemRecord, (typeof STAFF_FIELDS)[number]>>;

/** Returns a wish without its staff fields. */
export const withoutStaffFields = ({ staffRef: _1, locationRef: _2, ...item }: ItemRecord): ItemRecord => ({
  ...item,
  addedByStaff: false,
  purchasedAndRemoved: false,
});

/**
 * Refuses an item change by a shopper if it changes a staff field; undefined if the change is allowed.
 *
 * @param before empty for a new item
 */
export function refuseStaffFields(
  { byShopper }: BySender,
  before: StaffFields,
  after: StaffFields,
): Rejection | undefined {
  if (!byShopper) return undefined;
  // An absent or cleared field is the same as a flag that is not set.
  const field = STAFF_FIELDS.find((name) => (after[name] ?? false) !== (before[name] ?? false));
  return field && refuse("InvalidInput", `${field} cannot be set with a shopper's token.`, `/${field}`);
}

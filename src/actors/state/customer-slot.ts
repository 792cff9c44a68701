import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { Customer } from "../../store/records/records.ts";

/** Returns the state key of the customer in a slot. */
export const customerStateKey = (slot: string): StateKey<"customer"> => ({ kind: "customer", id: slot });

/** Refusal of a request for a customer's wishlists, if there are none or the names are of no customer. */
export const NO_WISHLISTS = "The customer has no wishlists.";

/**
 * Whether the customer in a slot is the named one. The name is the service id, the reference, or both. A deleted
 * customer no longer has its reference, but only that reference leads to the slot.
 */
export function isNamedCustomer(
  customer: Pick<Customer, "record" | "former"> | null,
  { customerId, customerRef }: { customerId?: string | undefined; customerRef?: string | undefined },
): boolean {
  const { record = null, former = null } = customer ?? {};
  const svcId = record?.svc_customer_id ?? former?.svc_customer_id;
  if (customerId !== undefined && customerId !== svcId) return false;
  return customerRef === undefined || customerRef === svcId || record === null || record.id === customerRef;
}

import { isNamedCustomer } from "../actors/state/customer-slot.ts";
import type { SlotAddress } from "../store/layout/layout.ts";
import type { Customers } from "../store/read/customers.ts";
import type { CustomerRecord } from "../store/records/records.ts";
import type { Targets } from "./targets.ts";

/** The parts that the search for a customer needs. */
export interface NamedCustomerParts {
  targets: Pick<Targets, "customer">;
  customers: Pick<Customers, "at">;
}

/** A customer that exists, with its address. */
export interface FoundCustomer {
  address: SlotAddress;
  record: CustomerRecord;
}

/**
 * Finds the customer that a request names by the service's id, by reference, or by both. Returns undefined if there is
 * none. An address is not enough: a new customer with the reference of a deleted one has its address, but not its id.
 */
export async function findNamedCustomer(
  { targets, customers }: NamedCustomerParts,
  storeKey: string,
  { customerId, customerRef }: { customerId?: string | undefined; customerRef?: string | undefined },
): Promise<FoundCustomer | undefined> {
  const address = targets.customer(storeKey, { id: customerId, ref: customerRef });
  const record = address && (await customers.at(address));
  if (!record || !isNamedCustomer({ record, former: null }, { customerId, customerRef })) return undefined;
  return { address, record };
}

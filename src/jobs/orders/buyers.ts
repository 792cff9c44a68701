import { personNames } from "../../store/keys/names.ts";
import type { Layout, SlotAddress } from "../../store/layout/layout.ts";
import type { BuyerAddress, BuyerNames, OrderRecord } from "../../store/records/orders.ts";
import type { References } from "../../store/references/references.ts";

export interface BuyerDeps {
  layout: Layout;
  references: Pick<References, "customerWith">;
}

/** A possible buyer of an order, and the kind of name that identified this person: `customer`, `email` or `phone`. */
export interface Buyer {
  rule: string;
  address: SlotAddress;
}

/**
 * Returns the names of the people who may be the buyer: an order waits for a customer with one of them. Returns none if
 * the person was erased.
 */
export function namesOfBuyer(
  { layout }: Pick<BuyerDeps, "layout">,
  storeKey: string,
  order: OrderRecord,
): string[] {
  const { customerRef, customerId, email, contactEmail, phone, buyer, erased } = order;
  if (erased) return [];
  const slots = [
    customerRef && layout.slotOfRef(storeKey, customerRef),
    customerId && layout.slotOfId(storeKey, customerId),
  ];
  return personNames({
    keys: [...slots, buyer].flatMap((address) => (address ? [address.key] : [])),
    emails: [email, contactEmail].flatMap((address) => (address ? [address] : [])),
    phones: phone ? [phone] : [],
  });
}

/**
 * Finds the possible buyers: first the customers that the order names by id or reference, then the one with whom it was
 * matched, then those with its e-mail address and its phone number. So a customer who is created after the match takes
 * the order only if it names this customer more reliably.
 */
export async function peopleOf(
  { layout, references }: BuyerDeps,
  storeKey: string,
  { customerRef, customerId, email, contactEmail, phone }: BuyerNames,
  buyer?: BuyerAddress,
): Promise<Buyer[]> {
  const people: Buyer[] = [];
  const add = (rule: string, address: SlotAddress | undefined) => {
    if (address && !people.some((person) => person.address.slot === address.slot))
      people.push({ rule, address });
  };
  if (customerId) add("customer", layout.slotOfId(storeKey, customerId));
  if (customerRef) add("customer", layout.slotOfRef(storeKey, customerRef));
  if (buyer) add("customer", layout.slotAt(storeKey, buyer.partition, buyer.key));
  const claimed = [
    ["email", email],
    ["email", contactEmail],
    ["phone", phone],
  ] as const;
  for (const [kind, value] of claimed) {
    const holder = value && (await references.customerWith(storeKey, kind, value));
    if (holder) add(kind, layout.slotOfId(storeKey, holder));
  }
  return people;
}

/**
 * Finds the former buyers, with whom the order may have been matched before it named another person, or before a
 * customer was created that it names more reliably.
 */
export async function formerPeople(deps: BuyerDeps, storeKey: string, order: OrderRecord): Promise<Buyer[]> {
  const { former = [], buyer } = order;
  const people = await Promise.all([{}, ...former].map((names) => peopleOf(deps, storeKey, names, buyer)));
  return people.flat();
}

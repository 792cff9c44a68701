import { comparableEmail, personNames } from "../../store/keys/names.ts";
import type { Layout, SlotAddress } from "../../store/layout/layout.ts";
import type { BuyerNames, OrderRecord } from "../../store/records/orders.ts";
import type { SentOrder } from "../order/messages.ts";

/** The names that a person can be found by. The e-mail address is in any case, the phone number in E.164. */
export interface PersonNames {
  customerId?: string | undefined;
  customerRef?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** Orders that belong to the person, according to the request. */
  orderRefs?: string[];
}

/** A person, with all names and addresses that lead to the person's stored data. */
export interface Person {
  storeKey: string;
  /**
   * The customers that this person is: one, or none if only orders are known. Also the guests whose wishlists the
   * person is claiming: these wishlists are the person's as soon as the claim has begun.
   */
  addresses: SlotAddress[];
  /** Slots of the customers whose claims of guests' wishlists are searched for. */
  claimants: ReadonlySet<string>;
  /** Service ids of the customers. */
  customerIds: string[];
  /** In the form that is compared. */
  emails: string[];
  phones: string[];
  orderRefs: string[];
}

const namesSomebody = ({ customerRef, customerId, email, contactEmail, phone }: BuyerNames) =>
  [customerRef, customerId, email, contactEmail, phone].some((name) => name !== undefined);

/** Returns the names under which orders may wait for the person, and under which an erasure is recorded. */
export const namesOf = ({ addresses, emails, phones }: Pick<Person, "addresses" | "emails" | "phones">) =>
  personNames({ keys: addresses.map(({ key }) => key), emails, phones });

/** Whether one of these names belongs to the person. */
export function isNamedBy(
  layout: Layout,
  { customerRef, customerId, email, contactEmail, phone }: BuyerNames,
  { storeKey, addresses, emails, phones }: Person,
): boolean {
  const slots = [
    customerRef === undefined ? undefined : layout.slotOfRef(storeKey, customerRef),
    customerId === undefined ? undefined : layout.slotOfId(storeKey, customerId),
  ];
  return (
    slots.some((slot) => addresses.some((address) => address.slot === slot?.slot)) ||
    [email, contactEmail].some(
      (address) => address !== undefined && emails.includes(comparableEmail(address)),
    ) ||
    (phone !== undefined && phones.includes(phone))
  );
}

/** Whether an order names the person, or named the person in an earlier version. */
export function isNamed(
  layout: Layout,
  { former = [], orderRef, ...order }: SentOrder & Pick<OrderRecord, "former">,
  person: Person,
): boolean {
  const names: BuyerNames[] = [order, ...former];
  if (person.orderRefs.includes(orderRef)) return names.some(namesSomebody);
  return names.some((version) => isNamedBy(layout, version, person));
}

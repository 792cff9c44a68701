import { personNames } from "../../store/keys/names.ts";
import type { Layout, SlotAddress } from "../../store/layout.ts";
import type { BuyerNames, OrderRecord } from "../../store/records/orders.ts";
import type { OrderFields } from "../order/messages.ts";

/** What a person may be named by. E-mail in lower case, phone in E.164. */
export interface PersonNames {
  customerId?: string | undefined;
  customerRef?: string | undefined;
  email?: string | undefined;
  phone?: string | undefined;
  /** Orders that are said to be the person's. */
  orderRefs?: string[];
}

/** A person, with everything that leads to the stored data. */
export interface Person {
  storeKey: string;
  /**
   * The customers that this person is: one, or none where only orders are known. Also the guests whose wishlists the
   * person is about to get: once a claim has begun, they are the person's.
   */
  addresses: SlotAddress[];
  /** Slots of the customers of which claims of guests' wishlists are looked for. */
  claimants: ReadonlySet<string>;
  /** Their service ids. */
  customerIds: string[];
  emails: string[];
  phones: string[];
  orderRefs: string[];
}

const namesSomebody = ({ customerRef, customerId, email, contactEmail, phone }: BuyerNames) =>
  [customerRef, customerId, email, contactEmail, phone].some((name) => name !== undefined);

/** Names that an order may wait for the person by, and that an erasure is known by. */
export const namesOf = ({ addresses, emails, phones }: Pick<Person, "addresses" | "emails" | "phones">) =>
  personNames({ keys: addresses.map(({ key }) => key), emails, phones });

/** Whether one of these names is the person's. */
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
      (address) => address !== undefined && emails.includes(address.toLowerCase()),
    ) ||
    (phone !== undefined && phones.includes(phone))
  );
}

/** Whether an order names the person, or did in an earlier version. */
export function isNamed(
  layout: Layout,
  { former = [], orderRef, ...order }: OrderFields & Pick<OrderRecord, "former">,
  person: Person,
): boolean {
  const names: BuyerNames[] = [order, ...former];
  if (person.orderRefs.includes(orderRef)) return names.some(namesSomebody);
  return names.some((each) => isNamedBy(layout, each, person));
}

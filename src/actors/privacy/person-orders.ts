import type { SlotAddress } from "../../store/layout.ts";
import type { Send } from "../send.ts";
import {
  type DataKind,
  expectDone,
  type FoundRecord,
  namedAfter,
  ofAddresses,
  type PersonalDataParts,
} from "./data-kind.ts";
import { isNamed, namesOf, type Person } from "./person.ts";

type OrderParts = Pick<PersonalDataParts, "layout" | "orders" | "waitingOrders">;

/** Addresses of the orders that name the person: matched orders and waiting ones. */
async function addressesOf(
  { layout, orders, waitingOrders }: OrderParts,
  person: Person,
): Promise<SlotAddress[]> {
  const { storeKey, addresses, orderRefs } = person;
  const bought = (await Promise.all(addresses.map((address) => orders.of(address)))).flat();
  const found = new Map<string, SlotAddress>();
  for (const orderRef of [...orderRefs, ...bought.map((purchase) => purchase.orderRef)]) {
    const address = layout.slotOf("order", storeKey, orderRef);
    found.set(address.slot, address);
  }
  for (const address of await waitingOrders.waitingFor(storeKey, namesOf(person)))
    found.set(address.slot, address);
  return [...found.values()];
}

/** Orders that name a person: they stay, and forget the buyer. */
export const personOrders = (parts: OrderParts): DataKind => ({
  name: "orders",

  async *find(person, after): AsyncGenerator<FoundRecord> {
    const found = (await addressesOf(parts, person)).map((record) => ({ name: record.slot, record }));
    for (const { name, record: address } of namedAfter(found, after)) {
      const order = await parts.orders.at(address);
      if (order && isNamed(parts.layout, order, person)) yield { name, record: order };
    }
  },

  async erase(person, send) {
    for (const address of await addressesOf(parts, person)) {
      await forgetIn(parts, address, person, send);
      await parts.waitingOrders.remove(person.storeKey, address, namesOf(person));
    }
  },
});

/** Lets an order forget the person, if it names the person. */
async function forgetIn(
  { layout, orders }: OrderParts,
  address: SlotAddress,
  person: Person,
  send: Send,
): Promise<void> {
  const { partition, slot, key } = address;
  const order = await orders.at(address);
  if (order && isNamed(layout, order, person))
    await expectDone(send, partition, { type: "ForgetBuyer", storeKey: person.storeKey, slot, key });
}

/**
 * What the person bought. A purchase is the way to its order, which may have arrived after the orders were erased: so it is
 * forgotten only when its order has forgotten the person.
 */
export const personPurchases = (parts: OrderParts): DataKind => ({
  name: "purchases",
  find: ofAddresses((address, after) => parts.orders.purchasesAfter(address, after)),

  async erase(person, send) {
    const { storeKey, addresses } = person;
    for (const address of addresses) {
      const orderKeys: string[] = [];
      for await (const { name, record } of parts.orders.purchasesAfter(address, "")) {
        await forgetIn(parts, parts.layout.slotOf("order", storeKey, record.orderRef), person, send);
        orderKeys.push(name);
      }
      const { partition, slot, key } = address;
      if (orderKeys.length > 0)
        await expectDone(send, partition, { type: "ForgetPurchases", storeKey, slot, key, orderKeys });
    }
  },
});

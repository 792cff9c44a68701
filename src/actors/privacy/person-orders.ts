import type { SlotAddress } from "../../store/layout.ts";
import { Undecodable } from "../../store/records/decode.ts";
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

/** Addresses of the orders that name the person, in pages: matched orders, then waiting ones. One may be there twice. */
async function* addressesOf(
  { layout, orders, waitingOrders }: OrderParts,
  person: Person,
): AsyncGenerator<SlotAddress[]> {
  const { storeKey, addresses, orderRefs } = person;
  const bought = (await Promise.all(addresses.map((address) => orders.of(address)))).flat();
  const refs = new Set([...orderRefs, ...bought.map((purchase) => purchase.orderRef)]);
  yield [...refs].map((orderRef) => layout.slotOf("order", storeKey, orderRef));
  yield* waitingOrders.pagesFor(storeKey, namesOf(person));
}

/** Orders that name a person: they stay, and forget the buyer. */
export const personOrders = (parts: OrderParts): DataKind => ({
  name: "orders",

  async *find(person, after): AsyncGenerator<FoundRecord> {
    const found = new Map<string, { name: string; record: SlotAddress }>();
    for await (const page of addressesOf(parts, person))
      for (const record of page) found.set(record.slot, { name: record.slot, record });
    for (const { name, record: address } of namedAfter([...found.values()], after)) {
      const order = await parts.orders.at(address);
      if (order && isNamed(parts.layout, order, person)) yield { name, record: order };
    }
  },

  async erase(person, send) {
    for await (const page of addressesOf(parts, person))
      for (const address of page) {
        await forgetIn(parts, address, person, send);
        await parts.waitingOrders.remove(person.storeKey, address, namesOf(person));
      }
  },
});

/** Lets an order forget the person, if it names the person, or still has the place that the deleted customer has left. */
async function forgetIn(
  { layout, orders }: OrderParts,
  address: SlotAddress,
  person: Person,
  send: Send,
): Promise<void> {
  const { partition, slot, key } = address;
  const order = await orders.at(address);
  if (!order) return;
  const { buyer, erased } = order;
  const isLeft = person.addresses.some((at) => at.partition === buyer?.partition && at.key === buyer.key);
  if (isNamed(layout, order, person) || (isLeft && !erased))
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
        // Its order is not known: nothing says that it has forgotten the person.
        if (record instanceof Undecodable) throw record;
        await forgetIn(parts, parts.layout.slotOf("order", storeKey, record.orderRef), person, send);
        orderKeys.push(name);
      }
      const { partition, slot, key } = address;
      if (orderKeys.length > 0)
        await expectDone(send, partition, { type: "ForgetPurchases", storeKey, slot, key, orderKeys });
    }
  },
});

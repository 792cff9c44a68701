import type { SlotAddress } from "../../store/layout.ts";
import { Undecodable } from "../../store/records/decode.ts";
import type { Send } from "../runtime/send.ts";
import {
  atEachAddress,
  type DataKind,
  expectDone,
  type FoundRecord,
  namedAfter,
  type PersonalDataParts,
} from "./data-kind.ts";
import { isNamed, namesOf, type Person } from "./person.ts";

type OrderParts = Pick<PersonalDataParts, "layout" | "orders" | "waitingOrders">;

/**
 * Yields the addresses of the orders that name the person, in pages: matched orders, then waiting ones. An address may
 * occur twice.
 */
async function* addressesOf(
  { layout, orders, waitingOrders }: OrderParts,
  person: Person,
): AsyncGenerator<SlotAddress[]> {
  const { storeKey, addresses, orderRefs } = person;
  const purchases = (await Promise.all(addresses.map((address) => orders.everOf(address)))).flat();
  const refs = new Set([...orderRefs, ...purchases.map((purchase) => purchase.orderRef)]);
  yield [...refs].map((orderRef) => layout.slotOf("order", storeKey, orderRef));
  yield* waitingOrders.pagesFor(storeKey, namesOf(person));
}

/** Orders that name a person. The erasure keeps them, but removes the buyer from them. */
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
        await forgetBuyer(parts, address, person, send);
        await parts.waitingOrders.remove(person.storeKey, address, namesOf(person));
      }
  },
});

/**
 * Removes the buyer from an order if the order names the person, or if it still has the address of the deleted
 * customer.
 */
async function forgetBuyer(
  { layout, orders }: OrderParts,
  address: SlotAddress,
  person: Person,
  send: Send,
): Promise<void> {
  const { partition, slot, key } = address;
  const order = await orders.at(address);
  if (!order) return;
  const { buyer, erased } = order;
  const isFormerBuyer = person.addresses.some(
    (at) => at.partition === buyer?.partition && at.key === buyer.key,
  );
  if (isNamed(layout, order, person) || (isFormerBuyer && !erased))
    await expectDone(send, partition, { type: "ForgetBuyer", storeKey: person.storeKey, slot, key });
}

/**
 * The person's purchases. A purchase leads to its order, which may have arrived after the orders were erased. The
 * purchase is therefore erased only after the person is removed from its order.
 */
export const personPurchases = (parts: OrderParts): DataKind => ({
  name: "purchases",
  find: atEachAddress((address, after) => parts.orders.purchasesAfter(address, after)),

  async erase(person, send) {
    const { storeKey, addresses } = person;
    for (const address of addresses) {
      const orderKeys: string[] = [];
      for await (const { name, record } of parts.orders.purchasesAfter(address, "")) {
        // Its order is unknown, so that order may still name the person.
        if (record instanceof Undecodable) throw record;
        await forgetBuyer(parts, parts.layout.slotOf("order", storeKey, record.orderRef), person, send);
        orderKeys.push(name);
      }
      const { partition, slot, key } = address;
      if (orderKeys.length > 0)
        await expectDone(send, partition, { type: "ForgetPurchases", storeKey, slot, key, orderKeys });
    }
  },
});

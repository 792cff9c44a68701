import type { SlotAddress } from "../../store/layout.ts";
import {
  type DataKind,
  expectDone,
  type FoundRecord,
  namedAfter,
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
    const { storeKey } = person;
    for (const address of await addressesOf(parts, person)) {
      const { partition, slot, key } = address;
      const order = await parts.orders.at(address);
      if (order && isNamed(parts.layout, order, person))
        await expectDone(send, partition, { type: "ForgetBuyer", storeKey, slot, key });
      await parts.waitingOrders.remove(storeKey, address, namesOf(person));
    }
  },
});

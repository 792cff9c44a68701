import { setImmediate as nextTurn } from "node:timers/promises";
import { batchesFrom } from "../../collections/batches-from.ts";
import { batchesOf } from "../../collections/batches.ts";
import type { SlotAddress } from "../../store/layout/layout.ts";
import type { NamedRecord } from "../../store/read/hash-fields.ts";
import { Undecodable } from "../../store/records/decode.ts";
import type { OrderRecord, Purchase } from "../../store/records/orders.ts";
import { isSameSlot } from "../address.ts";
import type { Send } from "../runtime/send.ts";
import {
  atEachAddress,
  type DataKind,
  expectDone,
  type FoundRecord,
  recordsAfterName,
  type PersonalDataParts,
} from "./data-kind.ts";
import { isNamed, namesOf, type Person } from "./person.ts";

type OrderParts = Pick<PersonalDataParts, "layout" | "orders" | "waitingOrders">;

/** Number of orders that are read or erased together. */
const BATCH_SIZE = 50;

/** Number of purchases that one command erases. */
const FORGOTTEN_SIZE = 500;

/**
 * Yields the addresses of the orders that may name the person, in batches: those of the request, matched orders, then
 * waiting ones. There may be tens of thousands. An address may occur twice.
 */
async function* addressesOf(
  { layout, orders, waitingOrders }: OrderParts,
  { storeKey, addresses, orderRefs, ...names }: Person,
): AsyncGenerator<SlotAddress[]> {
  const addressOf = (orderRef: string) => layout.slotOf("order", storeKey, orderRef);
  for (const refs of batchesOf(orderRefs, BATCH_SIZE)) {
    yield refs.map(addressOf);
    // Other requests of the process are served in between.
    await nextTurn();
  }
  for (const address of addresses)
    for await (const purchases of batchesFrom(orders.allPurchasesOf(address), BATCH_SIZE))
      yield purchases.map(({ orderRef }) => addressOf(orderRef));
  for await (const page of waitingOrders.pagesFor(storeKey, namesOf({ addresses, ...names })))
    yield* batchesOf(page, BATCH_SIZE);
}

/**
 * Whether an order has data of the person: it names the person, or its buyer is one of the person's customers. Such an
 * order may have an e-mail address that the customer had before.
 */
function concerns({ layout }: Pick<OrderParts, "layout">, order: OrderRecord, person: Person): boolean {
  const isBuyer = !order.erased && person.addresses.some((at) => isSameSlot(order.buyer, at));
  return isBuyer || isNamed(layout, order, person);
}

/** Orders that have data of a person. The erasure keeps them, but removes the buyer from them. */
export const personOrders = (parts: OrderParts): DataKind => ({
  name: "orders",

  async *find(person, after): AsyncGenerator<FoundRecord> {
    const found = new Map<string, { name: string; record: SlotAddress }>();
    for await (const page of addressesOf(parts, person))
      for (const record of page) found.set(record.slot, { name: record.slot, record });
    for (const batch of batchesOf(await recordsAfterName([...found.values()], after), BATCH_SIZE)) {
      const read = await Promise.all(batch.map(({ record }) => parts.orders.at(record)));
      for (const [i, { name }] of batch.entries()) {
        const order = read[i];
        if (order && concerns(parts, order, person)) yield { name, record: order };
      }
    }
  },

  async erase(person, send) {
    const names = namesOf(person);
    const forget = async (address: SlotAddress) => {
      await sendForgetBuyer(parts, address, person, send);
      await parts.waitingOrders.remove(person.storeKey, address, names);
    };
    for await (const batch of addressesOf(parts, person)) await Promise.all(batch.map(forget));
  },
});

/** Removes the buyer from an order that has data of the person. */
async function sendForgetBuyer(
  parts: OrderParts,
  address: SlotAddress,
  person: Person,
  send: Send,
): Promise<void> {
  const { partition, slot, key } = address;
  const order = await parts.orders.at(address);
  if (order && concerns(parts, order, person))
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
      const { partition, slot, key } = address;
      const forget = async ({ record }: NamedRecord<Purchase>) => {
        // Its order is unknown, so that order may still name the person.
        if (record instanceof Undecodable) throw record;
        await sendForgetBuyer(parts, parts.layout.slotOf("order", storeKey, record.orderRef), person, send);
      };
      for await (const found of batchesFrom(parts.orders.purchasesAfter(address, ""), FORGOTTEN_SIZE)) {
        for (const batch of batchesOf(found, BATCH_SIZE)) await Promise.all(batch.map(forget));
        const orderKeys = found.map(({ name }) => name);
        await expectDone(send, partition, { type: "ForgetPurchases", storeKey, slot, key, orderKeys });
      }
    }
  },
});

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { verifyWaitingOrder, type WaitingOrderParts } from "../../../src/jobs/verify/waiting-orders.ts";
import { personNames } from "../../../src/store/keys/names.ts";
import { type Layout, openLayout } from "../../../src/store/layout/layout.ts";
import { Orders } from "../../../src/store/read/orders.ts";
import { WaitingOrders } from "../../../src/store/waiting/waiting-orders.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { listOf } from "../../support/list-of.ts";
import { atEnd, PARTITIONS } from "../../support/redis.ts";
import { type Caller, CS, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { inconsistencies, toolEnv } from "../../support/tool.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
let storeKey: string;
let layout: Layout;

before(async () => {
  service = await startService(suite);
  shop = await service.newCaller();
  storeKey = `${shop.tenantId}/default`;
  layout = await openLayout(service.redis, service.keys, PARTITIONS);
  await shop.post(`${WS}/products`, {
    productRef: "tent",
    title: "Tent",
    variants: [{ variantRef: "tent-2" }],
  });
});

const verify = (...words: string[]) => inconsistencies(toolEnv(service), ...words);

/** Sends an order of a customer, and removes it from the waiting lists of some names. */
async function lostOrder(customerRef: string, lost: readonly string[], names: object = {}) {
  const orderRef = unique("o");
  const lines = [{ lineRef: "1", variantRef: "tent-2", quantity: 1 }];
  const send = async (fields: object = {}) => {
    const order = {
      orderRef,
      customerRef,
      createdTime: new Date().toISOString(),
      lines,
      ...names,
      ...fields,
    };
    assert.equal((await shop.post(`${WS}/orders`, order)).body.results[0].status, "accepted");
    await settled(service);
  };
  await send();
  const { partition, key, slot } = layout.slotOf("order", storeKey, orderRef);
  const waitingOrders = new WaitingOrders(service.redis, service.keys, layout);
  await waitingOrders.remove(storeKey, { partition, key, slot }, lost);
  const orders = new Orders(service.redis, service.keys, layout);
  const find = (rematch: WaitingOrderParts["rematch"]) =>
    verifyWaitingOrder({ layout, orders, waitingOrders, rematch, now: Date.now }, { partition, id: slot });
  const waiting = async () => (await listOf(waitingOrders.newestFor(storeKey, lost))).map((each) => each.key);
  return { key, send, find, waiting };
}

describe("verify, for orders", () => {
  it("repairs the index of a waiting order, which then matches the customer created meanwhile", async () => {
    const [orderRef, customerRef] = [unique("o"), unique("c")];
    const lines = [{ lineRef: "1", variantRef: "tent-2", quantity: 1 }];
    await shop.post(`${WS}/orders`, { orderRef, customerRef, createdTime: new Date().toISOString(), lines });
    await settled(service);
    const address = layout.slotOf("order", storeKey, orderRef);
    const outcome = async () => {
      const order = await new Orders(service.redis, service.keys, layout).at(address);
      return order?.matches["1"];
    };
    const { key } = layout.slotOfRef(storeKey, customerRef);
    await new WaitingOrders(service.redis, service.keys, layout).remove(
      storeKey,
      address,
      personNames({ keys: [key] }),
    );
    await shop.newCustomer({ id: customerRef });
    await settled(service);
    assert.deepEqual(await outcome(), { code: "no_customer" });
    assert.equal((await verify("--repair")).length, 1);
    await settled(service);
    assert.deepEqual(await outcome(), { code: "no_wish" });
    assert.deepEqual(await verify(), []);
  });

  it("finds an order again whose matching could not be queued", async () => {
    const customerRef = unique("c");
    const lost = personNames({ keys: [layout.slotOfRef(storeKey, customerRef).key] });
    const { key, find, waiting } = await lostOrder(customerRef, lost);
    const [finding] = await find(() => Promise.reject(new Error("the queue is away")));
    await assert.rejects(async () => finding?.repair(), /the queue is away/);
    assert.deepEqual(await waiting(), []);
    const [again] = await find(() => Promise.resolve());
    assert.equal(await again?.repair(), true);
    assert.deepEqual(await waiting(), [key]);
  });

  it("does not let an order wait that was matched since it was read", async () => {
    const customerRef = unique("c");
    const lost = personNames({ keys: [layout.slotOfRef(storeKey, customerRef).key] });
    const { send, find, waiting } = await lostOrder(customerRef, lost);
    const [finding] = await find(() => Promise.resolve());
    await shop.newCustomer({ id: customerRef });
    await send({ channel: "web" });
    assert.equal(await finding?.repair(), false);
    assert.deepEqual(await waiting(), []);
  });

  it("lets an order that was matched since it was read wait for the customer that it names more reliably", async (t) => {
    const [customerRef, email] = [unique("c"), `${unique("e")}@example.com`];
    const named = personNames({ keys: [layout.slotOfRef(storeKey, customerRef).key] });
    const lost = [...named, ...personNames({ emails: [email] })];
    const { key, send, find, waiting } = await lostOrder(customerRef, lost, { email });
    const queue = queueOf(t, service, "orders");
    const [finding] = await find(async (_, place) => {
      await queue.add("match", { kind: "match", storeKey, places: [place] });
      await settled(service);
    });
    await shop.newCustomer({ email });
    await send({ channel: "web" });
    assert.deepEqual(await waiting(), [key]);
    assert.equal(await finding?.repair(), false);
    assert.deepEqual(await waiting(), [key]);
  });

  it("reports nothing about orders of erased customers, before or after their first match", async () => {
    const [early, late] = [await shop.newCustomer(), await shop.newCustomer()];
    const order = async (customerRef: string, orderRef: string, lines: string[]) => {
      const rows = lines.map((lineRef) => ({ lineRef, variantRef: "tent-2", quantity: 1 }));
      const sent = { orderRef, customerRef, createdTime: new Date().toISOString(), lines: rows };
      assert.equal((await shop.post(`${WS}/orders`, sent)).body.results[0].status, "accepted");
      await settled(service);
    };
    await order(early.id, "of-early", ["1"]);
    for (const { id } of [early, late]) await shop.delete(`${CS}/customers/${id}`);
    await order(late.id, "of-late", ["1"]);
    await order(early.id, "of-early", ["1", "2"]);
    assert.deepEqual(await verify(), []);
    for (const { id } of [early, late]) await shop.post(`${WS}/privacy/erase`, { customerRef: id });
    await settled(service);
    assert.deepEqual(await verify(), []);
    await order(late.id, "of-late", ["1", "2"]);
    assert.deepEqual(await verify(), []);
  });
});

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { newGuest } from "../../support/data/shoppers.ts";
import { runNightly } from "../../support/jobs/nightly.ts";
import { startReceiver } from "../../support/receiver.ts";
import { atEnd, dump, keysWith } from "../../support/redis.ts";
import { type Caller, CS, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { alertsOf, newProduct, setStock, wishFor } from "../../support/shop.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
  shop = await service.newCaller();
});

const ITEMS = `${WS}/wishlist/items`;

/** Every key with its content: name and value in one text. */
async function everything(): Promise<string[]> {
  const keys = await keysWith(service.redis, service.prefix);
  return Promise.all(keys.map(async (key) => `${key} ${await dump(service.redis, key)}`));
}

const holding = async (...traces: string[]) =>
  (await everything()).filter((text) => traces.every((trace) => text.includes(trace)));

/**
 * A person with a wishlist. Every free text and reference is recognisable, and every write is also stored for a retry.
 */
async function createPerson() {
  const mark = unique("mark");
  const keyed = () => ({ headers: { "Idempotency-Key": unique("key") } });
  const person = {
    id: `${mark}-id`,
    email: `${mark}@example.com`,
    phone: `+4930${Date.now().toString().slice(-8)}`,
    first_name: `${mark}-first`,
    addresses: [{ address1: `${mark}-street` }],
  };
  const customer = (await shop.post(`${CS}/customers`, person, keyed())).body;
  const list = (
    await shop.post(
      `${WS}/wishlists`,
      {
        customerRef: customer.id,
        name: `${mark}-name`,
        description: `${mark}-description`,
        wishlistRef: `${mark}-list`,
        attributeGroups: { [`${mark}-group`]: { attributes: { a: `${mark}-value` } } },
      },
      keyed(),
    )
  ).body;
  const item = {
    wishlistId: list.id,
    wishlistItemRef: `${mark}-item`,
    product: { productRef: "p", selectedVariantRef: "v" },
    addedByStaff: true,
    staffRef: `${mark}-staff`,
    attributeGroups: { g: { attributes: { a: `${mark}-itemvalue` } } },
  };
  const kept = (await shop.post(ITEMS, item, keyed())).body;
  const removed = (
    await shop.post(
      ITEMS,
      { ...item, wishlistItemRef: `${mark}-removed`, product: { productRef: "p", selectedVariantRef: "w" } },
      keyed(),
    )
  ).body;
  await shop.put(`${ITEMS}/id=${kept.id}`, { notifyMe: true }, keyed());
  await shop.delete(`${ITEMS}/${removed.id}`, keyed());
  await shop.put(`${WS}/wishlists`, { id: list.id, name: `${mark}-name2` }, keyed());
  return { mark, customer, list, kept, removed };
}

describe("after a wishlist is deleted", () => {
  it("no key links the kept record to the customer", async () => {
    const { mark, customer, list, kept, removed } = await createPerson();
    assert.equal(
      (await shop.delete(`${WS}/wishlists?id=${list.id}`, { headers: { "Idempotency-Key": unique("key") } }))
        .status,
      204,
    );
    for (const person of [customer.id, customer.svc_customer_id, customer.email, customer.phone]) {
      assert.deepEqual(await holding(list.id, person), [], person);
    }
    for (const trace of [
      "list",
      "name",
      "name2",
      "description",
      "group",
      "value",
      "item",
      "staff",
      "itemvalue",
      "removed",
    ]) {
      assert.deepEqual(await holding(`${mark}-${trace}`), [], trace);
    }
    const [record] = await holding(`w:${list.id}`);
    for (const fact of ['\\"deleted\\":true', kept.id, list.createdTime])
      assert.ok(record?.includes(fact), fact);
    assert.ok((await holding(`g:${list.id}`))[0]?.includes(removed.id));
    assert.equal((await shop.get(`${CS}/customers/${customer.id}`)).status, 200);
  });
});

describe("after a customer is deleted", () => {
  it("no key holds data of the person except the reference of the wishlists", async () => {
    const { mark, customer, list } = await createPerson();
    await shop.delete(`${CS}/customers/${customer.id}`, { headers: { "Idempotency-Key": unique("key") } });
    for (const trace of [`${mark}@`, `${mark}-first`, `${mark}-street`, customer.phone]) {
      assert.deepEqual(await holding(trace), [], trace);
    }
    assert.equal((await shop.get(`${WS}/wishlists?id=${list.id}`)).body.customerRef, customer.id);
  });

  it("and the wishlists are deleted too, no key holds data of the person", async () => {
    const { mark, customer } = await createPerson();
    await shop.delete(`${CS}/customers/${customer.id}?wishlists=true`);
    assert.deepEqual(await holding(mark), []);
    assert.deepEqual(await holding(customer.phone), []);
  });
});

describe("the nightly maintenance", () => {
  it("removes wishes of deleted wishlists from waiting lists and finished jobs, and keeps the others", async () => {
    const prefix = service.keys.jobs("maintenance");
    const product = await newProduct(shop, { available: 0 });
    const [gone, kept] = [await wishFor(shop, product), await wishFor(shop, product)];
    const waiting = async (itemId: string) =>
      (await holding(itemId)).filter((text) => text.includes(":waiting:")).length;
    await settled(service, { withinMs: 0 });
    for (const { item } of [gone, kept]) assert.equal(await waiting(item.id), 1);
    await shop.delete(`${CS}/customers/${gone.customer.id}?wishlists=true`);
    await settled(service, { withinMs: 0 });
    // Make the finished jobs old.
    for (const key of await keysWith(service.redis, prefix))
      if (key.endsWith(":completed"))
        for (const id of await service.redis.zrange(key, 0, "-1")) await service.redis.zadd(key, 1, id);
    await runNightly(service);
    assert.equal(await waiting(gone.item.id), 0);
    const { wishlistId } = gone.item;
    const jobs = (await holding(wishlistId)).filter((text) => text.startsWith(prefix));
    assert.deepEqual(jobs, [], "no job names the wishlist");
    assert.equal(await waiting(kept.item.id), 1);
  });
});

describe("after purchased and alerted wishes are erased", () => {
  /** A customer with a wish that had an alert and was bought. */
  async function purchasedAndAlerted() {
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0 } });
    const product = await newProduct(shop, { available: 0 });
    const email = `${unique("buyer")}@example.com`;
    const { customer, item } = await wishFor(shop, product, { notifyMe: true }, { email });
    await setStock(shop, product.variantRef, 5);
    await settled(service, { withinMs: 0 });
    assert.equal((await alertsOf(shop, customer))[0]?.status, "sent");
    const { productRef, variantRef } = product;
    const orderRef = unique("order");
    const createdTime = new Date(Date.now() + 1000).toISOString();
    const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
    await shop.post(`${WS}/orders`, { orderRef, email, customerRef: customer.id, createdTime, lines });
    const order = async () => (await shop.get(`${WS}/orders/${orderRef}`)).body;
    await settled(service, { withinMs: 0 });
    assert.ok("matched" in (await order()).lines[0]);
    return { customer, item, email, order };
  }

  it("no key links a deleted wishlist to its customer, nor does its order", async () => {
    const { customer, item, email, order } = await purchasedAndAlerted();
    assert.equal((await shop.delete(`${WS}/wishlists?id=${item.wishlistId}`)).status, 204);
    await settled(service, { withinMs: 0 });
    assert.ok("reason" in (await order()).lines[0]);
    for (const person of [customer.id, customer.svc_customer_id, email])
      assert.deepEqual(await holding(item.wishlistId, person), [], person);
  });

  it("orders and alerts hold no data of the deleted customer", async () => {
    const { customer, email, order } = await purchasedAndAlerted();
    await shop.delete(`${CS}/customers/${customer.id}?wishlists=true`);
    await settled(service, { withinMs: 0 });
    assert.equal((await order()).email, undefined);
    for (const trace of [email, `"${customer.id}"`]) assert.deepEqual(await holding(trace), [], trace);
  });

  it("a second erasure finds an order that named somebody else during the first", async () => {
    const { customer, email, order } = await purchasedAndAlerted();
    const { orderRef, createdTime, lines: all } = await order();
    const lines = all.map(({ matched: _, ...line }: Json) => line);
    const other = await shop.newCustomer();
    const name = async (names: object) => {
      await shop.post(`${WS}/orders`, { orderRef, createdTime, lines, ...names });
      await settled(service, { withinMs: 0 });
    };
    const erase = async () => {
      const { status } = await shop.post(`${WS}/privacy/erase`, { customerRef: customer.id });
      assert.equal(status, 200);
      await settled(service, { withinMs: 0 });
    };
    await name({ customerRef: other.id });
    await erase();
    assert.equal((await order()).customerRef, other.id);
    await shop.post(`${CS}/customers`, { id: customer.id, email });
    await name({ customerRef: customer.id, email });
    assert.equal((await order()).email, email);
    await erase();
    const { customerRef, email: kept } = await order();
    assert.deepEqual([customerRef, kept], [undefined, undefined]);
  });

  it("an order that comes later or at the same time does not store the deleted customer again", async () => {
    const product = await newProduct(shop);
    const { productRef, variantRef } = product;
    const createdTime = new Date(Date.now() + 1000).toISOString();
    const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
    for (const delayed of [false, true]) {
      const email = `${unique("gone")}@example.com`;
      const { customer } = await wishFor(shop, product, {}, { email });
      const order = { orderRef: unique("order"), email, createdTime, lines };
      const erase = () => shop.delete(`${CS}/customers/${customer.id}?wishlists=true`);
      const push = (more: object) => shop.post(`${WS}/orders`, { ...order, ...more });
      if (delayed) await erase();
      await Promise.all([push({ customerRef: customer.id }), delayed ? undefined : erase()]);
      await settled(service, { withinMs: 0 });
      const { body } = await shop.get(`${WS}/orders/${order.orderRef}`);
      assert.deepEqual([body.email, body.customerRef], [undefined, undefined]);
      await push({ customerId: customer.svc_customer_id, phone: "+4930123456" });
      await settled(service, { withinMs: 0 });
      for (const trace of [email, `"${customer.id}"`, "+4930123456"])
        assert.deepEqual(await holding(trace), [], trace);
    }
  });

  it("a delivery that waits for its next attempt ends, and holds no data of the deleted customer", async (t) => {
    const own = await service.newCaller();
    const { url, received } = await startReceiver(t, () => ({ status: 503 }));
    const { body: endpoint } = await own.post(`${WS}/webhook-endpoints`, { url, events: ["wishlist.*"] });
    const { id, first_name } = await own.newCustomer({ id: unique("told"), first_name: unique("first") });
    const { id: listId } = await own.newWishlist({ customerRef: id, name: unique("list") });
    const log = async () =>
      (await own.get(`${WS}/webhook-endpoints/${endpoint.id}/deliveries`)).body.deliveries as Json[];
    await settled(service, { withinMs: 0 });
    assert.ok((await log()).length > 0);
    assert.ok(received[0]?.body.includes(id as string));
    await own.put(`${WS}/webhook-endpoints/${endpoint.id}`, { events: ["customer.created"] });
    await own.delete(`${CS}/customers/${id}?wishlists=true`);
    await settled(service);
    for (const trace of [id, first_name]) assert.deepEqual(await holding(trace as string), []);
    const ofCreation = (await log()).filter(({ type }) => type === "wishlist.created");
    assert.deepEqual(
      ofCreation.map(({ outcome, error }) => error ?? outcome),
      ["erased", "failed"],
    );
    assert.equal((await holding(listId as string, id as string)).length, 0);
  });

  it("a delivery about a guest's wish holds no data of the erased customer who claimed it", async (t) => {
    const own = await service.newCaller();
    const { url, received } = await startReceiver(t, () => ({ status: 503 }));
    await own.post(`${WS}/webhook-endpoints`, { url, events: ["wishlist.item.added"] });
    const { guestToken, item } = await newGuest(own);
    const trace = item.wishlistItemRef as string;
    await settled(service, { withinMs: 0 });
    assert.ok(received[0]?.body.includes(trace));
    const { id: customerRef } = await own.newCustomer();
    const claim = { guestToken, customerRef, mode: "keep" };
    assert.equal((await own.post(`${WS}/wishlists/claim`, claim)).status, 200);
    assert.equal((await own.post(`${WS}/privacy/erase`, { customerRef })).status, 200);
    await settled(service, { withinMs: 0 });
    assert.deepEqual(await holding(trace), []);
  });
});

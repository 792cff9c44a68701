import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { startReceiver } from "../../support/receiver.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct } from "../../support/shop.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" });
});

/** A customer whose wishlist has a variant. */
async function newWaiter(shop: Caller, product: { productRef: string; variantRef: string }) {
  const { id: customerRef, svc_customer_id: customerId } = await shop.newCustomer();
  const { id: wishlistId } = await shop.newWishlist({ customerRef });
  const { productRef, variantRef: selectedVariantRef } = product;
  const item = await shop.newItem(wishlistId, {
    product: { productRef, selectedVariantRef },
    notifyMe: true,
  });
  return { customerRef, customerId, wishlistId, itemId: item.id as string };
}

describe("the waiting list of a variant", () => {
  it("lists customers page by page, the oldest wish first, without bought or deleted wishes", async () => {
    const shop = await service.newCaller();
    const product = await newProduct(shop, { available: 0 });
    const waiters = [];
    for (let i = 0; i < 4; i++) waiters.push(await newWaiter(shop, product));
    const [first, second, third, fourth] = waiters;
    await settled(service);
    const path = `${WS}/variants/${product.variantRef}/waiting`;
    const page = (await shop.get(`${path}?pageSize=3`)).body;
    assert.equal(page.count, 4);
    assert.deepEqual(
      page.waiting.map(({ itemId }: Json) => itemId),
      [first, second, third].map((each) => each?.itemId),
    );
    const { since, ...rest } = page.waiting[0];
    assert.ok(Date.parse(since) <= Date.now());
    const flags = { quantity: 1, notifyMe: true, prerelease: false, disableNotification: false };
    assert.deepEqual(rest, { ...first, ...flags });
    const last = (await shop.get(`${path}?pageSize=3&cursor=${page.cursor}`)).body;
    assert.deepEqual([last.waiting.length, last.cursor], [1, undefined]);
    assert.equal(last.waiting[0].customerRef, fourth?.customerRef);
    await shop.delete(`${WS}/wishlist/items/${first?.itemId}`);
    await settled(service);
    assert.equal((await shop.get(path)).body.waiting[0].itemId, second?.itemId);
  });

  it("does not list a wish that has moved to another variant", async () => {
    const shop = await service.newCaller();
    const [first, second] = [
      await newProduct(shop, { available: 0 }),
      await newProduct(shop, { available: 0 }),
    ];
    const [moved, stays] = [await newWaiter(shop, first), await newWaiter(shop, first)];
    await settled(service);
    const product = {
      productRef: second.productRef,
      selectedVariantRef: second.variantRef,
      oldVariantRef: first.variantRef,
    };
    await shop.put(`${WS}/wishlist/items/id=${moved.itemId}`, { product });
    await settled(service);
    const idsOf = async ({ variantRef }: { variantRef: string }) =>
      (await shop.get(`${WS}/variants/${variantRef}/waiting`)).body.waiting.map(({ itemId }: Json) => itemId);
    assert.deepEqual([await idsOf(first), await idsOf(second)], [[stays.itemId], [moved.itemId]]);
  });

  it("is found by every name of the variant", async () => {
    const shop = await service.newCaller();
    const [sku, gtin] = [unique("sku"), unique("gtin")];
    const product = await newProduct(shop, { available: 0, sku, gtin });
    const { itemId } = await newWaiter(shop, product);
    await settled(service);
    for (const name of [product.variantRef, product.variantId, sku, gtin]) {
      const { body, text } = await shop.get(`${WS}/variants/${name}/waiting`);
      assert.equal(body.waiting?.[0].itemId, itemId, `${name}: ${text}`);
    }
  });

  it("is readable for the tenant's own variants only, and with the scope only", async () => {
    const shop = await service.newCaller();
    const { variantRef } = await newProduct(shop, { available: 0 });
    const path = `${WS}/variants/${variantRef}/waiting`;
    assert.equal((await (await service.newCaller()).get(path)).status, 404);
    assert.equal((await shop.get(`${path}?cursor=none`)).status, 400);
    const limited = await service.callerFor(shop.credentials, "catalogue:read");
    assert.equal((await limited.get(path)).status, 403);
  });
});

describe("the orders of a customer", () => {
  it("are those that fulfilled a wish, the newest first, page by page", async () => {
    const shop = await service.newCaller();
    const { id: customerRef, svc_customer_id: customerId } = await shop.newCustomer();
    const { id: list } = await shop.newWishlist({ customerRef });
    const orderRefs: string[] = [];
    for (let i = 1; i <= 3; i++) {
      const [productRef, variantRef, orderRef] = [unique("p"), unique("v"), unique("o")];
      await shop.newItem(list, { product: { productRef, selectedVariantRef: variantRef } });
      const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
      const createdTime = new Date(Date.now() + i * 1000).toISOString();
      await shop.post(`${WS}/orders`, { orders: [{ orderRef, customerRef, createdTime, lines }] });
      orderRefs.unshift(orderRef);
    }
    await settled(service);
    const list1 = await shop.get(`${WS}/orders?customerRef=${customerRef}&pageSize=2`);
    const refs = (body: Json) => body.orders.map(({ orderRef }: Json) => orderRef);
    assert.deepEqual(refs(list1.body), orderRefs.slice(0, 2));
    const next = `customerId=${customerId}&pageSize=2&cursor=${list1.body.cursor}`;
    const list2 = await shop.get(`${WS}/orders?${next}`);
    assert.deepEqual([refs(list2.body), list2.body.cursor], [orderRefs.slice(2), undefined]);
    const cancelled = await shop.get(`${WS}/orders?customerRef=${customerRef}&status=cancelled`);
    assert.deepEqual(cancelled.body.orders, []);
    for (const query of ["customerRef=nobody", `customerId=${customerId}&customerRef=nobody`])
      assert.equal((await shop.get(`${WS}/orders?${query}`)).status, 404);
    assert.equal((await (await service.newCaller()).get(`${WS}/orders?${next}`)).status, 404);
  });

  it("are not those that now name somebody else", async () => {
    const shop = await service.newCaller();
    const { id: customerRef } = await shop.newCustomer();
    const order = { orderRef: unique("o"), createdTime: new Date().toISOString() };
    const lines = [{ lineRef: "1", productRef: "p", variantRef: "v", quantity: 1 }];
    const refs = async () =>
      (await shop.get(`${WS}/orders?customerRef=${customerRef}`)).body.orders.map(
        ({ orderRef }: Json) => orderRef,
      );
    await shop.post(`${WS}/orders`, { ...order, customerRef, lines });
    await settled(service);
    assert.deepEqual(await refs(), [order.orderRef]);
    await shop.post(`${WS}/orders`, { ...order, email: `${unique("bob")}@example.com`, lines });
    await settled(service);
    assert.deepEqual(await refs(), []);
  });
});

describe("a delivery of a webhook", () => {
  it("is shown with its attempts and with the event as it would be sent now", async () => {
    const shop = await service.newCaller();
    const receiver = await startReceiver(suite);
    const endpoints = `${WS}/webhook-endpoints`;
    const { body: endpoint } = await shop.post(endpoints, {
      url: receiver.url,
      events: ["wishlist.created"],
    });
    const { id } = await shop.newWishlist({ name: "Birthday" });
    await settled(service);
    const path = `${endpoints}/${endpoint.id}/deliveries`;
    const [{ eventId }] = (await shop.get(path)).body.deliveries;
    const { body } = await shop.get(`${path}/${eventId}`);
    assert.deepEqual(
      body.attempts.map(({ attempt, outcome }: Json) => [attempt, outcome]),
      [[1, "delivered"]],
    );
    assert.deepEqual(body.event, JSON.parse(receiver.received[0]?.body ?? ""));
    assert.equal(body.event.data.wishlistId ?? body.event.data.id, id);
    assert.equal((await shop.get(`${path}/0-0-0`)).status, 404);
    assert.equal((await (await service.newCaller()).get(`${path}/${eventId}`)).status, 404);
  });
});

describe("the preview of the e-mail", () => {
  it("has the settings of the store in each language, and markup in them is text", async () => {
    const shop = await service.newCaller();
    const shopName = "Fell & Fjord";
    await shop.put(`${WS}/settings`, { mail: { shopName, language: "de", texts: { reason: "<b>Why</b>" } } });
    const preview = async (query = "") => (await shop.get(`${WS}/alerts/mail-preview${query}`)).body;
    const own = await preview();
    assert.deepEqual([own.language, own.text.includes("Wieder verfügbar")], ["de", true]);
    assert.ok(own.html.includes("Fell &amp; Fjord") && own.html.includes("&lt;b&gt;Why"));
    const subjects = await Promise.all(
      ["en", "de", "fr", "es"].map(async (language) => (await preview(`?language=${language}`)).subject),
    );
    assert.equal(new Set(subjects).size, 4);
    assert.equal((await shop.get(`${WS}/alerts/mail-preview?language=xx`)).status, 400);
  });
});

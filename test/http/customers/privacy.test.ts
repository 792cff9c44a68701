import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { compactVerify, createRemoteJWKSet } from "jose";
import { HANDLERS } from "../../../src/actors/handlers.ts";
import { refuse } from "../../../src/actors/reply.ts";
import { encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import { type Layout, openLayout } from "../../../src/store/layout/layout.ts";
import { lines as toLines, NDJSON, upload } from "../../support/data/feeds.ts";
import { storeRejection } from "../../support/exports.ts";
import { startReceiver } from "../../support/receiver.ts";
import { atEnd, dump, keysWith } from "../../support/redis.ts";
import { CS, type Json, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { alertsOf, newProduct, setStock } from "../../support/shop.ts";

const suite = atEnd();
let service: Service;
let shop: Awaited<ReturnType<Service["newCaller"]>>;
let layout: Layout;
before(async () => {
  // A claim of a guest's wishlist begins and does not end.
  const undecided = () => refuse("ResourceNotFound", "It is not decided.");
  const handlers = { ...HANDLERS, AcceptHandover: undecided, RefuseHandover: undecided };
  service = await startService(suite, { ALLOW_PRIVATE_TARGETS: "true" }, { handlers });
  shop = await service.newCaller();
  layout = await openLayout(service.redis, service.keys, 16);
  await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0 } });
  // Deliveries to it wait for another attempt.
  const { url } = await startReceiver(suite, () => ({ status: 503 }));
  await shop.post(`${WS}/webhook-endpoints`, { url, events: ["alert.*"] });
});

const PRIVACY = `${WS}/privacy`;
const KINDS = [
  "deadLetters",
  "orders",
  "customers",
  "references",
  "alerts",
  "wishlists",
  "items",
  "shares",
  "claims",
  "deliveries",
  "rejections",
  "purchases",
];

/** Keys that hold one of the traces. */
async function holding(...traces: string[]): Promise<string[]> {
  const keys = await keysWith(service.redis, service.prefix);
  const texts = await Promise.all(keys.map(async (key) => `${key} ${await dump(service.redis, key)}`));
  return texts.filter((text) => traces.some((trace) => text.includes(trace)));
}

let people = 0;

/** A person with data of every kind that the service stores. */
async function createPerson() {
  const mark = unique("mark");
  const phone = `+49301${String(Date.now()).slice(-5)}${String(people++).padStart(3, "0")}`;
  const email = `${mark}@example.com`;
  const customer = await shop.newCustomer({ id: mark, email, phone, first_name: `${mark}-first` });
  const names = { name: `${mark}-list`, wishlistRef: `${mark}-ref` };
  const list = await shop.newWishlist({ customerRef: mark, ...names });
  const product = await newProduct(shop, { available: 0 });
  const { productRef, variantRef } = product;
  const wish = { product: { productRef, selectedVariantRef: variantRef }, notifyMe: true };
  await shop.newItem(list.id, { ...wish, wishlistItemRef: `${mark}-item` });
  const other = { productRef: "p", selectedVariantRef: "w" };
  const removed = await shop.newItem(list.id, { product: other, wishlistItemRef: `${mark}-removed` });
  await shop.delete(`${WS}/wishlist/items/${removed.id}`);
  const shared = await shop.post(`${WS}/wishlists/${list.id}/shares`, { displayName: `${mark}-shown` });
  assert.equal(shared.status, 201, shared.text);
  await claimGuestList(mark);
  await setStock(shop, variantRef, 5);
  await settled(service, { withinMs: 0 });
  assert.equal((await alertsOf(shop, customer))[0]?.status, "sent");
  // In the future: the order is matched again at that time.
  const createdTime = new Date(Date.now() + 1000).toISOString();
  const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
  const [bought, waiting] = [unique("order"), unique("order")];
  await shop.post(`${WS}/orders`, { orderRef: bought, customerRef: mark, createdTime, lines });
  const unknown = [{ lineRef: "1", sku: unique("sku"), quantity: 1 }];
  await shop.post(`${WS}/orders`, { orderRef: waiting, email, phone, createdTime, lines: unknown });
  await settled(service, { withinMs: 0 });
  assert.ok("matched" in (await order(bought)).lines[0]);
  assert.ok("reason" in (await order(waiting)).lines[0]);
  const { body } = await shop.post(`${PRIVACY}/export`, { customerRef: mark });
  assert.ok(body.data.deliveries.length > 0);
  await putAside(mark, { first_name: `${mark}-letter` });
  await storeRejection(service, shop, customer.svc_customer_id, `${mark}-words`);
  return { mark, email, phone, customer, list, orders: [bought, waiting] };
}

/** A person with all data, whom no test erases. */
let lasting: ReturnType<typeof createPerson> | undefined;
const lastingPerson = () => (lasting ??= createPerson());

/** Begins the claim of a guest's wishlist. */
async function claimGuestList(mark: string): Promise<void> {
  const { body: guest } = await shop.post(`${WS}/wishlists`, { name: `${mark}-guest`, guest: true });
  await shop.newItem(guest.id, { note: `${mark}-note` });
  const { guestToken } = guest;
  const claim = { guestToken, customerRef: mark, mode: "keep" };
  assert.equal((await shop.post(`${WS}/wishlists/claim`, claim)).status, 404);
  assert.equal((await shop.get(`${WS}/wishlists?id=${guest.id}`)).status, 404);
}

const order = async (ref: string): Promise<Json> => (await shop.get(`${WS}/orders/${ref}`)).body;

/** A command about a customer that could not be applied. */
async function putAside(ref: string, fields: object): Promise<void> {
  const storeKey = `${shop.tenantId}/default`;
  const { partition, slot, key } = layout.slotOfRef(storeKey, ref);
  const command = { type: "UpdateCustomer" as const, storeKey, slot, key, ref, fields };
  const payload = encodeCommand({ instance: "", requestId: "", command });
  await service.redis.xadd(service.keys.deadLetters(partition), "*", "r", "test", "e", "1-0", "c", payload);
}

const counts = (data: Record<string, unknown[]>) =>
  Object.fromEntries(Object.entries(data).map(([kind, { length }]) => [kind, length]));

describe("the export of a person's data", () => {
  it("finds the data in every place, by each name of the person", async () => {
    const { mark, email, phone, customer } = await lastingPerson();
    const names = [
      { customerId: customer.svc_customer_id },
      { customerRef: mark },
      { email: email.toUpperCase() },
      { phone },
    ];
    for (const name of names) {
      const { status, body, headers } = await shop.post(`${PRIVACY}/export`, name);
      assert.equal(status, 200, JSON.stringify(body));
      assert.equal(headers["cache-control"], "no-store");
      assert.deepEqual(Object.keys(body.data).sort(), [...KINDS].sort());
      for (const kind of KINDS) assert.notEqual(body.data[kind].length, 0, kind);
      assert.deepEqual(body.customerIds, [customer.svc_customer_id]);
      assert.equal(body.data.items.length, 3);
      assert.equal(body.data.wishlists.length, 2);
      assert.deepEqual([body.data.claims[0].customerRef, body.data.claims[0].mode], [mark, "keep"]);
      assert.equal(body.data.orders.length, 2);
      assert.equal(body.data.customers[0].first_name, `${mark}-first`);
    }
  });

  it("ends a page early at its limit of bytes, and the pages together have all data once", async () => {
    const { id } = await shop.newCustomer({ id: unique("large") });
    const lists = [await shop.newWishlist({ customerRef: id }), await shop.newWishlist({ customerRef: id })];
    const attributes = Object.fromEntries(Array.from({ length: 4 }, (_, i) => [`a${i}`, "x".repeat(4000)]));
    const made: string[] = [];
    for (let batch = 0; batch < 6; batch++) {
      const itemRef = Array.from({ length: 50 }, (_, i) => ({
        productRef: `p${batch}`,
        selectedVariantRef: `v${i}`,
        attributeGroups: { group: { attributes } },
      }));
      const { status, body } = await shop.post(`${WS}/wishlist/add-items`, {
        wishlistId: lists[batch % 2]?.id,
        itemRef,
      });
      assert.equal(status, 202, JSON.stringify(body).slice(0, 500));
      made.push(...body.items.map((item: Json) => item.id));
    }
    await shop.delete(`${WS}/wishlist/items/${made[0]}`);
    const ids: string[] = [];
    let pages = 0;
    for (let cursor: string | undefined = ""; cursor !== undefined; pages++) {
      const { status, body, text } = await shop.post(`${PRIVACY}/export`, { customerRef: id, cursor });
      assert.equal(status, 200, text.slice(0, 500));
      assert.ok(Buffer.byteLength(text) < 4.1 * 1024 * 1024);
      for (const kind of KINDS) ids.push(...body.data[kind].map((record: Json) => record.id).filter(Boolean));
      cursor = body.cursor;
    }
    assert.ok(pages > 1);
    assert.deepEqual(ids.toSorted(), [...made, ...lists.map((list) => list.id), id].toSorted());
    for (const cursor of ["%", "W10", "e30"]) {
      const { status, body } = await shop.post(`${PRIVACY}/export`, { customerRef: id, cursor });
      assert.deepEqual([status, body.errors[0].path], [400, "/cursor"]);
    }
  });

  it("is answered 404 for an unknown person, and 400 without a name", async () => {
    assert.equal((await shop.post(`${PRIVACY}/export`, { email: "nobody@example.com" })).status, 404);
    const { status, body } = await shop.post(`${PRIVACY}/export`, {});
    assert.deepEqual([status, body.errors[0].path], [400, "/customerRef"]);
    assert.equal((await shop.post(`${PRIVACY}/export`, { email: "no address" })).status, 400);
  });

  it("shows no data of another tenant, and none without the permission", async () => {
    const { mark, email } = await lastingPerson();
    const other = await service.newCaller();
    for (const name of [{ customerRef: mark }, { email }])
      assert.equal((await other.post(`${PRIVACY}/export`, name)).status, 404);
    const reader = await service.callerFor(shop.credentials, "customers:read customers:write");
    assert.equal((await reader.post(`${PRIVACY}/export`, { email })).status, 403);
    assert.equal((await reader.post(`${PRIVACY}/erase`, { email })).status, 403);
  });
});

describe("the erasure of a person", () => {
  it("leaves no trace in any key, and answers with a receipt that counts what the export showed", async () => {
    const { mark, email, phone, customer, orders } = await createPerson();
    const bystander = await lastingPerson();
    const shown = (await shop.post(`${PRIVACY}/export`, { email })).body.data;
    assert.notDeepEqual(await holding(mark), []);
    const { status, body } = await shop.post(`${PRIVACY}/erase`, { email });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(body.erased, counts(shown));
    assert.deepEqual(body.customerIds, [customer.svc_customer_id]);
    assert.deepEqual(await holding(mark, phone), []);
    assert.equal((await shop.get(`${CS}/customers/${mark}`)).status, 404);
    for (const ref of orders) assert.equal((await order(ref)).orderRef, ref);
    assert.equal((await shop.post(`${PRIVACY}/export`, { customerRef: mark })).status, 404);
    const kept = (await shop.post(`${PRIVACY}/export`, { customerRef: bystander.mark })).body.data;
    for (const kind of KINDS) assert.notEqual(kept[kind].length, 0, kind);
  });

  it("can be proven: the receipt is signed with the tenant's key", async () => {
    const { id } = await shop.newCustomer();
    const { proof, ...receipt } = (await shop.post(`${PRIVACY}/erase`, { customerRef: id })).body;
    assert.equal(receipt.erased.customers, 1);
    const certs = `${service.baseUrl}/auth/realms/${shop.tenantId}/protocol/openid-connect/certs`;
    const { payload } = await compactVerify(proof, createRemoteJWKSet(new URL(certs)));
    assert.deepEqual(JSON.parse(new TextDecoder().decode(payload)), receipt);
  });

  it("may be repeated, also for an unknown person: then it erases nothing", async () => {
    const { mark } = await createPerson();
    await shop.post(`${PRIVACY}/erase`, { customerRef: mark });
    for (const customerRef of [mark, unique("nobody")]) {
      const { status, body } = await shop.post(`${PRIVACY}/erase`, { customerRef });
      assert.equal(status, 200);
      assert.deepEqual(new Set(Object.values(body.erased)), new Set([0]));
    }
  });

  it("erases the wishlists that were kept when the customer was deleted", async () => {
    const { mark, list } = await createPerson();
    await shop.delete(`${CS}/customers/${mark}`);
    assert.equal((await shop.get(`${WS}/wishlists?id=${list.id}`)).status, 200);
    const { body } = await shop.post(`${PRIVACY}/erase`, { customerRef: mark });
    // With the guest's wishlist that the customer was to get.
    assert.equal(body.erased.wishlists, 2);
    assert.equal((await shop.get(`${WS}/wishlists?id=${list.id}`)).status, 404);
    assert.deepEqual(await holding(mark), []);
  });

  it("erases orders of a person who never was a customer", async () => {
    const [mark, orderRef] = [unique("guest"), unique("order")];
    const email = `${mark}@example.com`;
    const lines = [{ lineRef: "1", sku: unique("sku"), quantity: 1 }];
    await shop.post(`${WS}/orders`, { orderRef, email, createdTime: new Date().toISOString(), lines });
    await settled(service, { withinMs: 0 });
    assert.ok("reason" in (await order(orderRef)).lines[0]);
    assert.equal((await shop.post(`${PRIVACY}/erase`, { email })).body.erased.orders, 1);
    assert.deepEqual(await holding(mark), []);
  });

  it("erases rows of a file that are not applied yet, and an order that is not matched yet", async () => {
    const mark = unique("late");
    const email = `${mark}@example.com`;
    await shop.newCustomer({ id: mark, email });
    const createdTime = new Date().toISOString();
    const lines = [{ lineRef: "1", sku: unique("sku"), quantity: 1 }];
    const sent = await Promise.all([
      upload(
        shop,
        "customers",
        NDJSON,
        toLines([{ id: mark, email }, { email }, { id: unique("other"), email }]),
      ),
      upload(shop, "orders", NDJSON, toLines([{ orderRef: unique("order"), email, createdTime, lines }])),
      shop.post(`${WS}/orders`, { orderRef: unique("order"), email, createdTime, lines }),
    ]);
    for (const { status, body } of sent) assert.ok(status === 202, JSON.stringify(body));
    await shop.post(`${PRIVACY}/erase`, { customerRef: mark, email });
    await settled(service, { withinMs: 0 });
    assert.deepEqual(await holding(mark), []);
  });

  it("and every export are in the audit log, without a name", async () => {
    const caller = await service.newCaller();
    const { id, svc_customer_id } = await caller.newCustomer({ id: unique("c") });
    await caller.post(`${PRIVACY}/export`, { customerRef: id });
    const receipt = (await caller.post(`${PRIVACY}/erase`, { customerRef: id })).body;
    const { requests } = (await caller.get(`${PRIVACY}/requests`)).body;
    assert.deepEqual(
      requests.map(({ kind, source }: Json) => `${source} ${kind}`),
      ["api export", "api erasure"],
    );
    assert.equal(requests[1].id, receipt.id);
    assert.deepEqual(requests[1].customerIds, [svc_customer_id]);
    const rest = (await caller.get(`${PRIVACY}/requests?after=${requests[0].id}`)).body.requests;
    assert.deepEqual(rest, requests.slice(1));
  });
});

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { recount } from "../../../src/jobs/reports/recount.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { ReportCounters } from "../../../src/store/reports/counters.ts";
import { interrupted, INTERRUPTIBLE } from "../../support/interrupted-claims.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { atEnd } from "../../support/redis.ts";
import {
  type Caller,
  given,
  type Json,
  type Service,
  startService,
  unique,
  WS,
} from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newGuestList } from "../../support/shop.ts";
import { inconsistencies, toolEnv } from "../../support/tool.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
const LISTS = `${WS}/wishlists`;
const ITEMS = `${WS}/wishlist/items`;
const CLAIM = `${LISTS}/claim`;

let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite, {}, { handlers: INTERRUPTIBLE });
  shop = await service.newCaller();
});

const newGuest = (items?: number) => newGuestList(shop, items);

/** The notes of all items of a customer. */
async function notesOf(customerRef: string): Promise<string[]> {
  const { status, body } = await shop.get(`${LISTS}/lookup?customerRef=${customerRef}`);
  if (status === 404) return [];
  return body.wishlist.flatMap((list: Json) => list.wishlistItems.map(({ note }: Json) => note)).sort();
}

const THREE = ["wish 0", "wish 1", "wish 2"];

const newItemFor = (wishlistId: string) => ({
  wishlistId,
  product: { productRef: unique("p"), selectedVariantRef: unique("v") },
});

describe("a claim", () => {
  it("gives the wishlist to one customer, once, with any number of concurrent requests", async () => {
    const [ann, bob] = [await shop.newCustomer(), await shop.newCustomer()];
    const { id, guestToken } = await newGuest();
    const claims = [ann, bob, ann, bob, ann, bob].map(({ id: customerRef }) => ({
      customerRef,
      claiming: shop.post(CLAIM, { guestToken, customerRef, mode: "merge" }),
    }));
    const answers = await Promise.all(
      claims.map(async ({ customerRef, claiming }) => ({ customerRef, ...(await claiming) })),
    );
    const granted = answers.filter(({ status }) => status === 200);
    assert.equal(new Set(granted.map(({ text }) => text)).size, 1);
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 200, 200, 404, 404, 404]);
    const notes = [...(await notesOf(ann.id)), ...(await notesOf(bob.id))];
    assert.deepEqual(notes.sort(), THREE);
    assert.equal((await shop.get(`${LISTS}?id=${id}`)).status, 404);
    const winner = given(granted[0]);
    const later = await shop.post(CLAIM, { guestToken, customerRef: winner.customerRef, mode: "merge" });
    assert.deepEqual([later.status, later.text], [200, winner.text]);
  });

  it("by customerId merges into the default wishlist: the same variant in both becomes one item", async () => {
    const customer = await shop.newCustomer();
    const own = await shop.newWishlist({ customerRef: customer.id, isDefault: true });
    const { id, guestToken } = await newGuest(0);
    const { product } = newItemFor(id);
    const early = await shop.newItem(id, { product, notifyMe: true, quantity: 3 });
    const alone = await shop.newItem(id, { addedFromCart: true });
    const mine = await shop.newItem(own.id, { product, prerelease: true, quantity: 2, note: "mine" });
    assert.ok(early.createdTime <= mine.createdTime);
    const claim = { guestToken, customerId: customer.svc_customer_id, mode: "merge" };
    const { status, body, text } = await shop.post(CLAIM, claim);
    assert.equal(status, 200, text);
    assert.deepEqual(body, { wishlistId: own.id, status: "merged" });
    const { wishlistItems } = (await shop.get(`${LISTS}?id=${own.id}`)).body;
    const [one, two, ...others] = wishlistItems;
    assert.deepEqual(others, []);
    const { modifiedTime } = one;
    // The guest got no alerts, so the wish waits since the claim.
    const joined = { notifyMe: true, quantity: 3, waitingSince: modifiedTime, modifiedTime };
    assert.deepEqual(one, { ...mine, ...joined, createdTime: early.createdTime });
    const { id: newId, modifiedTime: movedTime } = two;
    const claimed = { wishlistId: own.id, waitingSince: movedTime, modifiedTime: movedTime };
    assert.deepEqual(two, { ...alone, id: newId, ...claimed });
  });

  it("marks the wishes as purchased that the customer has ordered before it", async () => {
    for (const mode of ["merge", "keep"]) {
      const { id: customerRef } = await shop.newCustomer();
      const { id, guestToken } = await newGuest(0);
      const { productRef, selectedVariantRef: variantRef } = newItemFor(id).product;
      await shop.newItem(id, { product: { productRef, selectedVariantRef: variantRef } });
      const orderRef = unique("o");
      const order = { orderRef, customerRef, createdTime: new Date().toISOString() };
      const lines = [{ lineRef: "1", productRef, variantRef, quantity: 1 }];
      await shop.post(`${WS}/orders`, { ...order, lines });
      await settled(service, { withinMs: 0 });
      assert.equal((await shop.get(`${WS}/orders/${orderRef}`)).body.lines[0].reasonCode, "no_wish");
      assert.equal((await shop.post(CLAIM, { guestToken, customerRef, mode })).status, 200);
      await settled(service, { withinMs: 0 });
      const { body } = await shop.get(`${LISTS}/lookup?customerRef=${customerRef}`);
      const [item] = body.wishlist[0].wishlistItems;
      assert.deepEqual([item.purchased, item.purchasedDate], [true, order.createdTime]);
      const [line] = (await shop.get(`${WS}/orders/${orderRef}`)).body.lines;
      assert.equal(line.matched.itemId, item.id);
    }
  });

  it("is completed after an interruption by the next claim, or by a job", async (t) => {
    const queue = queueOf(t, service, "orders");
    for (const isRepeated of [true, false]) {
      const { id: customerRef } = await shop.newCustomer();
      const { id, guestToken } = await newGuest();
      interrupted.set(id, ["AcceptHandover", "RefuseHandover"]);
      const claim = () => shop.post(CLAIM, { guestToken, customerRef, mode: "keep" });
      assert.equal((await claim()).status, 500);
      interrupted.delete(id);
      assert.equal((await shop.post(`${WS}/wishlist/items`, newItemFor(id))).status, 404);
      if (isRepeated) assert.equal((await claim()).status, 200);
      else
        await until("the job is there", async () => {
          const jobs = await queue.getDelayed();
          const job = jobs.find(({ name, data }) => name === "claim" && data.wishlistId === id);
          await job?.promote();
          return job !== undefined;
        });
      await until("the customer has the wishes", async () => (await notesOf(customerRef)).length > 0);
      assert.deepEqual(await notesOf(customerRef), THREE);
    }
  });

  it("counts no wish twice while it is in progress, and causes no inconsistent index", async () => {
    const own = await service.newCaller();
    const { id: customerRef } = await own.newCustomer();
    const { body: list } = await own.post(LISTS, { name: "mine", guest: true });
    const item = newItemFor(list.id);
    await own.post(ITEMS, item);
    const { redis, keys } = service;
    const layout = await openLayout(redis, keys, keys.partitions);
    const counters = new ReportCounters(redis, keys, layout);
    const wishes = async () => {
      await settled(service);
      const { body } = await own.get(`${WS}/reports/most-wished`);
      return body.rows.map((row: Json) => row.wishes);
    };
    const claim = () => own.post(CLAIM, { guestToken: list.guestToken, customerRef, mode: "merge" });
    for (const [at, counted] of [
      [["AcceptHandover", "RefuseHandover"], []],
      [["EndHandover"], [1]],
    ] as const) {
      interrupted.set(list.id, [...at]);
      assert.equal((await claim()).status, 500);
      assert.deepEqual(await wishes(), counted);
      const storeKey = `${own.tenantId}/default`;
      assert.equal((await recount({ redis, keys, layout, counters }, storeKey))?.wrong, 0);
      assert.deepEqual(await inconsistencies(toolEnv(service), "--repair", "--tenant", own.tenantId), []);
    }
    interrupted.delete(list.id);
    assert.equal((await claim()).status, 200);
    assert.deepEqual(await wishes(), [1]);
  });

  it("is refused once the customer's wishlist is deleted, or the customer erased", async () => {
    const ends = [
      (_: string, wishlistId: string) => shop.delete(`${LISTS}?id=${wishlistId}`),
      (customerRef: string) => shop.post(`${WS}/privacy/erase`, { customerRef }),
    ];
    for (const end of ends) {
      const { id: customerRef } = await shop.newCustomer();
      const { guestToken } = await newGuest(1);
      const claim = () => shop.post(CLAIM, { guestToken, customerRef, mode: "keep" });
      const { status, body } = await claim();
      assert.equal(status, 200);
      assert.ok((await end(customerRef, body.wishlistId)).status < 300);
      assert.equal((await claim()).status, 404);
    }
  });

  it("is refused with the name of the invalid field", async () => {
    const { id: customerRef } = await shop.newCustomer();
    const { guestToken } = await newGuest(0);
    const good = { guestToken, customerRef, mode: "keep" };
    const invalid = [{ mode: "take" }, { customerRef: undefined }, { guestToken: 1 }];
    for (const wrong of invalid) {
      const { status, body } = await shop.post(CLAIM, { ...good, ...wrong });
      assert.equal(status, 400);
      assert.ok(body.errors.length > 0);
    }
    const unknown = [{ guestToken: "x" }, { guestToken: `${guestToken.slice(0, -43)}${"x".repeat(43)}` }];
    for (const wrong of [...unknown, { customerRef: "nobody" }])
      assert.equal((await shop.post(CLAIM, { ...good, ...wrong })).status, 404);
    const stranger = await service.newCaller();
    const { id: other } = await stranger.newCustomer();
    assert.equal((await stranger.post(CLAIM, { ...good, customerRef: other })).status, 404);
    assert.equal((await shop.post(CLAIM, good)).status, 200);
  });
});

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { atEnd } from "../../support/redis.ts";
import { type Caller, CS, given, type Json, startService, unique, WS } from "../../support/service.ts";

const suite = atEnd();
/** Two processes of the service on the same data, and a caller for each. */
let callers: [Caller, Caller];
before(async () => {
  const one = await startService(suite);
  const two = await startService(suite, {}, { prefix: one.prefix });
  const first = await one.newCaller();
  const second = await two.callerFor(first.credentials);
  callers = [first, second];
});

const both = (i: number) => given(callers[i % 2]);
const statusesOf = (answers: { status: number }[]) =>
  answers.reduce<Record<number, number>>(
    (counts, { status }) => ({ ...counts, [status]: (counts[status] ?? 0) + 1 }),
    {},
  );

describe("40 concurrent creates", () => {
  it("with one wishlistRef create exactly one wishlist", async () => {
    const wishlistRef = unique("list");
    const customers = await Promise.all(Array.from({ length: 8 }, (_, i) => both(i).newCustomer()));
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        both(i).post(`${WS}/wishlists`, { customerRef: customers[i % 8].id, name: `list ${i}`, wishlistRef }),
      ),
    );
    assert.deepEqual(statusesOf(answers), { 201: 1, 405: 39 });
    const winner = answers.find(({ status }) => status === 201);
    for (const caller of callers) {
      assert.equal((await caller.get(`${WS}/wishlists?wishlistRef=${wishlistRef}`)).body.id, winner?.body.id);
    }
    const lists = await Promise.all(
      customers.map(({ id }) => both(0).get(`${WS}/wishlists/lookup?customerRef=${id}`)),
    );
    assert.deepEqual(statusesOf(lists), { 200: 1, 404: 7 });
  });

  it("with one e-mail address create exactly one customer", async () => {
    const email = `${unique("ann")}@example.com`;
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) =>
        both(i).post(
          `${CS}/customers`,
          i % 3 === 0 ? { email } : { id: unique("c"), email: i % 2 ? email.toUpperCase() : email },
        ),
      ),
    );
    assert.deepEqual(statusesOf(answers), { 201: 1, 405: 39 });
  });

  it("with one customer id create exactly one customer", async () => {
    const id = unique("c");
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, i) => both(i).post(`${CS}/customers`, { id })),
    );
    assert.deepEqual(statusesOf(answers), { 201: 1, 405: 39 });
  });

  it("with one Idempotency-Key create exactly one wishlist", async () => {
    const customer = await both(0).newCustomer();
    const options = { headers: { "Idempotency-Key": unique("key") } };
    const body = { customerRef: customer.id, name: "once" };
    const send = (i: number) => both(i).post(`${WS}/wishlists`, body, options);
    const answers = await Promise.all(Array.from({ length: 40 }, (_, i) => send(i)));
    for (const { status, body: found } of answers) {
      assert.ok(status === 201 || (status === 409 && found.code === "RequestInProgress"), status.toString());
    }
    const ids = new Set(
      answers.filter(({ status }) => status === 201).map(({ body: made }) => made.id as string),
    );
    assert.equal(ids.size, 1);
    assert.ok(ids.has((await send(1)).body.id));
    assert.equal(
      (await both(1).get(`${WS}/wishlists/lookup?customerRef=${customer.id}`)).body.wishlistCount,
      1,
    );
  });
});

describe("200 concurrent adds to one wishlist", () => {
  it("create 200 items, in the order of their ids", async () => {
    const list = await both(0).newWishlist();
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) =>
        both(i).post(`${WS}/wishlist/items`, {
          wishlistId: list.id,
          product: { productRef: "p", selectedVariantRef: `v${i}` },
        }),
      ),
    );
    assert.deepEqual(statusesOf(answers), { 200: 200 });
    const ids = answers.map(({ body }) => body.id as string);
    assert.equal(new Set(ids).size, 200);
    const found: Json[] = [];
    for (let cursor = ""; ; cursor = `&lastItemId=${found.at(-1).id}`) {
      const { body } = await both(1).get(`${WS}/wishlist/items?id=${list.id}&pageSize=50${cursor}`);
      if (body.itemCount === 0) break;
      found.push(...body.wishlistItems);
    }
    assert.deepEqual(
      found.map(({ id }) => id as string),
      [...ids].sort(),
    );
    assert.deepEqual(
      found.map(({ createdTime }) => createdTime as string),
      found.map(({ createdTime }) => createdTime as string).sort(),
    );
  });

  it("of the same wish create one item", async () => {
    const list = await both(0).newWishlist();
    const body = { wishlistId: list.id, product: { productRef: "p", selectedVariantRef: "v" } };
    const answers = await Promise.all(
      Array.from({ length: 200 }, (_, i) => both(i).post(`${WS}/wishlist/items`, body)),
    );
    assert.deepEqual(statusesOf(answers), { 200: 200 });
    assert.equal(new Set(answers.map((answer) => answer.body.id as string)).size, 1);
    assert.equal((await both(1).get(`${WS}/wishlist/items?id=${list.id}`)).body.itemCount, 1);
  });
});

describe("a read after an acknowledged write", () => {
  it("sees it, in any process", async () => {
    for (let i = 0; i < 50; i++) {
      const list = await both(i).newWishlist();
      const item = await both(i + 1).newItem(list.id);
      assert.equal((await both(i).get(`${WS}/wishlist/items/${item.id}`)).status, 200);
      assert.equal((await both(i + 1).delete(`${WS}/wishlists?id=${list.id}`)).status, 204);
      assert.equal((await both(i).get(`${WS}/wishlists?id=${list.id}`)).status, 404);
    }
  });
});

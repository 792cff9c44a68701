import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Caller, type Json, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let shop: Caller;
before(async () => {
  shop = await (await sharedService()).newCaller();
});

describe("get wishlist", () => {
  it("returns it with its items, in the order in which they were added", async () => {
    const made = await shop.newWishlist({ wishlistRef: unique("ref") });
    const empty = await shop.get(`${WS}/wishlists/?id=${made.id}`);
    assert.deepEqual(empty.body, { ...made, wishlistItems: [], itemCount: 0 });
    const items = [await shop.newItem(made.id), await shop.newItem(made.id), await shop.newItem(made.id)];
    for (const query of [
      `id=${made.id}`,
      `wishlistRef=${made.wishlistRef}`,
      `id=${made.id}&wishlistRef=${made.wishlistRef}`,
    ]) {
      const { status, body, headers } = await shop.get(`${WS}/wishlists?${query}`);
      assert.equal(status, 200);
      assert.match(headers["content-type"] ?? "", /^application\/json/);
      assert.deepEqual(body, {
        ...made,
        wishlistItems: items,
        itemCount: 3,
        lastEvaluatedItemId: items[2].id,
      });
    }
  });

  it("is answered 400 for a reference that is not UTF-8, because it would match another one", async () => {
    const wishlistRef = unique("\uFFFD");
    const { id } = await shop.newWishlist({ wishlistRef });
    const read = (text: string) => shop.get(`${WS}/wishlists?wishlistRef=${text}`);
    const { status, body } = await read(encodeURIComponent(wishlistRef).replace("%EF%BF%BD", "%ff"));
    assert.equal(status, 400);
    assert.deepEqual(body.errors, [{ path: "wishlistRef", message: "is not UTF-8" }]);
    assert.equal((await read(encodeURIComponent(wishlistRef))).body.id, id);
    assert.equal((await read("%ff%EF%BF%BD")).status, 400);
  });

  it("is answered 400 for a parameter with a percent sign that encodes nothing, and names it", async () => {
    const message = "has a % without two hexadecimal digits";
    for (const [query, path] of [
      ["wishlistRef=%zz", "wishlistRef"],
      ["wishlistRef=a%2", "wishlistRef"],
      ["id=x&wishlistRef=50%", "wishlistRef"],
      ["wishlistRef=%25zz&i%zd=x", "i%zd"],
    ]) {
      const { status, body } = await shop.get(`${WS}/wishlists?${query}`);
      assert.equal(status, 400, query);
      assert.deepEqual(body.errors, [{ path, message }]);
    }
    const { id } = await shop.newWishlist({ wishlistRef: "50%zz" });
    assert.equal((await shop.get(`${WS}/wishlists?wishlistRef=50%25zz`)).body.id, id);
  });

  it("is answered 404 for an unknown id or reference, and if they name different wishlists", async () => {
    const [one, other] = [await shop.newWishlist(), await shop.newWishlist({ wishlistRef: unique("ref") })];
    for (const query of [
      "id=w1m7xmtx880005rkj5",
      "id=x",
      "wishlistRef=none",
      `id=${one.id}&wishlistRef=${other.wishlistRef}`,
    ]) {
      const { status, body } = await shop.get(`${WS}/wishlists?${query}`);
      assert.equal(status, 404, query);
      assert.equal(body.code, "ResourceNotFound");
    }
  });

  it("is answered 400 without id and reference", async () => {
    const { status, body } = await shop.get(`${WS}/wishlists`);
    assert.equal(status, 400);
    assert.equal(body.code, "InvalidParameter");
  });
});

describe("lookup", () => {
  it("pages over a customer's wishlists, each with its items", async () => {
    const customer = await shop.newCustomer();
    const made: Json[] = [];
    for (let i = 0; i < 5; i++)
      made.push(await shop.newWishlist({ customerRef: customer.id, name: `list ${i}` }));
    const items = [await shop.newItem(made[1].id), await shop.newItem(made[1].id)];
    const first = (await shop.get(`${WS}/wishlists/lookup?customerRef=${customer.id}&pageSize=2`)).body;
    assert.equal(first.wishlistCount, 2);
    assert.equal(first.lastEvaluatedWishlistId, made[1].id);
    assert.deepEqual(first.wishlist[0], { ...made[0], wishlistItems: [], itemCount: 0 });
    assert.deepEqual(first.wishlist[1], {
      ...made[1],
      wishlistItems: items,
      itemCount: 2,
      lastEvaluatedItemId: items[1].id,
    });
    const path = `${WS}/wishlists/lookup?customerId=${customer.svc_customer_id}`;
    const rest = (await shop.get(`${path}&lastItemId=${first.lastEvaluatedWishlistId}`)).body;
    assert.deepEqual(
      rest.wishlist.map((list: Json) => list.id),
      made.slice(2).map((list) => list.id),
    );
    const past = await shop.get(`${path}&lastItemId=${made[4].id}`);
    assert.equal(past.status, 200);
    assert.deepEqual(past.body, { wishlistCount: 0, wishlist: [] });
  });

  it("returns at most 50 items of each, and the position of the next ones", async () => {
    const customer = await shop.newCustomer();
    const list = await shop.newWishlist({ customerRef: customer.id });
    const itemRef = Array.from({ length: 60 }, (_, i) => ({ productRef: "p", selectedVariantRef: `v${i}` }));
    await shop.post(`${WS}/wishlist/add-items`, { wishlistId: list.id, itemRef });
    const { body } = await shop.get(`${WS}/wishlists/lookup?customerRef=${customer.id}`);
    const [found] = body.wishlist;
    assert.equal(found.itemCount, 50);
    const rest = await shop.get(`${WS}/wishlist/items?id=${list.id}&lastItemId=${found.lastEvaluatedItemId}`);
    assert.equal(rest.body.itemCount, 10);
  });

  it("is answered 404 for a customer without wishlists, and without a customer", async () => {
    const customer = await shop.newCustomer();
    for (const query of [`customerRef=${customer.id}`, "customerRef=nobody", "customerId=x"]) {
      assert.equal((await shop.get(`${WS}/wishlists/lookup?${query}`)).status, 404, query);
    }
    assert.equal((await shop.get(`${WS}/wishlists/lookup`)).status, 400);
  });
});

describe("lookup and the deletion of a customer's wishlists", () => {
  it("answer the same 404 to names of no customer with wishlists", async () => {
    const [one, other] = [await shop.newCustomer(), await shop.newCustomer()];
    await shop.newWishlist({ customerRef: one.id });
    for (const query of [
      `customerId=${one.svc_customer_id}&customerRef=${other.id}`,
      `customerId=x&customerRef=${one.id}`,
      "customerId=x",
      "customerRef=nobody",
      `customerRef=${other.id}`,
    ])
      for (const answer of [
        await shop.get(`${WS}/wishlists/lookup?${query}`),
        await shop.delete(`${WS}/wishlists/customer?${query}`),
      ])
        assert.deepEqual(
          [answer.status, answer.body.code, answer.body.detail],
          [404, "ResourceNotFound", "The customer has no wishlists."],
          query,
        );
    assert.equal((await shop.get(`${WS}/wishlists/lookup?customerRef=${one.id}`)).body.wishlistCount, 1);
  });
});

describe("delete wishlist", () => {
  it("answers 204, then 404 to every request", async () => {
    for (const by of ["id", "wishlistRef"]) {
      const made = await shop.newWishlist({ wishlistRef: unique("ref") });
      const item = await shop.newItem(made.id, { wishlistItemRef: unique("item") });
      const { status, text } = await shop.delete(`${WS}/wishlists/?${by}=${made[by]}`);
      assert.equal(status, 204);
      assert.equal(text, "");
      const gone = [
        shop.get(`${WS}/wishlists?id=${made.id}`),
        shop.get(`${WS}/wishlists?wishlistRef=${made.wishlistRef}`),
        shop.get(`${WS}/wishlist/items/${item.id}`),
        shop.get(`${WS}/wishlist/items/ref=${item.wishlistItemRef}`),
        shop.get(`${WS}/wishlists/lookup?customerRef=${made.customerRef}`),
        shop.put(`${WS}/wishlists`, { id: made.id, name: "x" }),
        shop.put(`${WS}/wishlist/items/id=${item.id}`, { notifyMe: true }),
        shop.delete(`${WS}/wishlist/items/${item.id}`),
        shop.delete(`${WS}/wishlists?id=${made.id}`),
        shop.post(`${WS}/wishlist/items`, { wishlistId: made.id, product: item.product }),
      ];
      for (const answer of await Promise.all(gone)) assert.equal(answer.status, 404);
    }
  });

  it("frees the reference", async () => {
    const wishlistRef = unique("ref");
    const first = await shop.newWishlist({ wishlistRef });
    await shop.delete(`${WS}/wishlists?id=${first.id}`);
    assert.notEqual((await shop.newWishlist({ wishlistRef })).id, first.id);
  });

  it("deletes all wishlists of a customer, however many there are", async () => {
    const customer = await shop.newCustomer();
    for (let i = 0; i < 23; i++) await shop.newWishlist({ customerRef: customer.id });
    assert.equal((await shop.delete(`${WS}/wishlists/customer?customerRef=${customer.id}`)).status, 204);
    assert.equal((await shop.get(`${WS}/wishlists/lookup?customerRef=${customer.id}`)).status, 404);
    assert.equal(
      (await shop.delete(`${WS}/wishlists/customer?customerId=${customer.svc_customer_id}`)).status,
      404,
    );
    assert.equal((await shop.delete(`${WS}/wishlists/customer`)).status, 400);
  });
});

describe("the default wishlist of a customer", () => {
  it("is the only one, as its answers show; the previous one gets another version", async () => {
    const one = await shop.newWishlist({ isDefault: true });
    assert.equal(one.isDefault, true);
    const read = (id: string) => shop.get(`${WS}/wishlists?id=${id}`);
    const before = await read(one.id);
    const two = await shop.newWishlist({ customerRef: one.customerRef });
    assert.equal((await shop.put(`${WS}/wishlists`, { id: two.id, isDefault: "true" })).body.isDefault, true);
    const after = await read(one.id);
    assert.equal(after.body.isDefault, undefined);
    assert.notEqual(after.headers.etag, before.headers.etag);
    const three = await shop.newWishlist({ customerRef: one.customerRef, isDefault: true });
    const { body } = await shop.get(`${WS}/wishlists/lookup?customerRef=${one.customerRef}`);
    assert.deepEqual(
      body.wishlist.flatMap((list: Json) => (list.isDefault ? [list.id] : [])),
      [three.id],
    );
  });
});

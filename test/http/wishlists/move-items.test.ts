import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Caller, given, type Json, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";
import { newProduct } from "../../support/shop.ts";

const ITEMS = `${WS}/wishlist/items`;
let shop: Caller;
before(async () => {
  shop = await (await sharedService()).newCaller();
});

/** Wishlists of one customer. */
async function newLists(count: number): Promise<Json[]> {
  const { id: customerRef } = await shop.newCustomer();
  return Promise.all(
    Array.from({ length: count }, () => shop.newWishlist({ customerRef, wishlistRef: unique("list") })),
  );
}

/** The ids of a wishlist's items, and its entity tag. */
async function read({ id }: Json): Promise<{ ids: string[]; etag: string }> {
  const { body, headers } = await shop.get(`${WS}/wishlists?id=${id}`);
  return { ids: body.wishlistItems.map((item: Json) => item.id), etag: given(headers.etag) };
}

describe("moving items", () => {
  it("accepts ids and references, answers with the new ids, and requires the entity tags of both lists", async () => {
    const customer = await shop.newCustomer();
    const [from, to] = [
      await shop.newWishlist({ customerRef: customer.id }),
      await shop.newWishlist({ customerRef: customer.id, wishlistRef: unique("list") }),
    ];
    const first = await shop.newItem(from.id, { wishlistItemRef: unique("item"), note: "in blue" });
    const second = await shop.newItem(from.id);
    const body = { wishlistId: from.id, toWishlistRef: to.wishlistRef };
    const copied = await shop.post(`${ITEMS}/copy`, { ...body, itemId: [second.id] });
    assert.equal(copied.status, 200);
    const moving = { ...body, itemRef: [first.wishlistItemRef], itemId: [second.id] };
    const stale = { headers: { "If-Match": copied.headers.etag } };
    assert.equal((await shop.post(`${ITEMS}/move`, moving, stale)).status, 412);
    const { etag } = (await shop.get(`${WS}/wishlists?id=${from.id}`)).headers;
    const both = { headers: { "If-Match": `${etag}, ${copied.headers.etag}` } };
    const moved = await shop.post(`${ITEMS}/move`, moving, both);
    assert.deepEqual(
      moved.body.items.map(({ fromItemId, status }: Json) => [fromItemId, status]),
      [
        [second.id, "existing"],
        [first.id, "created"],
      ],
    );
    const { body: item } = await shop.get(`${ITEMS}/ref=${first.wishlistItemRef}`);
    assert.deepEqual(
      [item.id, item.wishlistId, item.wishlistRef, item.note, item.createdTime],
      [moved.body.items[1].id, to.id, to.wishlistRef, "in blue", first.createdTime],
    );
    assert.equal((await shop.get(`${ITEMS}?id=${from.id}`)).body.itemCount, 0);
    assert.equal((await shop.post(`${ITEMS}/move`, moving)).body.errors[0].path, "/itemId/0");
    const others = { ...moving, toWishlistRef: undefined, toWishlistId: (await shop.newWishlist()).id };
    assert.equal((await shop.post(`${ITEMS}/move`, others)).status, 404);
  });

  it("by two concurrent requests moves an item to one list: the other request does not find it", async () => {
    for (let round = 0; round < 5; round++) {
      const [from, one, two] = await newLists(3);
      const item = await shop.newItem(from.id);
      const answers = await Promise.all(
        [one, two].map(({ id }) =>
          shop.post(`${ITEMS}/move`, { wishlistId: from.id, toWishlistId: id, itemId: [item.id] }),
        ),
      );
      assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 404]);
      const moved = given(answers.find(({ status }) => status === 200)).body;
      const where = [from, one, two].map(async (list) => (await read(list)).ids);
      const expected = [from, one, two].map(({ id }) =>
        id === moved.toWishlistId ? [moved.items[0].id] : [],
      );
      assert.deepEqual(await Promise.all(where), expected);
    }
  });
});

describe("copying items", () => {
  it("requires the entity tags of both lists if it is conditional, and changes the target list only", async () => {
    const [from, to] = await newLists(2);
    const item = await shop.newItem(from.id);
    const copy = (known: string[]) => {
      const body = { wishlistId: from.id, toWishlistId: to.id, itemId: [item.id] };
      return shop.post(`${ITEMS}/copy`, body, { headers: { "If-Match": known.join(", ") } });
    };
    const tags = [await read(from), await read(to)].map(({ etag }) => etag);
    for (const tag of tags) assert.equal((await copy([tag])).status, 412);
    assert.deepEqual((await read(to)).ids, []);
    const copied = await copy(tags);
    assert.equal(copied.status, 200, copied.text);
    assert.deepEqual((await read(to)).ids, [copied.body.items[0].id]);
    assert.deepEqual(await read(from), { ids: [item.id], etag: tags[0] });
    assert.equal((await copy(tags)).status, 412);
  });

  it("gives the copies the prices of now, and a moved item keeps its price", async () => {
    const [from, to, other] = await newLists(3);
    const product = await newProduct(shop, { price: "19.90", currency: "EUR" });
    const { productRef, variantRef } = product;
    const wish = { product: { productRef, selectedVariantRef: variantRef }, wishlistItemRef: unique("item") };
    const item = await shop.newItem(from.id, wish);
    const priceOf = async ({ id }: Json) =>
      (await shop.get(`${WS}/wishlists?id=${id}`)).body.wishlistItems[0].priceWhenAdded?.amount;
    const repriced = {
      productRef,
      title: "Beanie",
      variants: [{ variantRef, price: "24.90", currency: "EUR" }],
    };
    assert.equal((await shop.post(`${WS}/products`, repriced)).status, 202);
    const send = (way: string, target: Json, named: object) =>
      shop.post(`${ITEMS}/${way}`, { wishlistId: from.id, toWishlistId: target.id, ...named });
    for (const named of [{ itemId: [item.id] }, { itemRef: [wish.wishlistItemRef] }]) {
      const copied = await send("copy", to, named);
      assert.equal(copied.status, 200, copied.text);
      assert.deepEqual([await priceOf(to), await priceOf(from)], ["24.90", "19.90"]);
      assert.equal((await shop.delete(`${ITEMS}/${copied.body.items[0].id}`)).status, 204);
    }
    assert.equal((await send("move", other, { itemId: [item.id] })).status, 200);
    assert.equal(await priceOf(other), "19.90");
  });
});

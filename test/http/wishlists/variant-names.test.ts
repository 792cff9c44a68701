import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Caller, type Json, type Service, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { sharedService } from "../../support/shared-service.ts";

const ITEMS = `${WS}/wishlist/items`;

let service: Service;
let shop: Caller;
let red: Json;
let blue: Json;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
  const productRef = unique("p");
  const variants = ["red", "blue"].map((variantRef) => ({ variantRef, available: 0 }));
  await shop.post(`${WS}/products`, { productRef, title: "Tent", variants });
  const { body } = await shop.get(`${WS}/products/${productRef}`);
  const { productId } = body;
  [red, blue] = body.variants.map(({ variantId, variantRef }: Json) => ({
    ...{ productId, productRef, selectedVariantId: variantId, selectedVariantRef: variantRef },
  }));
});

const newWish = async (product: Json = red) => shop.newItem((await shop.newWishlist()).id, { product });

describe("an item that is read, changed to another variant and sent back", () => {
  for (const [kind, changes] of [
    ["id", () => ({ selectedVariantId: blue.selectedVariantId, oldVariantId: red.selectedVariantId })],
    ["reference", () => ({ selectedVariantRef: "blue", oldVariantRef: "red" })],
  ] as const)
    it(`has all names of the other variant, also if only the ${kind} was changed`, async () => {
      const item = await newWish();
      const { body: sent } = await shop.get(`${ITEMS}/${item.id}`);
      const product = { ...sent.product, ...changes() };
      const { status, body } = await shop.put(`${ITEMS}/id=${item.id}`, { ...sent, product });
      assert.equal(status, 200);
      assert.deepEqual(body.product, blue);
    });

  it("keeps its variant if orders have purchased it: 400", async () => {
    const { customerRef, id } = await shop.newWishlist();
    const item = await shop.newItem(id, { product: red });
    const line = { lineRef: "1", quantity: 1, productRef: red.productRef, variantRef: "red" };
    const createdTime = new Date().toISOString();
    await shop.post(`${WS}/orders`, { orderRef: unique("o"), customerRef, createdTime, lines: [line] });
    await settled(service);
    const { body: sent } = await shop.get(`${ITEMS}/${item.id}`);
    assert.equal(sent.purchased, true);
    for (const change of [
      { selectedVariantRef: "blue", oldVariantRef: "red" },
      { selectedVariantId: blue.selectedVariantId, oldVariantId: red.selectedVariantId },
    ]) {
      const product = { ...sent.product, ...change };
      const { status, body } = await shop.put(`${ITEMS}/id=${item.id}`, { product });
      assert.deepEqual([status, body.errors[0].path], [400, "/product"]);
    }
    assert.deepEqual((await shop.get(`${ITEMS}/${item.id}`)).body.product, red);
  });
});

describe("an item with the id of one variant and the reference of another", () => {
  it("is refused, and changes no other item: 405, in add-items 400", async () => {
    const item = await newWish();
    const { wishlistId } = item;
    const mixed = { ...red, selectedVariantRef: "blue" };
    const created = await shop.post(ITEMS, { wishlistId, product: mixed });
    assert.deepEqual([created.status, created.body.errors[0].path], [405, "/product"]);
    const added = await shop.post(`${WS}/wishlist/add-items`, { wishlistId, itemRef: [mixed] });
    assert.deepEqual([added.status, added.body.errors[0].path], [400, "/itemRef/0"]);
    const product = {
      selectedVariantId: blue.selectedVariantId,
      selectedVariantRef: "red",
      oldVariantRef: "red",
    };
    const other = await newWish({ productRef: "q", selectedVariantRef: "green" });
    const moved = await shop.put(`${ITEMS}/id=${other.id}`, {
      product: { ...mixed, oldVariantRef: "green" },
    });
    assert.deepEqual([moved.status, moved.body.errors[0].path], [400, "/product"]);
    assert.deepEqual((await shop.get(`${ITEMS}/${item.id}`)).body.product, red);
    // A former name beside a new one is not a contradiction.
    assert.equal((await shop.put(`${ITEMS}/id=${item.id}`, { product })).status, 200);
  });

  it("does not replace the reference of the same wish that the catalogue does not know", async () => {
    const [known, sent] = ["a", "b"].map((selectedVariantRef) => ({
      ...{ productId: "9", productRef: "unknown", selectedVariantId: "90", selectedVariantRef },
    }));
    const item = await newWish(known);
    const again = await shop.newItem(item.wishlistId, { product: sent });
    assert.deepEqual([again.id, again.product], [item.id, known]);
  });
});

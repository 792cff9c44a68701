import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { keysWith } from "../../support/redis.ts";
import { type Caller, given, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const ITEMS = `${WS}/wishlist/items`;
const refs = () => ({ productRef: unique("p"), selectedVariantRef: unique("v") });
const listItems = async (id: string) => (await shop.get(`${ITEMS}?id=${id}`)).body.wishlistItems as Json[];

describe("delete item", () => {
  it("answers 204; reads do not show the item, and its record has a flag", async () => {
    const list = await shop.newWishlist();
    const item = await shop.newItem(list.id, { wishlistItemRef: unique("item") });
    const rest = await shop.newItem(list.id);
    const { status, text } = await shop.delete(`${ITEMS}/${item.id}?purchasedAndRemoved=true`);
    assert.equal(status, 204);
    assert.equal(text, "");
    assert.equal((await shop.get(`${ITEMS}/${item.id}`)).status, 404);
    assert.equal((await shop.get(`${ITEMS}/ref=${item.wishlistItemRef}`)).status, 404);
    assert.equal((await shop.delete(`${ITEMS}/${item.id}`)).status, 404);
    assert.deepEqual(
      (await listItems(list.id)).map((each) => each.id),
      [rest.id],
    );
    const keys = await keysWith(service.redis, service.prefix);
    const kept = given(keys.find((key) => key.endsWith(`g:${list.id}`)));
    const [stored] = Object.values(await service.redis.hgetall(kept)).map((json) => JSON.parse(json));
    assert.equal(stored.id, item.id);
    assert.equal(stored.purchasedAndRemoved, true);
    assert.equal(stored.deleted, true);
  });

  it("allows the same wish again, as a new item", async () => {
    const list = await shop.newWishlist();
    const product = refs();
    const item = await shop.newItem(list.id, { product, wishlistItemRef: "r" });
    await shop.delete(`${ITEMS}/${item.id}`);
    const again = await shop.newItem(list.id, { product, wishlistItemRef: "r" });
    assert.ok(again.id > item.id);
  });

  it("is answered 400 for a flag that is not a boolean, and 404 for an item that does not exist", async () => {
    const list = await shop.newWishlist();
    const item = await shop.newItem(list.id);
    assert.equal((await shop.delete(`${ITEMS}/${item.id}?purchasedAndRemoved=perhaps`)).status, 400);
    for (const path of [`${ITEMS}/${list.id}.1zz`, `${ITEMS}/x`, `${ITEMS}/none/ref`]) {
      assert.equal((await shop.delete(path)).status, 404);
    }
  });
});

describe("quantity, priority and note", () => {
  it("are stored as sent by every operation that adds or changes an item", async () => {
    const list = await shop.newWishlist();
    const fields = { quantity: 3, priority: 1, note: "in blue" };
    const shown = ({ quantity, priority, note }: Json) => ({ quantity, priority, note });
    const item = await shop.newItem(list.id, fields);
    assert.deepEqual(shown(item), fields);
    const { body } = await shop.put(`${ITEMS}/id=${item.id}`, { quantity: 9999, note: null });
    assert.deepEqual(shown(body), { quantity: 9999, priority: 1, note: undefined });
    const added = await shop.post(`${WS}/wishlist/add-items`, {
      wishlistId: list.id,
      itemRef: [{ ...refs(), ...fields }],
    });
    assert.deepEqual(shown((await shop.get(`${ITEMS}/${added.body.items[0].id}`)).body), fields);
    const again = await shop.newItem(list.id, { product: item.product, quantity: 2 });
    assert.deepEqual([again.id, again.quantity, again.priority], [item.id, 2, 1]);
  });

  it("are not in the answer for an item that was added without them", async () => {
    const item = await shop.newItem((await shop.newWishlist()).id);
    for (const name of ["quantity", "purchasedQuantity", "priority", "note"])
      assert.ok(!(name in item), name);
  });

  it("are refused beyond their limits, with the name of the field", async () => {
    const item = await shop.newItem((await shop.newWishlist()).id);
    for (const [name, value] of Object.entries({ quantity: 0, priority: 6, note: "x".repeat(501) })) {
      const { status, body } = await shop.put(`${ITEMS}/id=${item.id}`, { [name]: value });
      assert.equal(status, 400);
      assert.deepEqual(
        body.errors.map(({ path }: Json) => path),
        [`/${name}`],
      );
    }
    for (const quantity of [10_000, 1.5, "2"])
      assert.equal((await shop.put(`${ITEMS}/id=${item.id}`, { quantity })).status, 400);
  });
});

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { MAX_HOLDERS } from "../../../src/store/references/holder-list.ts";
import { byRef, shopperOf } from "../../support/data/shoppers.ts";
import { type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
let shop: Awaited<ReturnType<Service["newCaller"]>>;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const ITEMS = `${WS}/wishlist/items`;

describe("update item", () => {
  it("finds the item by id and by reference, sets the given fields, and keeps the others", async () => {
    const list = await shop.newWishlist();
    const ref = unique("item");
    const item = await shop.newItem(list.id, {
      wishlistItemRef: ref,
      staffRef: "s",
      notifyMe: true,
      attributeGroups: { a: {} },
    });
    const byId = await shop.put(`${ITEMS}/id=${item.id}`, {
      notifyMe: false,
      staffRef: null,
      purchasedAndRemoved: true,
    });
    assert.equal(byId.status, 200);
    assert.equal(byId.body.notifyMe, false);
    assert.equal(byId.body.purchasedAndRemoved, true);
    assert.ok(!("staffRef" in byId.body));
    assert.deepEqual(byId.body.attributeGroups, { a: {} });
    const byRef = await shop.put(`${ITEMS}/ref=${ref}`, {
      attributeGroups: { b: { attributes: { c: "d" } } },
    });
    assert.deepEqual(byRef.body.attributeGroups, { b: { attributes: { c: "d" } } });
    assert.deepEqual((await shop.get(`${ITEMS}/${item.id}`)).body, byRef.body);
  });

  it("changes the variant if the request names the current one, by reference or by id", async () => {
    const list = await shop.newWishlist();
    const item = await shop.newItem(list.id, { product: { productRef: "p", selectedVariantRef: "v1" } });
    const change = (product: Json) => shop.put(`${ITEMS}/id=${item.id}`, { product });
    const { status, body } = await change({ selectedVariantRef: "v2", oldVariantRef: "v1" });
    assert.equal(status, 200);
    assert.deepEqual(body.product, { productRef: "p", selectedVariantRef: "v2" });
    for (const product of [{ selectedVariantRef: "v3" }, { selectedVariantRef: "v3", oldVariantRef: "v1" }]) {
      const refused = await change(product);
      assert.equal(refused.status, 400);
      assert.equal(refused.body.code, "VariantMismatch");
    }
    assert.equal(
      (await shop.newItem(list.id, { product: { productRef: "p", selectedVariantRef: "v2" } })).id,
      item.id,
    );
    assert.notEqual(
      (await shop.newItem(list.id, { product: { productRef: "p", selectedVariantRef: "v1" } })).id,
      item.id,
    );

    const other = await shop.newItem(list.id, { product: { productId: "7", selectedVariantId: "70" } });
    const product = { productId: "7", selectedVariantId: "71", oldVariantId: "70" };
    const byId = await shop.put(`${ITEMS}/id=${other.id}`, { product });
    assert.deepEqual(byId.body.product, { productId: "7", selectedVariantId: "71" });
  });

  it("names the current variant with the kind of names that the request uses", async () => {
    const list = await shop.newWishlist();
    const both = { productId: "1", productRef: "p", selectedVariantId: "10", selectedVariantRef: "v10" };
    const { id } = await shop.newItem(list.id, { product: both });
    const bare = await shop.newItem(list.id, { product: { productId: "7", selectedVariantId: "70" } });
    const [ref, byId] = ["/product/oldVariantRef", "/product/oldVariantId"];
    for (const [item, product, path, current] of [
      [id, { selectedVariantRef: "v11" }, ref, "v10"],
      [id, { selectedVariantRef: "v11", oldVariantRef: "v9" }, ref, "v10"],
      [id, { selectedVariantId: "11" }, byId, "10"],
      [id, { selectedVariantId: "11", oldVariantId: "9", oldVariantRef: "v10" }, byId, "10"],
      [id, { selectedVariantId: "11", oldVariantId: "10", oldVariantRef: "v9" }, ref, "v10"],
      [bare.id, { selectedVariantRef: "v71", oldVariantRef: "v70" }, byId, "70"],
    ] as const) {
      const { status, body } = await shop.put(`${ITEMS}/id=${item}`, { product });
      assert.deepEqual([status, body.code, body.errors[0].path], [400, "VariantMismatch", path]);
      assert.match(body.detail, new RegExp(`which is ${current}\\.$`));
    }
  });

  it("removes names of the old variant if only one of the new names is given", async () => {
    const list = await shop.newWishlist();
    const product = { productId: "1", productRef: "p", selectedVariantId: "10", selectedVariantRef: "v10" };
    const item = await shop.newItem(list.id, { product });
    const change = { selectedVariantId: "11", oldVariantId: "10" };
    const { body } = await shop.put(`${ITEMS}/id=${item.id}`, { product: change });
    assert.deepEqual(body.product, { productId: "1", productRef: "p", selectedVariantId: "11" });
  });

  it("accepts an unchanged answer of the service as input", async () => {
    const list = await shop.newWishlist({ wishlistRef: unique("list") });
    const item = await shop.newItem(list.id, { wishlistItemRef: unique("item"), notifyMe: true });
    const { status, body } = await shop.put(`${ITEMS}/id=${item.id}`, item);
    assert.equal(status, 200);
    assert.deepEqual({ ...body, modifiedTime: "" }, { ...item, modifiedTime: "" });
  });

  it("changes the item's reference, and is answered 400 if it is taken", async () => {
    const list = await shop.newWishlist();
    const [one, two] = [unique("item"), unique("item")];
    const item = await shop.newItem(list.id, { wishlistItemRef: one });
    await shop.newItem(list.id, { wishlistItemRef: two });
    const taken = await shop.put(`${ITEMS}/id=${item.id}`, { wishlistItemRef: two });
    assert.equal(taken.status, 400);
    assert.equal(taken.body.code, "DuplicateReference");
    const three = unique("item");
    assert.equal((await shop.put(`${ITEMS}/ref=${one}`, { wishlistItemRef: three })).status, 200);
    assert.equal((await shop.get(`${ITEMS}/ref=${one}`)).status, 404);
    assert.equal((await shop.get(`${ITEMS}/ref=${three}`)).body.id, item.id);
  });

  it("is answered 400 if the body names another item or wishlist", async () => {
    const [list, other] = [await shop.newWishlist(), await shop.newWishlist({ wishlistRef: unique("list") })];
    const item = await shop.newItem(list.id, { wishlistItemRef: unique("item") });
    const [second, foreign] = [await shop.newItem(list.id), await shop.newItem(other.id)];
    const [anotherItem, anotherList] = [
      "The request names an item with another id.",
      "A change cannot move an item to another wishlist.",
    ];
    const bad: [Json, string, string][] = [
      [{ id: second.id }, "/id", anotherItem],
      [{ id: foreign.id }, "/id", anotherItem],
      [{ id: "x" }, "/id", anotherItem],
      [{ wishlistId: other.id }, "/wishlistId", anotherList],
      [{ wishlistRef: other.wishlistRef }, "/wishlistRef", anotherList],
    ];
    for (const [sent, path, message] of bad) {
      const { status, body } = await shop.put(`${ITEMS}/id=${item.id}`, sent);
      assert.equal(status, 400, JSON.stringify(sent));
      assert.deepEqual([body.code, body.errors], ["InvalidInput", [{ path, message }]]);
    }
    assert.equal(
      (await shop.put(`${ITEMS}/id=${item.id}`, undefined, { raw: "{" })).body.code,
      "MalformedRequest",
    );
    assert.equal((await shop.put(`${ITEMS}/id=${item.id}`, { notifyMe: 3 })).status, 400);
  });

  it("is answered 404 for an item that does not exist", async () => {
    const list = await shop.newWishlist();
    for (const path of [`id=${list.id}.11`, "id=x", "ref=none"]) {
      assert.equal((await shop.put(`${ITEMS}/${path}`, { notifyMe: true })).status, 404, path);
    }
  });
});

describe("items by reference", () => {
  it("are found in their wishlist, also with a slash or an encoded equals sign", async () => {
    const list = await shop.newWishlist();
    const ref = unique("a/b ü");
    const item = await shop.newItem(list.id, { wishlistItemRef: ref });
    const encoded = encodeURIComponent(ref);
    assert.equal((await shop.get(`${ITEMS}/ref=${encoded}`)).body.id, item.id);
    assert.equal((await shop.get(`${ITEMS}/ref%3D${encoded}`)).body.id, item.id);
    assert.equal((await shop.put(`${ITEMS}/ref%3d${encoded}`, { notifyMe: true })).status, 200);
    assert.equal((await shop.delete(`${ITEMS}/${encoded}/ref`)).status, 204);
    assert.equal((await shop.get(`${ITEMS}/ref=${encoded}`)).status, 404);
  });

  it("are answered 400 AmbiguousReference with the candidates if several wishlists have one, unless the request names one", async () => {
    const ref = unique("item");
    const lists = [await shop.newWishlist({ wishlistRef: unique("list") }), await shop.newWishlist()];
    const items = [
      await shop.newItem(lists[0].id, { wishlistItemRef: ref }),
      await shop.newItem(lists[1].id, { wishlistItemRef: ref }),
    ];
    const path = `${ITEMS}/ref=${ref}`;
    for (const answer of [
      await shop.get(path),
      await shop.put(path, { notifyMe: true }),
      await shop.delete(`${ITEMS}/${ref}/ref`),
    ]) {
      assert.equal(answer.status, 400);
      assert.equal(answer.body.code, "AmbiguousReference");
      assert.deepEqual([...answer.body.wishlistIds].sort(), lists.map((list) => list.id).sort());
      assert.equal(answer.body.more, false);
    }
    assert.equal((await shop.get(`${path}?wishlistId=${lists[1].id}`)).body.id, items[1].id);
    assert.equal((await shop.get(`${path}?wishlistRef=${lists[0].wishlistRef}`)).body.id, items[0].id);
    assert.equal((await shop.put(path, { wishlistId: lists[1].id, notifyMe: true })).body.id, items[1].id);
    assert.equal((await shop.delete(`${ITEMS}/${ref}/ref?wishlistId=${lists[1].id}`)).status, 204);
    assert.equal((await shop.get(path)).body.id, items[0].id);
  });

  it("are answered 404 if the request names a wishlist by an id and a reference that contradict, and 400 if only the body does", async () => {
    const ref = unique("item");
    const customer = await shop.newCustomer();
    const newHolder = async () => {
      const list = await shop.newWishlist({ customerRef: customer.id, wishlistRef: unique("list") });
      return { list, item: await shop.newItem(list.id, { wishlistItemRef: ref }) };
    };
    const [one, other] = [await newHolder(), await newHolder()];
    const query = `wishlistId=${one.list.id}&wishlistRef=${other.list.wishlistRef}`;
    for (const caller of [shop, await shopperOf(shop, byRef(customer.id))]) {
      assert.equal((await caller.get(`${ITEMS}/ref=${ref}?${query}`)).status, 404);
      assert.equal((await caller.put(`${ITEMS}/ref=${ref}?${query}`, { note: "x" })).status, 404);
      assert.equal((await caller.delete(`${ITEMS}/${ref}/ref?${query}`)).status, 404);
      const named = `${ITEMS}/ref=${ref}?wishlistRef=${other.list.wishlistRef}`;
      const refused = await caller.put(named, { wishlistId: one.list.id, note: "x" });
      assert.deepEqual([refused.status, refused.body.errors?.[0]?.path], [400, "/wishlistId"]);
    }
    for (const { list, item } of [one, other]) {
      assert.deepEqual((await shop.get(`${ITEMS}/${item.id}`)).body, item);
      const both = `${ITEMS}/ref=${ref}?wishlistId=${list.id}&wishlistRef=${list.wishlistRef}`;
      assert.equal((await shop.get(both)).body.id, item.id);
      assert.equal((await shop.put(both, { note: "y" })).body.id, item.id);
    }
  });

  it("are answered 400 with a note that more wishlists may have one, also if the named ones have lost it", async () => {
    const ref = unique("everywhere");
    const { id: customerRef } = await shop.newCustomer();
    const lists = await Promise.all(
      Array.from({ length: MAX_HOLDERS + 1 }, () => shop.newWishlist({ customerRef })),
    );
    for (const { id } of lists) await shop.newItem(id, { wishlistItemRef: ref });
    const { status, body } = await shop.get(`${ITEMS}/ref=${ref}`);
    assert.deepEqual([status, body.code, body.more], [400, "AmbiguousReference", true]);
    assert.match(body.detail, /not in wishlistIds may also have/);
    const ids = new Set<string>(lists.map(({ id }) => id));
    for (const id of body.wishlistIds) {
      assert.ok(ids.delete(id));
      await shop.delete(`${ITEMS}/${ref}/ref?wishlistId=${id}`);
    }
    const later = await shop.get(`${ITEMS}/ref=${ref}`);
    assert.deepEqual([later.body.code, later.body.wishlistIds, later.body.more], [body.code, [], true]);
    for (const id of ids)
      assert.equal((await shop.get(`${ITEMS}/ref=${ref}?wishlistId=${id}`)).body.wishlistId, id);
    assert.ok(ids.size > 0);
  });
});

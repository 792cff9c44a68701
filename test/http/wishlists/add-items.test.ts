import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Caller, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const ITEMS = `${WS}/wishlist/items`;
const refs = () => ({ productRef: unique("p"), selectedVariantRef: unique("v") });
const ids = () => ({ productId: unique("P"), selectedVariantId: unique("V") });
const listItems = async (id: string) => (await shop.get(`${ITEMS}?id=${id}`)).body.wishlistItems as Json[];

describe("create item", () => {
  it("answers 200 with every field", async () => {
    const list = await shop.newWishlist({ wishlistRef: unique("list") });
    const sent = {
      wishlistId: list.id,
      wishlistItemRef: unique("item"),
      product: { ...refs(), ...ids() },
      addedFromCart: true,
      addedByStaff: "true",
      staffRef: "staff-1",
      locationRef: 4711,
      disableNotification: false,
      prerelease: true,
      purchasedAndRemoved: false,
      notifyMe: "false",
      attributeGroups: { size: { attributes: { eu: "42" } } },
    };
    const { status, body, headers } = await shop.post(ITEMS, sent);
    assert.equal(status, 200);
    assert.deepEqual(body, {
      ...sent,
      id: body.id,
      wishlistRef: list.wishlistRef,
      purchased: false,
      addedByStaff: true,
      notifyMe: false,
      locationRef: "4711",
      createdTime: body.createdTime,
      modifiedTime: body.createdTime,
    });
    assert.ok(body.id.startsWith(list.id));
    assert.match(headers.etag ?? "", /^"[^"]+"$/);
  });

  it("finds the wishlist by reference, or by id and reference if they agree", async () => {
    const list = await shop.newWishlist({ wishlistRef: unique("list") });
    const other = await shop.newWishlist();
    const add = (named: Json) => shop.post(ITEMS, { ...named, product: refs() });
    assert.equal((await add({ wishlistRef: list.wishlistRef })).status, 200);
    assert.equal((await add({ wishlistId: list.id, wishlistRef: list.wishlistRef })).status, 200);
    assert.equal((await add({ wishlistId: other.id, wishlistRef: list.wishlistRef })).status, 404);
  });

  it("keeps every digit of integers beyond 2^53", async () => {
    const list = await shop.newWishlist();
    const raw = `{"wishlistId":"${list.id}","wishlistItemRef":9007199254740993,"product":{"productRef":788032119674292922,"selectedVariantRef":"gid://shopify/ProductVariant/820982911946154508"}}`;
    const { status, body } = await shop.post(ITEMS, undefined, { raw });
    assert.equal(status, 200);
    assert.equal(body.wishlistItemRef, "9007199254740993");
    assert.deepEqual(body.product, {
      productRef: "788032119674292922",
      selectedVariantRef: "820982911946154508",
    });
  });

  it("returns the known item for the same wish, with the new flags, and creates no second item", async () => {
    const list = await shop.newWishlist();
    const product = refs();
    const first = await shop.newItem(list.id, { product, notifyMe: true });
    const again = await shop.newItem(list.id, { product, prerelease: true, attributeGroups: { a: {} } });
    assert.equal(again.id, first.id);
    assert.equal(again.notifyMe, true);
    assert.equal(again.prerelease, true);
    assert.deepEqual(again.attributeGroups, { a: {} });
    assert.equal(again.createdTime, first.createdTime);
    assert.equal((await listItems(list.id)).length, 1);
  });

  it("recognises the same wish by ids and by references, and stores the names that were missing", async () => {
    const list = await shop.newWishlist();
    const [byRef, byId] = [refs(), ids()];
    const first = await shop.newItem(list.id, { product: byRef });
    const both = await shop.newItem(list.id, { product: { ...byRef, ...byId } });
    assert.equal(both.id, first.id);
    assert.equal((await shop.newItem(list.id, { product: byId })).id, first.id);
  });

  it("creates a second item for the same variant under another wishlistItemRef", async () => {
    const list = await shop.newWishlist();
    const product = refs();
    const one = await shop.newItem(list.id, { product, wishlistItemRef: "one" });
    const two = await shop.newItem(list.id, { product, wishlistItemRef: "two" });
    assert.notEqual(one.id, two.id);
    assert.equal((await shop.newItem(list.id, { product, wishlistItemRef: "two" })).id, two.id);
    assert.equal((await shop.newItem(list.id, { product })).id, one.id);
  });

  it("creates a second item if the tenant allows duplicate variants", async () => {
    const caller = await service.newCaller();
    await service.tenants.setSettings(caller.tenantId, { allowDuplicateVariants: true });
    const again = await service.callerFor(caller.credentials);
    const list = await again.newWishlist();
    const product = refs();
    await again.newItem(list.id, { product });
    await again.newItem(list.id, { product });
    assert.equal((await again.get(`${ITEMS}?id=${list.id}`)).body.itemCount, 2);
  });

  it("refuses rows for two different wishlists, and adds none of them", async () => {
    const [one, other] = [await shop.newWishlist(), await shop.newWishlist()];
    const add = (wishlistId: string) =>
      shop.post(`${WS}/wishlist/add-items`, { id: one.id, wishlistId, itemRef: [refs()] });
    const { status, body } = await add(other.id);
    assert.equal(status, 400);
    assert.deepEqual(body.errors, [{ path: "/id", message: "names a different wishlist than wishlistId" }]);
    for (const { id } of [one, other]) assert.equal((await listItems(id)).length, 0);
    assert.equal((await add(one.id)).status, 202);
  });

  it("is answered 405 DuplicateReference for the reference of another item of the wishlist", async () => {
    const list = await shop.newWishlist();
    await shop.newItem(list.id, { wishlistItemRef: "taken" });
    const sent = { wishlistId: list.id, product: refs(), wishlistItemRef: "taken" };
    const { status, body, headers } = await shop.post(ITEMS, sent);
    assert.equal(status, 405);
    assert.equal(body.code, "DuplicateReference");
    assert.match(headers.allow ?? "", /POST/);
    assert.equal((await listItems(list.id)).length, 1);
  });

  it("is answered 405 with the field for a body that breaks a rule, and 400 for a body that is not JSON", async () => {
    const list = await shop.newWishlist();
    const good = { wishlistId: list.id, product: refs() };
    const cases: [Json, string][] = [
      [{ product: refs() }, "/wishlistId"],
      [{ wishlistId: list.id }, "/product"],
      [{ wishlistId: list.id, product: {} }, "/product"],
      [{ wishlistId: list.id, product: { productId: "1", selectedVariantRef: "2" } }, "/product"],
      [{ wishlistId: list.id, product: { productRef: "1", selectedVariantRef: null } }, "/product"],
      [{ ...good, notifyMe: "yes" }, "/notifyMe"],
      [{ ...good, staffRef: {} }, "/staffRef"],
      [{ ...good, attributeGroups: [] }, "/attributeGroups"],
    ];
    for (const [sent, path] of cases) {
      const { status, body } = await shop.post(ITEMS, sent);
      assert.equal(status, 405, JSON.stringify(sent));
      assert.equal(body.code, "InvalidInput");
      assert.ok(
        body.errors.some((error: Json) => error.path === path),
        JSON.stringify(body.errors),
      );
    }
    assert.equal((await shop.post(ITEMS, undefined, { raw: "[" })).status, 400);
    assert.deepEqual(await listItems(list.id), []);
  });

  it("is answered 404 for a wishlist that does not exist", async () => {
    for (const named of [
      { wishlistId: "w1m7xmtx880005rkj5" },
      { wishlistId: "x" },
      { wishlistRef: "none" },
    ]) {
      assert.equal((await shop.post(ITEMS, { ...named, product: refs() })).status, 404);
    }
  });

  it("stores the attributes byte for byte", async () => {
    const list = await shop.newWishlist();
    const attributes = {
      "\u202E": "rtl",
      control: "\u0001\u0000",
      emoji: "\u{1F381}",
      "a:b{c}*": "%0d%0a\r\n",
      constructor: "x",
    };
    const item = await shop.newItem(list.id, { attributeGroups: { toString: { attributes } } });
    const { body } = await shop.get(`${ITEMS}/${item.id}`);
    assert.deepEqual(body.attributeGroups, { toString: { attributes } });
  });
});

describe("add items", () => {
  const ADD = `${WS}/wishlist/add-items`;

  it("answers 202 with a row per item, those by id first", async () => {
    const list = await shop.newWishlist({ wishlistRef: unique("list") });
    const known = await shop.newItem(list.id, { product: { productRef: "p", selectedVariantRef: "known" } });
    const { status, body } = await shop.post(ADD, {
      wishlistRef: list.wishlistRef,
      itemRef: [
        { productRef: "p", selectedVariantRef: "known" },
        {
          productRef: "p",
          selectedVariantRef: "new",
          wishlistItemRef: "mine",
          prerelease: "true",
          locationRef: "l",
        },
        { productRef: "p", selectedVariantRef: "new", wishlistItemRef: "mine" },
      ],
      itemId: [{ productId: "1", selectedVariantId: "2", addedFromCart: true, attributeGroups: { a: {} } }],
    });
    assert.equal(status, 202);
    assert.equal(body.wishlistId, list.id);
    const statuses = body.items.map((item: Json) => item.status);
    assert.deepEqual(statuses, ["created", "existing", "created", "existing"]);
    assert.equal(body.items[1].id, known.id);
    assert.equal(body.items[2].wishlistItemRef, "mine");
    assert.equal(body.items[3].id, body.items[2].id);
    const items = await listItems(list.id);
    assert.deepEqual(
      items.map((item) => item.id),
      [known.id, body.items[0].id, body.items[2].id],
    );
    assert.equal(items[1].addedFromCart, true);
    assert.equal(items[2].prerelease, true);
    assert.equal(items[2].locationRef, "l");
  });

  it("accepts the wishlist as wishlistId or id", async () => {
    const list = await shop.newWishlist();
    for (const named of [{ wishlistId: list.id }, { id: list.id }]) {
      const { status } = await shop.post(ADD, { ...named, itemRef: [refs()] });
      assert.equal(status, 202);
    }
  });

  it("adds none of them if one conflicts: 409 with its position", async () => {
    const list = await shop.newWishlist();
    await shop.newItem(list.id, { wishlistItemRef: "taken" });
    const itemRef = [refs(), { ...refs(), wishlistItemRef: "taken" }, refs()];
    const { status, body } = await shop.post(ADD, { wishlistId: list.id, itemRef });
    assert.equal(status, 409);
    assert.equal(body.code, "DuplicateReference");
    assert.equal(body.errors[0].path, "/itemRef/1/wishlistItemRef");
    assert.equal((await listItems(list.id)).length, 1);
    const twice = [
      { ...refs(), wishlistItemRef: "same" },
      { ...refs(), wishlistItemRef: "same" },
    ];
    assert.equal((await shop.post(ADD, { wishlistId: list.id, itemRef: twice })).status, 409);
    assert.equal((await listItems(list.id)).length, 1);
  });

  it("is answered 400 for a body that breaks a rule, and takes 500 items but not 501", async () => {
    const list = await shop.newWishlist();
    const many = (count: number) =>
      Array.from({ length: count }, (_, i) => ({ productRef: "p", selectedVariantRef: `v${i}` }));
    const bad = [
      { wishlistId: list.id },
      { wishlistId: list.id, itemRef: [] },
      { itemRef: [refs()] },
      { wishlistId: list.id, itemRef: [ids()] },
      { wishlistId: list.id, itemId: [refs()] },
      { wishlistId: list.id, itemRef: {} },
      { wishlistId: list.id, itemRef: [{ ...refs(), prerelease: 1 }] },
      { wishlistId: list.id, itemRef: many(501) },
      { wishlistId: list.id, itemRef: many(300), itemId: Array.from({ length: 201 }, ids) },
    ];
    for (const sent of bad)
      assert.equal((await shop.post(ADD, sent)).status, 400, JSON.stringify(sent).slice(0, 80));
    assert.equal((await shop.post(ADD, undefined, { raw: "" })).status, 400);
    assert.deepEqual(await listItems(list.id), []);
    assert.equal((await shop.post(ADD, { wishlistId: list.id, itemRef: many(500) })).status, 202);
  });

  it("is answered 404 for a wishlist that does not exist", async () => {
    assert.equal((await shop.post(ADD, { wishlistId: "w1m7xmtx880005rkj5", itemRef: [refs()] })).status, 404);
  });
});

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { atEnd, keysWith } from "../support/redis.ts";
import { type Caller, given, type Json, type Service, startService, unique, WS } from "../support/service.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite);
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

  it("takes the wishlist by reference, or by both when they agree", async () => {
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

  it("returns the known item for the same wish, with the new flags, and makes no second row", async () => {
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

  it("knows the same wish by ids and by references, and learns the one it lacked", async () => {
    const list = await shop.newWishlist();
    const [byRef, byId] = [refs(), ids()];
    const first = await shop.newItem(list.id, { product: byRef });
    const both = await shop.newItem(list.id, { product: { ...byRef, ...byId } });
    assert.equal(both.id, first.id);
    assert.equal((await shop.newItem(list.id, { product: byId })).id, first.id);
  });

  it("makes a second row for the same variant under another wishlistItemRef", async () => {
    const list = await shop.newWishlist();
    const product = refs();
    const one = await shop.newItem(list.id, { product, wishlistItemRef: "one" });
    const two = await shop.newItem(list.id, { product, wishlistItemRef: "two" });
    assert.notEqual(one.id, two.id);
    assert.equal((await shop.newItem(list.id, { product, wishlistItemRef: "two" })).id, two.id);
    assert.equal((await shop.newItem(list.id, { product })).id, one.id);
  });

  it("makes a second row when the tenant allows duplicate variants", async () => {
    const caller = await service.newCaller();
    await service.tenants.setSettings(caller.tenantId, { allowDuplicateVariants: true });
    const again = await service.callerFor(caller.credentials);
    const list = await again.newWishlist();
    const product = refs();
    await again.newItem(list.id, { product });
    await again.newItem(list.id, { product });
    assert.equal((await again.get(`${ITEMS}?id=${list.id}`)).body.itemCount, 2);
  });

  it("is 405 DuplicateReference for the reference of another item of the wishlist", async () => {
    const list = await shop.newWishlist();
    await shop.newItem(list.id, { wishlistItemRef: "taken" });
    const sent = { wishlistId: list.id, product: refs(), wishlistItemRef: "taken" };
    const { status, body, headers } = await shop.post(ITEMS, sent);
    assert.equal(status, 405);
    assert.equal(body.code, "DuplicateReference");
    assert.match(headers.allow ?? "", /POST/);
    assert.equal((await listItems(list.id)).length, 1);
  });

  it("is 405 with the field for a body that breaks a rule, and 400 for no JSON", async () => {
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

  it("is 404 for a wishlist that does not exist", async () => {
    for (const named of [
      { wishlistId: "w1m7xmtx880005rkj5" },
      { wishlistId: "x" },
      { wishlistRef: "none" },
    ]) {
      assert.equal((await shop.post(ITEMS, { ...named, product: refs() })).status, 404);
    }
  });

  it("stores what attributes hold byte for byte", async () => {
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

  it("names the wishlist by wishlistId or id", async () => {
    const list = await shop.newWishlist();
    for (const named of [{ wishlistId: list.id }, { id: list.id }]) {
      const { status } = await shop.post(ADD, { ...named, itemRef: [refs()] });
      assert.equal(status, 202);
    }
  });

  it("adds none of them when one conflicts: 409 with its place", async () => {
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

  it("is 400 for a body that breaks a rule, and takes 500 items but not 501", async () => {
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

  it("is 404 for a wishlist that does not exist", async () => {
    assert.equal((await shop.post(ADD, { wishlistId: "w1m7xmtx880005rkj5", itemRef: [refs()] })).status, 404);
  });
});

describe("update item", () => {
  it("sets what is present, by id and by reference, and leaves the rest", async () => {
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

  it("changes the variant when the current one is named, by reference or by id", async () => {
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

  it("drops what named the old variant when only one of its names is given anew", async () => {
    const list = await shop.newWishlist();
    const product = { productId: "1", productRef: "p", selectedVariantId: "10", selectedVariantRef: "v10" };
    const item = await shop.newItem(list.id, { product });
    const change = { selectedVariantId: "11", oldVariantId: "10" };
    const { body } = await shop.put(`${ITEMS}/id=${item.id}`, { product: change });
    assert.deepEqual(body.product, { productId: "1", productRef: "p", selectedVariantId: "11" });
  });

  it("takes back what the service answered", async () => {
    const list = await shop.newWishlist({ wishlistRef: unique("list") });
    const item = await shop.newItem(list.id, { wishlistItemRef: unique("item"), notifyMe: true });
    const { status, body } = await shop.put(`${ITEMS}/id=${item.id}`, item);
    assert.equal(status, 200);
    assert.deepEqual({ ...body, modifiedTime: "" }, { ...item, modifiedTime: "" });
  });

  it("changes the item's reference, and is 400 when it is taken", async () => {
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

  it("is 400 when the body names another item or wishlist", async () => {
    const [list, other] = [await shop.newWishlist(), await shop.newWishlist({ wishlistRef: unique("list") })];
    const item = await shop.newItem(list.id, { wishlistItemRef: unique("item") });
    const [second, foreign] = [await shop.newItem(list.id), await shop.newItem(other.id)];
    const bad = [
      { id: second.id },
      { id: foreign.id },
      { id: "x" },
      { wishlistId: other.id },
      { wishlistRef: other.wishlistRef },
    ];
    for (const sent of bad) {
      const { status, body } = await shop.put(`${ITEMS}/id=${item.id}`, sent);
      assert.equal(status, 400, JSON.stringify(sent));
      assert.equal(body.code, "InvalidInput");
    }
    assert.equal(
      (await shop.put(`${ITEMS}/id=${item.id}`, undefined, { raw: "{" })).body.code,
      "MalformedRequest",
    );
    assert.equal((await shop.put(`${ITEMS}/id=${item.id}`, { notifyMe: 3 })).status, 400);
  });

  it("is 404 for an item that does not exist", async () => {
    const list = await shop.newWishlist();
    for (const path of [`id=${list.id}.11`, "id=x", "ref=none"]) {
      assert.equal((await shop.put(`${ITEMS}/${path}`, { notifyMe: true })).status, 404, path);
    }
  });
});

describe("items by reference", () => {
  it("are found in the wishlist that has them, also with a slash or an encoded equals sign", async () => {
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

  it("are 400 AmbiguousReference with the candidates when several wishlists have one, unless one is picked", async () => {
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
    }
    assert.equal((await shop.get(`${path}?wishlistId=${lists[1].id}`)).body.id, items[1].id);
    assert.equal((await shop.get(`${path}?wishlistRef=${lists[0].wishlistRef}`)).body.id, items[0].id);
    assert.equal((await shop.put(path, { wishlistId: lists[1].id, notifyMe: true })).body.id, items[1].id);
    assert.equal((await shop.delete(`${ITEMS}/${ref}/ref?wishlistId=${lists[1].id}`)).status, 204);
    assert.equal((await shop.get(path)).body.id, items[0].id);
  });
});

describe("delete item", () => {
  it("answers 204; the item is gone from reads and kept with its flag", async () => {
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

  it("lets the same wish be made again, as a new item", async () => {
    const list = await shop.newWishlist();
    const product = refs();
    const item = await shop.newItem(list.id, { product, wishlistItemRef: "r" });
    await shop.delete(`${ITEMS}/${item.id}`);
    const again = await shop.newItem(list.id, { product, wishlistItemRef: "r" });
    assert.ok(again.id > item.id);
  });

  it("is 400 for a flag that is no boolean, and 404 for an item that does not exist", async () => {
    const list = await shop.newWishlist();
    const item = await shop.newItem(list.id);
    assert.equal((await shop.delete(`${ITEMS}/${item.id}?purchasedAndRemoved=perhaps`)).status, 400);
    for (const path of [`${ITEMS}/${list.id}.1zz`, `${ITEMS}/x`, `${ITEMS}/none/ref`]) {
      assert.equal((await shop.delete(path)).status, 404);
    }
  });
});

describe("quantity, priority and note", () => {
  it("are kept as they are sent, in every way to add and change an item", async () => {
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

describe("moving items", () => {
  it("takes ids and references, answers with the new ids, and needs the entity tags of both lists", async () => {
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
});

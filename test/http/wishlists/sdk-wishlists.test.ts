import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { body, newList, newMember, platformSdk } from "../../support/callers/platform-sdk.ts";
import { type Caller, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const SDK = platformSdk(() => shop);

describe("wishlists of the platform's SDK", () => {
  it("are readable under every path alike, with their ETag", async () => {
    const { customer, list } = await newList(SDK);
    const page = await SDK.getWishlist({ id: list.id });
    assert.equal(page.body.itemCount, 1);
    for (const answer of [
      await SDK.getWishlistByID(list.id, { pageSize: 5 }),
      await SDK.getWishlistByRef(list.wishlistRef),
    ]) {
      assert.equal(answer.text, page.text);
      assert.equal(answer.headers.etag, page.headers.etag);
    }
    const lookup = await body(SDK.getWishlistByCustomer({ customerId: customer.id }));
    assert.equal(lookup.wishlistCount, 1);
    assert.deepEqual(await body(SDK.getWishlistByCustomerID(customer.id)), lookup);
    assert.deepEqual(await body(SDK.getWishlistByCustomerRef(customer.customerRef)), lookup);
    const { customerRef } = customer;
    const next = await body(SDK.createWishlist({ customerRef, name: "next" }), 201);
    for (const [after, ids] of [
      ["", [list.id, next.id]],
      [list.id, [next.id]],
      [next.id, []],
    ])
      for (const found of [
        await body(SDK.getWishlistByCustomerID(customer.id, after)),
        await body(SDK.getWishlistByCustomerRef(customerRef, after)),
      ])
        assert.deepEqual(
          found.wishlist.map(({ id }: Json) => id),
          ids,
        );
    assert.equal((await SDK.getWishlistByCustomerRef("none")).status, 404);
  });

  it("are answered 404 for a customer without wishlists, as in the lookup", async () => {
    const { id, customerRef } = await body(SDK.createCustomer(newMember()), 201);
    for (const answer of [
      await SDK.getWishlistByCustomer({ customerId: id }),
      await SDK.getWishlistByCustomerID(id),
      await SDK.getWishlistByCustomerRef(customerRef),
    ])
      assert.deepEqual([answer.status, answer.body.code], [404, "ResourceNotFound"]);
  });

  it("can be changed under every path alike, and keep their identity", async () => {
    const { list } = await newList(SDK);
    await body(SDK.updateWishlist({ id: list.id, name: "one" }));
    await body(SDK.updateWishlistByID(list.id, { description: "two", isPrivate: "true" }));
    const after = await body(SDK.updateWishlistByRef(list.wishlistRef, { name: "three" }));
    assert.deepEqual([after.name, after.description, after.isPrivate], ["three", "two", true]);
    assert.equal((await SDK.updateWishlistByID(list.id, { id: "other" })).status, 400);
    assert.equal((await SDK.updateWishlistByRef(list.wishlistRef, { wishlistRef: "other" })).status, 400);
    assert.equal((await SDK.updateWishlistByID("none", { name: "x" })).status, 404);
    assert.equal((await SDK.updateWishlistByRef("none", { name: "x" })).status, 404);
  });

  it("can be deleted under every path alike", async () => {
    const [one, two, three, four] = await Promise.all([
      newList(SDK),
      newList(SDK),
      newList(SDK),
      newList(SDK),
    ]);
    await body(SDK.deleteWishlistByID(one.list.id), 204);
    await body(SDK.deleteWishlistByRef(two.list.wishlistRef), 204);
    await body(SDK.deleteWishlist({ id: three.list.id }), 204);
    await body(SDK.deleteAllWishlist({ customerRef: four.customer.customerRef }), 204);
    for (const { list } of [one, two, three, four]) {
      assert.equal((await SDK.getWishlistByID(list.id)).status, 404);
      assert.equal((await SDK.getWishlistByRef(list.wishlistRef)).status, 404);
    }
  });

  it("have items, which are read, changed and removed by id and reference", async () => {
    const { list, item } = await newList(SDK);
    const { id, wishlistItemRef } = item;
    await body(SDK.updateWishlistItem({ id, notifyMe: true }));
    await body(SDK.updateWishlistItem({ wishlistItemRef, wishlistRef: list.wishlistRef, prerelease: true }));
    await body(SDK.updateWishlistItemByID(id, { addedFromCart: true }));
    await body(SDK.updateWishlistItemByRef(wishlistItemRef, { staffRef: "s" }));
    const after = await body(SDK.getWishlistItemByRef(wishlistItemRef));
    const { notifyMe, prerelease, addedFromCart, staffRef } = after;
    assert.deepEqual([notifyMe, prerelease, addedFromCart, staffRef], [true, true, true, "s"]);
    assert.deepEqual(await body(SDK.getWishlistItemByID(id)), after);
    assert.deepEqual((await body(SDK.getWishlistItems({ id: list.id }))).wishlistItems, [after]);
    assert.equal((await SDK.updateWishlistItem({ notifyMe: true })).status, 400);
    await body(SDK.deleteWishlistItemByRef(wishlistItemRef), 204);
    assert.equal((await SDK.getWishlistItemByRef(wishlistItemRef)).status, 404);
  });
});

describe("an item of the platform's SDK whose reference several wishlists have", () => {
  it("is changed in the wishlist that the query or the body names", async () => {
    const { customer, list } = await newList(SDK);
    const { customerRef } = customer;
    const other = await body(SDK.createWishlist({ customerRef, name: "b", wishlistRef: unique("w") }), 201);
    const wishlistItemRef = unique("i");
    const product = { productRef: "tent", selectedVariantRef: "tent-2" };
    for (const { id } of [list, other])
      await body(shop.post(`${WS}/wishlist/items`, { wishlistId: id, wishlistItemRef, product }));
    const put = (fields: object, query = "") =>
      shop.put(`${WS}/wishlist/items${query}`, { wishlistItemRef, ...fields });
    const refused = await put({ notifyMe: true });
    assert.deepEqual([refused.status, refused.body.code], [400, "AmbiguousReference"]);
    const answers = [
      await put({ notifyMe: true }, `?wishlistId=${other.id}`),
      await put({ notifyMe: true }, `?wishlistRef=${other.wishlistRef}`),
      await put({ notifyMe: true, wishlistId: other.id }),
      await put({ notifyMe: true, wishlistRef: other.wishlistRef }),
    ];
    for (const answer of answers)
      assert.deepEqual([answer.status, answer.body.wishlistId], [200, other.id], answer.text);
  });
});

describe("the tenant in the header of the platform's SDK", () => {
  it("must be the tenant of the token, as in our header, and both must agree", async () => {
    const { list } = await newList(SDK);
    const path = `${WS}/wishlists?id=${list.id}`;
    const named = (svc: string | undefined, twc: string | undefined) =>
      shop.get(path, { headers: { "X-SVC-Tenant": svc, "X-TWC-Tenant": twc } });
    const own = shop.tenantId;
    assert.equal((await named(undefined, own)).status, 200);
    assert.equal((await named(own, own)).status, 200);
    for (const [svc, twc] of [
      [undefined, "other"],
      [own, "other"],
      ["other", own],
      [undefined, undefined],
    ])
      assert.equal((await named(svc, twc)).status, 403);
  });
});

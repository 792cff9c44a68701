import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { type Caller, type Json, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let shop: Caller;
before(async () => {
  shop = await (await sharedService()).newCaller();
});

describe("create wishlist", () => {
  it("answers 201 with the whole wishlist, empty and not deleted", async () => {
    const customer = await shop.newCustomer();
    const { status, body, headers } = await shop.post(`${WS}/wishlists`, {
      customerId: customer.svc_customer_id,
      name: "Birthday",
      description: "For the 7th",
      wishlistRef: unique("ref"),
      isPrivate: true,
      attributeGroups: { occasion: { attributes: { kind: "birthday" }, description: "Why" } },
    });
    assert.equal(status, 201);
    assert.equal(body.customerId, customer.svc_customer_id);
    assert.equal(body.customerRef, customer.id);
    assert.equal(body.name, "Birthday");
    assert.equal(body.description, "For the 7th");
    assert.equal(body.isPrivate, true);
    assert.equal(body.deleted, false);
    assert.deepEqual(body.attributeGroups, {
      occasion: { attributes: { kind: "birthday" }, description: "Why" },
    });
    assert.equal(body.createdTime, body.modifiedTime);
    assert.ok(Math.abs(Date.parse(body.createdTime) - Date.now()) < 60_000);
    assert.match(body.id, /^[0-9A-Za-z_.-]+$/);
    assert.match(headers.etag ?? "", /^"[^"]+"$/);
  });

  it("accepts the customer by reference, as text, integer or global id", async () => {
    const digits = `82098291194${Date.now()}`;
    await shop.newCustomer({ id: digits });
    for (const customerRef of [`"${digits}"`, digits, `"gid://shopify/Customer/${digits}"`]) {
      const raw = `{"customerRef": ${customerRef}, "name": "list"}`;
      const { status, body } = await shop.post(`${WS}/wishlists`, undefined, { raw });
      assert.equal(status, 201);
      assert.equal(body.customerRef, digits);
    }
  });

  it("is answered 404 for a customer that does not exist, by id or by reference", async () => {
    for (const named of [
      { customerRef: "nobody" },
      { customerId: "c1m7xmtdrc0004sdqemqvd1x0bpeh" },
      { customerId: "x" },
    ]) {
      const { status, body } = await shop.post(`${WS}/wishlists`, { ...named, name: "list" });
      assert.equal(status, 404);
      assert.equal(body.code, "ResourceNotFound");
    }
  });

  it("is answered 405 if id and reference name different customers, and 201 if they name the same", async () => {
    const [one, other] = [await shop.newCustomer(), await shop.newCustomer()];
    const named = { customerId: one.svc_customer_id, name: "list" };
    for (const mismatch of [
      { ...named, customerRef: other.id },
      { ...named, customerRef: "unknown" },
      { ...named, customerId: "unknown", customerRef: one.id },
    ]) {
      const refused = await shop.post(`${WS}/wishlists`, mismatch);
      assert.equal(refused.status, 405);
      assert.match(refused.headers.allow ?? "", /POST/);
    }
    assert.equal((await shop.post(`${WS}/wishlists`, { ...named, customerRef: one.id })).status, 201);
  });

  it("is answered 405 with Allow and the field for a body that breaks a rule", async () => {
    const customer = await shop.newCustomer();
    const good = { customerRef: customer.id, name: "list" };
    const cases: [Json, string][] = [
      [{ customerRef: customer.id }, "/name"],
      [{ name: "list" }, "/customerId"],
      [{ ...good, name: "" }, "/name"],
      [{ ...good, name: "  " }, "/name"],
      [{ ...good, name: null }, "/name"],
      [{ ...good, name: 7 }, "/name"],
      [{ ...good, isPrivate: "maybe" }, "/isPrivate"],
      [{ ...good, wishlistRef: "r".repeat(256) }, "/wishlistRef"],
      [{ ...good, wishlistRef: 1.5 }, "/wishlistRef"],
      [{ ...good, attributeGroups: { a: { attributes: { b: 1 } } } }, "/attributeGroups/a/attributes/b"],
    ];
    for (const [sent, path] of cases) {
      const { status, body, headers } = await shop.post(`${WS}/wishlists`, sent);
      assert.equal(status, 405, JSON.stringify(sent));
      assert.equal(body.code, "InvalidInput");
      assert.ok(
        body.errors.some((error: Json) => error.path === path),
        JSON.stringify(body.errors),
      );
      assert.match(headers.allow ?? "", /POST/);
    }
  });

  it("is answered 405 for a body that is not JSON, because the interface lists no 400", async () => {
    const { status, body } = await shop.post(`${WS}/wishlists`, undefined, { raw: "{" });
    assert.equal(status, 405);
    assert.equal(body.code, "MalformedRequest");
  });

  it("is answered 405 DuplicateReference for a reference that another wishlist of the store has", async () => {
    const wishlistRef = unique("ref");
    await shop.newWishlist({ wishlistRef });
    const customer = await shop.newCustomer();
    const { status, body } = await shop.post(`${WS}/wishlists`, {
      customerRef: customer.id,
      name: "list",
      wishlistRef,
    });
    assert.equal(status, 405);
    assert.equal(body.code, "DuplicateReference");
    assert.equal(body.errors[0].path, "/wishlistRef");
  });

  it("ignores fields that only answers have, and unknown fields", async () => {
    const customer = await shop.newCustomer();
    const sent = {
      customerRef: customer.id,
      name: "list",
      id: "mine",
      deleted: true,
      createdTime: 5,
      wishlistItems: [{}],
      itemCount: "x",
      tenantId: "other",
      unknown: { a: 1 },
    };
    const { status, body } = await shop.post(`${WS}/wishlists`, sent);
    assert.equal(status, 201);
    assert.notEqual(body.id, "mine");
    assert.equal(body.deleted, false);
    for (const field of ["wishlistItems", "itemCount", "tenantId", "unknown"])
      assert.ok(!(field in body), field);
  });

  it("accepts booleans as text, as some platforms send them", async () => {
    const customer = await shop.newCustomer();
    const create = (isPrivate: unknown) =>
      shop.post(`${WS}/wishlists`, { customerRef: customer.id, name: "l", isPrivate });
    assert.equal((await create("true")).body.isPrivate, true);
    assert.equal((await create("false")).body.isPrivate, false);
  });
});

describe("update wishlist", () => {
  it("sets the given fields, clears those that are null, and keeps the others", async () => {
    const made = await shop.newWishlist({ description: "old", isPrivate: true, attributeGroups: { a: {} } });
    const { status, body } = await shop.put(`${WS}/wishlists`, {
      id: made.id,
      name: "New",
      description: null,
      attributeGroups: { b: { attributes: { c: "d" } } },
    });
    assert.equal(status, 200);
    assert.equal(body.name, "New");
    assert.ok(!("description" in body));
    assert.equal(body.isPrivate, true);
    assert.deepEqual(body.attributeGroups, { b: { attributes: { c: "d" } } });
    assert.equal(body.createdTime, made.createdTime);
    assert.ok(body.modifiedTime >= made.modifiedTime);
  });

  it("finds the wishlist by its reference if there is no id", async () => {
    const made = await shop.newWishlist({ wishlistRef: unique("ref") });
    const { status, body } = await shop.put(`${WS}/wishlists`, {
      wishlistRef: made.wishlistRef,
      name: "By ref",
    });
    assert.equal(status, 200);
    assert.equal(body.id, made.id);
    assert.equal(body.wishlistRef, made.wishlistRef);
  });

  it("changes the reference, in the items too, and frees the old one", async () => {
    const [old, now] = [unique("ref"), unique("ref")];
    const made = await shop.newWishlist({ wishlistRef: old });
    const item = await shop.newItem(made.id);
    assert.equal(
      (await shop.put(`${WS}/wishlists`, { id: made.id, wishlistRef: now })).body.wishlistRef,
      now,
    );
    assert.equal((await shop.get(`${WS}/wishlists?wishlistRef=${now}`)).body.id, made.id);
    assert.equal((await shop.get(`${WS}/wishlists?wishlistRef=${old}`)).status, 404);
    assert.equal((await shop.get(`${WS}/wishlist/items/${item.id}`)).body.wishlistRef, now);
    assert.equal((await shop.newWishlist({ wishlistRef: old })).wishlistRef, old);
    const cleared = await shop.put(`${WS}/wishlists`, { id: made.id, wishlistRef: null });
    assert.ok(!("wishlistRef" in cleared.body));
    assert.ok(!("wishlistRef" in (await shop.get(`${WS}/wishlist/items/${item.id}`)).body));
  });

  it("accepts an unchanged answer of the service as input", async () => {
    const made = await shop.newWishlist({ wishlistRef: unique("ref") });
    await shop.newItem(made.id);
    const { body: read } = await shop.get(`${WS}/wishlists?id=${made.id}`);
    const { status, body } = await shop.put(`${WS}/wishlists`, read);
    assert.equal(status, 200);
    assert.deepEqual({ ...body, modifiedTime: "" }, { ...made, modifiedTime: "" });
  });

  it("is answered 400 for another customer, a taken reference, a missing name or a body that is not JSON", async () => {
    const [one, other] = [await shop.newWishlist(), await shop.newWishlist({ wishlistRef: unique("ref") })];
    const update = (fields: Json) => shop.put(`${WS}/wishlists`, { id: one.id, ...fields });
    for (const fields of [
      { customerId: other.customerId },
      { customerRef: other.customerRef },
      { name: null },
    ]) {
      const { status, body } = await update(fields);
      assert.equal(status, 400, JSON.stringify(fields));
      assert.equal(body.code, "InvalidInput");
    }
    const taken = await update({ wishlistRef: other.wishlistRef });
    assert.equal(taken.status, 400);
    assert.equal(taken.body.code, "DuplicateReference");
    assert.equal((await shop.put(`${WS}/wishlists`, { name: "x" })).status, 400);
    assert.equal(
      (await shop.put(`${WS}/wishlists`, undefined, { raw: "nope" })).body.code,
      "MalformedRequest",
    );
  });

  it("is answered 404 for a wishlist that does not exist", async () => {
    for (const named of [{ id: "w1m7xmtx880005rkj5" }, { id: "x" }, { wishlistRef: "none" }]) {
      assert.equal((await shop.put(`${WS}/wishlists`, { ...named, name: "x" })).status, 404);
    }
  });
});

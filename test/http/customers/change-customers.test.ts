import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { ADDRESS, CUSTOMERS, newEmail, newPhone } from "../../support/data/customers.ts";
import { type Caller, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

describe("update customer", () => {
  it("finds the customer by service id or by id, sets and clears the given fields, and keeps the others", async () => {
    const made = (
      await shop.post(CUSTOMERS, {
        id: unique("c"),
        first_name: "Ann",
        note: "old",
        tags: "a",
        email: newEmail(),
      })
    ).body;
    const byId = await shop.put(CUSTOMERS, {
      id: made.id,
      first_name: "Anne",
      note: null,
      tags: null,
      state: "enabled",
    });
    assert.equal(byId.status, 200);
    assert.equal(byId.body.first_name, "Anne");
    assert.equal(byId.body.state, "enabled");
    assert.equal(byId.body.tags, "");
    assert.ok(!("note" in byId.body));
    assert.equal(byId.body.email, made.email);
    assert.equal(byId.body.created_at, made.created_at);
    const bySvcId = await shop.put(CUSTOMERS, { svc_customer_id: made.svc_customer_id, last_name: "Smith" });
    assert.equal(bySvcId.body.last_name, "Smith");
    assert.deepEqual((await shop.get(`${CUSTOMERS}/${made.id}`)).body, bySvcId.body);
  });

  it("accepts an unchanged answer of the service as input, and sets the time of the change", async () => {
    const made = (
      await shop.post(CUSTOMERS, {
        id: unique("c"),
        email: newEmail(),
        phone: newPhone(),
        addresses: [ADDRESS],
      })
    ).body;
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { status, body } = await shop.put(CUSTOMERS, made);
    assert.equal(status, 200);
    assert.ok(body.updated_at > made.updated_at);
    assert.deepEqual({ ...body, updated_at: "" }, { ...made, updated_at: "" });
    const updated = await shop.put(CUSTOMERS, { id: made.id, updated_at: "2026-05-05T05:05:05Z" });
    assert.equal(updated.body.updated_at, "2026-05-05T05:05:05Z");
  });

  it("sets the time of a changed consent, also if the record is sent back with its old time", async () => {
    const old = "2026-01-01T00:00:00Z";
    const consent = { accepts_marketing: true, marketing_opt_in_level: "single_opt_in" };
    const make = async () =>
      (await shop.post(CUSTOMERS, { id: unique("c"), ...consent, accepts_marketing_updated_at: old })).body;
    const timeAfter = async (change: Json) =>
      (await shop.put(CUSTOMERS, { ...(await make()), ...change })).body.accepts_marketing_updated_at;
    assert.equal(await timeAfter({ first_name: "Bea" }), old);
    for (const change of [{ accepts_marketing: false }, { marketing_opt_in_level: "unknown" }])
      assert.ok(Math.abs(Date.parse(await timeAfter(change)) - Date.now()) < 60_000);
    const told = "2026-02-02T00:00:00Z";
    const given = { accepts_marketing: false, accepts_marketing_updated_at: told };
    assert.equal(await timeAfter(given), told);
  });

  it("frees an old e-mail address and phone number", async () => {
    const [oldEmail, oldPhone] = [newEmail(), newPhone()];
    const made = (await shop.post(CUSTOMERS, { id: unique("c"), email: oldEmail, phone: oldPhone })).body;
    await shop.put(CUSTOMERS, { id: made.id, email: newEmail(), phone: null });
    assert.equal(
      (await shop.post(CUSTOMERS, { id: unique("c"), email: oldEmail, phone: oldPhone })).status,
      201,
    );
    const back = await shop.put(CUSTOMERS, { id: made.id, email: oldEmail });
    assert.equal(back.status, 405);
    assert.equal(back.body.code, "DuplicateReference");
  });

  it("is answered 405 for another id of a known service id, for a body without an id, and for a taken e-mail address", async () => {
    const [one, two] = [
      (await shop.post(CUSTOMERS, { id: unique("c"), email: newEmail() })).body,
      (await shop.post(CUSTOMERS, { id: unique("c"), email: newEmail() })).body,
    ];
    const bad = [
      { svc_customer_id: one.svc_customer_id, id: two.id },
      { first_name: "Ann" },
      { id: one.id, email: two.email },
      { id: one.id, phone: "1" },
    ];
    for (const sent of bad) assert.equal((await shop.put(CUSTOMERS, sent)).status, 405, JSON.stringify(sent));
    assert.equal((await shop.put(CUSTOMERS, undefined, { raw: "no" })).status, 400);
  });

  it("is answered 404 for a customer that does not exist", async () => {
    for (const named of [
      { id: "nobody" },
      { svc_customer_id: "c1m7xmtdrc0004sdqemqvd1x0bpeh" },
      { svc_customer_id: "x" },
    ]) {
      assert.equal((await shop.put(CUSTOMERS, { ...named, note: "x" })).status, 404, JSON.stringify(named));
    }
  });
});

describe("find customer", () => {
  it("accepts the retailer's id, the service's id, and a global id", async () => {
    const digits = `77${Date.now()}${process.pid}`;
    const made = (await shop.post(CUSTOMERS, { id: digits })).body;
    for (const named of [
      digits,
      made.svc_customer_id,
      encodeURIComponent(`gid://shopify/Customer/${digits}`),
    ]) {
      assert.deepEqual((await shop.get(`${CUSTOMERS}/${named}`)).body, made);
    }
  });

  it("is answered 404 for a customer that does not exist", async () => {
    for (const named of ["nobody", "c1m7xmtdrc0004sdqemqvd1x0bpeh", "%00", "a%2Fb"]) {
      const { status, body } = await shop.get(`${CUSTOMERS}/${named}`);
      assert.equal(status, 404, named);
      assert.equal(body.code, "ResourceNotFound");
    }
  });
});

describe("delete customer", () => {
  it("answers 204, then 404 for either id, and frees the e-mail address and phone number", async () => {
    for (const by of ["id", "svc_customer_id"]) {
      const sent = { id: unique("c"), email: newEmail(), phone: newPhone() };
      const made = (await shop.post(CUSTOMERS, sent)).body;
      assert.equal((await shop.delete(`${CUSTOMERS}/${made[by]}`)).status, 204);
      for (const named of [made.id, made.svc_customer_id]) {
        assert.equal((await shop.get(`${CUSTOMERS}/${named}`)).status, 404);
        assert.equal((await shop.delete(`${CUSTOMERS}/${named}`)).status, 404);
      }
      assert.equal((await shop.put(CUSTOMERS, { id: made.id, note: "x" })).status, 404);
      assert.equal((await shop.post(CUSTOMERS, { ...sent, id: unique("c") })).status, 201);
    }
  });

  it("keeps the wishlists under the reference, and the next customer with that reference gets them", async () => {
    const made = await shop.newCustomer();
    const list = await shop.newWishlist({ customerRef: made.id, name: "kept" });
    const item = await shop.newItem(list.id);
    const before = await shop.get(`${WS}/wishlists?id=${list.id}`);
    await shop.delete(`${CUSTOMERS}/${made.id}`);
    const kept = await shop.get(`${WS}/wishlists/lookup?customerRef=${made.id}`);
    assert.equal(kept.status, 200);
    assert.equal(kept.body.wishlist[0].name, "kept");
    assert.equal((await shop.post(`${WS}/wishlists`, { customerRef: made.id, name: "x" })).status, 404);
    assert.equal((await shop.get(`${WS}/wishlists?id=${list.id}`)).status, 200);

    const next = await shop.newCustomer({ id: made.id });
    assert.notEqual(next.svc_customer_id, made.svc_customer_id);
    const { body, headers } = await shop.get(`${WS}/wishlists?id=${list.id}`);
    assert.equal(body.customerId, next.svc_customer_id);
    assert.equal(body.wishlistItems[0].id, item.id);
    assert.notEqual(headers.etag, before.headers.etag);
    const found = await shop.get(`${WS}/wishlists/lookup?customerId=${next.svc_customer_id}`);
    assert.equal(found.body.wishlist[0].id, list.id);
    assert.equal((await shop.get(`${CUSTOMERS}/${made.svc_customer_id}`)).status, 404);
  });

  it("deletes all wishlists too, however many there are, if the request says so", async () => {
    const made = await shop.newCustomer();
    const lists: Json[] = [];
    for (let i = 0; i < 13; i++) lists.push(await shop.newWishlist({ customerRef: made.id }));
    assert.equal((await shop.delete(`${CUSTOMERS}/${made.id}?wishlists=true`)).status, 204);
    assert.equal((await shop.get(`${WS}/wishlists/lookup?customerRef=${made.id}`)).status, 404);
    for (const { id } of lists) assert.equal((await shop.get(`${WS}/wishlists?id=${id}`)).status, 404);
    assert.equal((await shop.get(`${CUSTOMERS}/${made.id}`)).status, 404);
    assert.equal((await shop.delete(`${CUSTOMERS}/${made.id}?wishlists=perhaps`)).status, 400);
  });
});

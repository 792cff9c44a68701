import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { ADDRESS, CUSTOMERS, newEmail, newPhone } from "../../support/data/customers.ts";
import { type Caller, CS, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

describe("create customer", () => {
  it("answers 201 with every field that was sent", async () => {
    const sent = {
      id: unique("c"),
      accepts_marketing: true,
      accepts_marketing_updated_at: "2026-01-02T03:04:05-04:00",
      addresses: [ADDRESS],
      admin_graphql_api_id: "gid://shopify/Customer/207119551",
      created_at: "2026-01-01T00:00:00Z",
      currency: "USD",
      default_address: ADDRESS,
      email: newEmail(),
      first_name: "Bob",
      last_name: "Norman",
      last_order_id: "450789469",
      last_order_name: "#1001",
      marketing_opt_in_level: "single_opt_in",
      multipass_identifier: "m",
      note: "Likes blue",
      orders_count: 3,
      phone: newPhone(),
      state: "invited",
      tags: "vip, loyal",
      tax_exempt: true,
      tax_exemptions: ["CA_STATUS_CARD_EXEMPTION"],
      total_spent: 199.65,
      updated_at: "2026-01-03T00:00:00Z",
      verified_email: true,
    };
    const { status, body, headers } = await shop.post(CUSTOMERS, sent);
    assert.equal(status, 201);
    assert.deepEqual(body, { ...sent, svc_customer_id: body.svc_customer_id });
    assert.match(headers.etag ?? "", /^"[^"]+"$/);
    assert.deepEqual((await shop.get(`${CUSTOMERS}/${sent.id}`)).body, body);
  });

  it("answers under all three prefixes", async () => {
    for (const prefix of [CS, WS, "/api"]) {
      const { status, body } = await shop.post(`${prefix}/customers`, { id: unique("c") });
      assert.equal(status, 201);
      assert.equal((await shop.get(`${prefix}/customers/${body.id}`)).status, 200);
    }
  });

  it("sets the default of each field that was not sent", async () => {
    const { body } = await shop.post(CUSTOMERS, { email: newEmail() });
    assert.equal(body.id, body.svc_customer_id);
    assert.equal(body.state, "disabled");
    assert.equal(body.marketing_opt_in_level, null);
    assert.deepEqual(
      [
        body.accepts_marketing,
        body.tax_exempt,
        body.verified_email,
        body.orders_count,
        body.total_spent,
        body.tags,
      ],
      [false, false, false, 0, 0, ""],
    );
    assert.deepEqual([body.addresses, body.tax_exemptions], [[], []]);
    assert.equal(body.created_at, body.updated_at);
  });

  it("accepts what shop platforms send: numbers as text, text as list, integers, null, unknown fields", async () => {
    const raw = `{"id": 706405506930370084, "total_spent": "199.65", "tax_exemptions": "EXEMPT", "last_order_id": 450789469450789469,
      "email": null, "note": null, "verified_email": "true", "marketing_opt_in_level": null, "sms_marketing_consent": {"state": "x"},
      "addresses": [{"id": 207119551, "default": "true", "zip": null, "unknown": 1}], "svc_customer_id": "mine"}`;
    const { status, body } = await shop.post(CUSTOMERS, undefined, { raw });
    assert.equal(status, 201);
    assert.equal(body.id, "706405506930370084");
    assert.equal(body.total_spent, 199.65);
    assert.deepEqual(body.tax_exemptions, ["EXEMPT"]);
    assert.equal(body.last_order_id, "450789469450789469");
    assert.equal(body.verified_email, true);
    assert.deepEqual(
      body.addresses,
      [{ id: "207119551", default: true, zip: null }].map(({ zip: _zip, ...rest }) => rest),
    );
    for (const field of ["email", "note", "sms_marketing_consent"]) assert.ok(!(field in body), field);
    assert.notEqual(body.svc_customer_id, "mine");
  });

  it("is answered 405 DuplicateReference for a taken id, e-mail address or phone number; addresses compare without case", async () => {
    const first = (await shop.post(CUSTOMERS, { id: unique("c"), email: newEmail(), phone: newPhone() }))
      .body;
    const cases: [Json, string][] = [
      [{ id: first.id }, "/id"],
      [{ id: unique("c"), email: first.email.toUpperCase() }, "/email"],
      [{ id: unique("c"), phone: first.phone }, "/phone"],
      [{ email: first.email.toLowerCase() }, "/email"],
    ];
    for (const [sent, path] of cases) {
      const { status, body, headers } = await shop.post(CUSTOMERS, sent);
      assert.equal(status, 405, JSON.stringify(sent));
      assert.equal(body.code, "DuplicateReference");
      assert.equal(body.errors[0].path, path);
      assert.match(headers.allow ?? "", /POST/);
    }
  });

  it("compares phone numbers in E.164, whatever their punctuation", async () => {
    const first = (await shop.post(CUSTOMERS, { id: unique("c"), phone: "+49 (0)30 / 901-820" })).body;
    assert.equal(first.phone, "+4930901820");
    const { status, body } = await shop.post(CUSTOMERS, { id: unique("c"), phone: "+49-30-901820" });
    assert.equal(status, 405);
    assert.equal(body.code, "DuplicateReference");
  });

  it("keeps no claim of a refused customer", async () => {
    const taken = (await shop.post(CUSTOMERS, { id: unique("c"), phone: newPhone() })).body;
    const free = newEmail();
    assert.equal(
      (await shop.post(CUSTOMERS, { id: unique("c"), email: free, phone: taken.phone })).status,
      405,
    );
    assert.equal((await shop.post(CUSTOMERS, { id: unique("c"), email: free })).status, 201);
  });

  it("is answered 405 with the field for a body that breaks a rule, and 400 for a body that is not JSON", async () => {
    const tag = "t".repeat(256);
    const cases: [Json, string][] = [
      [{}, ""],
      [{ first_name: "Ann" }, ""],
      [{ id: "x", email: "no address" }, "/email"],
      [{ id: "x", email: "" }, "/email"],
      [{ id: "x", phone: "030 123" }, "/phone"],
      [{ id: "x", phone: "004930123456" }, "/phone"],
      [{ id: "x", currency: "EURO" }, "/currency"],
      [{ id: "x", currency: "XXQ" }, "/currency"],
      [{ id: "x", created_at: "yesterday" }, "/created_at"],
      [{ id: "x", updated_at: "2026-02-30T00:00:00Z" }, "/updated_at"],
      [{ id: "x", state: "sleeping" }, "/state"],
      [{ id: "x", marketing_opt_in_level: "maybe" }, "/marketing_opt_in_level"],
      [{ id: "x", tags: Array.from({ length: 251 }, (_, i) => `t${i}`).join(",") }, "/tags"],
      [{ id: "x", tags: tag }, "/tags"],
      [{ id: "x", orders_count: -1 }, "/orders_count"],
      [{ id: "x", orders_count: 1.5 }, "/orders_count"],
      [{ id: "x", total_spent: "a lot" }, "/total_spent"],
      [{ id: "x", addresses: {} }, "/addresses"],
      [{ id: "x", addresses: [{ latitude: 91 }] }, "/addresses/0/latitude"],
      [{ id: "x", accepts_marketing: 1 }, "/accepts_marketing"],
      [{ id: "x".repeat(256) }, "/id"],
    ];
    for (const [sent, path] of cases) {
      const { status, body } = await shop.post(CUSTOMERS, sent);
      assert.equal(status, 405, JSON.stringify(sent).slice(0, 100));
      assert.equal(body.code, "InvalidInput");
      assert.ok(
        body.errors.some((error: Json) => error.path === path),
        JSON.stringify(body.errors),
      );
    }
    const fine = Array.from({ length: 250 }, () => "t".repeat(255)).join(", ");
    assert.equal((await shop.post(CUSTOMERS, { id: unique("c"), tags: fine })).status, 201);
    assert.equal((await shop.post(CUSTOMERS, undefined, { raw: "{]" })).status, 400);
  });

  it("accepts every code of ISO 4217 as the currency, also a unit of account, gold, and no currency", async () => {
    for (const currency of ["EUR", "VED", "CLF", "XAU", "XXX"]) {
      const { status, body } = await shop.post(CUSTOMERS, { id: unique("c"), currency });
      assert.deepEqual([status, body.currency], [201, currency]);
    }
  });

  it("stores no opt-in level for a customer who does not accept marketing, and stores the time of the consent", async () => {
    const { body } = await shop.post(CUSTOMERS, {
      id: unique("c"),
      marketing_opt_in_level: "confirmed_opt_in",
    });
    assert.equal(body.marketing_opt_in_level, null);
    assert.ok(!("accepts_marketing_updated_at" in body));
    const sent = { id: body.id, accepts_marketing: true, marketing_opt_in_level: "unknown" };
    const yes = (await shop.put(CUSTOMERS, sent)).body;
    assert.equal(yes.marketing_opt_in_level, "unknown");
    assert.ok(Math.abs(Date.parse(yes.accepts_marketing_updated_at) - Date.now()) < 60_000);
    const no = (await shop.put(CUSTOMERS, { id: body.id, accepts_marketing: false })).body;
    assert.equal(no.marketing_opt_in_level, null);
  });
});

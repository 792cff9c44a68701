import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { atEnd } from "../support/redis.ts";
import { type Caller, CS, type Json, type Service, startService, unique, WS } from "../support/service.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite);
  shop = await service.newCaller();
});

const CUSTOMERS = `${CS}/customers`;
const UPLOAD = `${CS}/upload-customers`;
let numbers = 0;
const phone = () => `+4930${(10_000_000 + process.pid * 100 + numbers++).toString()}`;
const email = () => `${unique("ann")}@Example.com`;

const ADDRESS = {
  address1: "Chestnut Street 92",
  address2: "",
  city: "Louisville",
  company: "ACME",
  country: "United States",
  country_code: "US",
  country_name: "United States",
  customer_id: "207119551",
  default: true,
  email: "home@example.com",
  first_name: "Bob",
  id: "207119551",
  last_name: "Norman",
  latitude: 38.25,
  longitude: -85.76,
  name: "Bob Norman",
  phone: "555-625-1199",
  province: "Kentucky",
  province_code: "KY",
  zip: "40202",
};

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
      email: email(),
      first_name: "Bob",
      last_name: "Norman",
      last_order_id: "450789469",
      last_order_name: "#1001",
      marketing_opt_in_level: "single_opt_in",
      multipass_identifier: "m",
      note: "Likes blue",
      orders_count: 3,
      phone: phone(),
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

  it("gives what was not sent its default", async () => {
    const { body } = await shop.post(CUSTOMERS, { email: email() });
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

  it("takes what shop platforms send: numbers as text, text as list, integers, null, unknown fields", async () => {
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

  it("is 405 DuplicateReference for a taken id, e-mail or phone; addresses compare without case", async () => {
    const first = (await shop.post(CUSTOMERS, { id: unique("c"), email: email(), phone: phone() })).body;
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

  it("compares phone numbers in E.164, whatever they are punctuated with", async () => {
    const first = (await shop.post(CUSTOMERS, { id: unique("c"), phone: "+49 (0)30 / 901-820" })).body;
    assert.equal(first.phone, "+4930901820");
    const { status, body } = await shop.post(CUSTOMERS, { id: unique("c"), phone: "+49-30-901820" });
    assert.equal(status, 405);
    assert.equal(body.code, "DuplicateReference");
  });

  it("keeps no claim of a customer that was refused", async () => {
    const taken = (await shop.post(CUSTOMERS, { id: unique("c"), phone: phone() })).body;
    const free = email();
    assert.equal(
      (await shop.post(CUSTOMERS, { id: unique("c"), email: free, phone: taken.phone })).status,
      405,
    );
    assert.equal((await shop.post(CUSTOMERS, { id: unique("c"), email: free })).status, 201);
  });

  it("is 405 with the field for a body that breaks a rule, and 400 for no JSON", async () => {
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

  it("has no opt-in level for whoever does not accept marketing, and dates the consent", async () => {
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

describe("update customer", () => {
  it("finds the customer by service id or by id, sets, clears and leaves", async () => {
    const made = (
      await shop.post(CUSTOMERS, {
        id: unique("c"),
        first_name: "Ann",
        note: "old",
        tags: "a",
        email: email(),
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

  it("takes back what the service answered, and notes the time of the change", async () => {
    const made = (
      await shop.post(CUSTOMERS, { id: unique("c"), email: email(), phone: phone(), addresses: [ADDRESS] })
    ).body;
    await new Promise((resolve) => setTimeout(resolve, 5));
    const { status, body } = await shop.put(CUSTOMERS, made);
    assert.equal(status, 200);
    assert.ok(body.updated_at > made.updated_at);
    assert.deepEqual({ ...body, updated_at: "" }, { ...made, updated_at: "" });
    const told = await shop.put(CUSTOMERS, { id: made.id, updated_at: "2026-05-05T05:05:05Z" });
    assert.equal(told.body.updated_at, "2026-05-05T05:05:05Z");
  });

  it("frees an old e-mail address and phone number", async () => {
    const [oldEmail, oldPhone] = [email(), phone()];
    const made = (await shop.post(CUSTOMERS, { id: unique("c"), email: oldEmail, phone: oldPhone })).body;
    await shop.put(CUSTOMERS, { id: made.id, email: email(), phone: null });
    assert.equal(
      (await shop.post(CUSTOMERS, { id: unique("c"), email: oldEmail, phone: oldPhone })).status,
      201,
    );
    const back = await shop.put(CUSTOMERS, { id: made.id, email: oldEmail });
    assert.equal(back.status, 405);
    assert.equal(back.body.code, "DuplicateReference");
  });

  it("is 405 for another id of a known service id, for neither, and for a taken e-mail", async () => {
    const [one, two] = [
      (await shop.post(CUSTOMERS, { id: unique("c"), email: email() })).body,
      (await shop.post(CUSTOMERS, { id: unique("c"), email: email() })).body,
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

  it("is 404 for a customer that does not exist", async () => {
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
  it("takes the retailer's id, the service's id, and a global id", async () => {
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

  it("is 404 for a customer that does not exist", async () => {
    for (const named of ["nobody", "c1m7xmtdrc0004sdqemqvd1x0bpeh", "%00", "a%2Fb"]) {
      const { status, body } = await shop.get(`${CUSTOMERS}/${named}`);
      assert.equal(status, 404, named);
      assert.equal(body.code, "ResourceNotFound");
    }
  });
});

describe("delete customer", () => {
  it("answers 204 and 404 after, by either id, and frees e-mail and phone", async () => {
    for (const by of ["id", "svc_customer_id"]) {
      const sent = { id: unique("c"), email: email(), phone: phone() };
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

  it("leaves the wishlists under the reference, and gives them to the next customer with it", async () => {
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

  it("deletes the wishlists too when told, however many there are", async () => {
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

describe("upload customers", () => {
  it("creates and updates by id, and rejects a bad row without stopping the others", async () => {
    const known = await shop.newCustomer({ first_name: "Old", last_name: "Stays" });
    const taken = (await shop.post(CUSTOMERS, { id: unique("c"), email: email() })).body;
    const { status, body } = await shop.post(UPLOAD, {
      customers: [
        { id: known.id, first_name: "New" },
        { id: unique("c"), email: email() },
        { phone: phone() },
        { id: unique("c"), email: taken.email },
        { id: unique("c"), phone: "1" },
        "no customer",
        {},
        { svc_customer_id: known.svc_customer_id, note: "by service id" },
        { svc_customer_id: "c1m7xmtdrc0004sdqemqvd1x0bpeh" },
      ],
    });
    assert.equal(status, 201);
    const rows: Json[] = body.customers;
    assert.deepEqual(
      rows.map((row) => row.status),
      [
        "updated",
        "created",
        "created",
        "rejected",
        "rejected",
        "rejected",
        "rejected",
        "updated",
        "rejected",
      ],
    );
    assert.equal(rows[0].svc_customer_id, known.svc_customer_id);
    assert.equal(rows[2].id, rows[2].svc_customer_id);
    assert.equal(rows[3].error.code, "DuplicateReference");
    assert.equal(rows[4].error.errors[0].path, "/phone");
    assert.equal(rows[8].error.code, "ResourceNotFound");
    const found = (await shop.get(`${CUSTOMERS}/${known.id}`)).body;
    assert.equal(found.first_name, "New");
    assert.equal(found.last_name, "Stays");
    assert.equal(found.note, "by service id");
  });

  it("takes the same customer twice in order", async () => {
    const id = unique("c");
    const { body } = await shop.post(UPLOAD, {
      customers: [
        { id, note: "one" },
        { id, note: "two" },
      ],
    });
    assert.deepEqual(
      body.customers.map((row: Json) => row.status),
      ["created", "updated"],
    );
    assert.equal((await shop.get(`${CUSTOMERS}/${id}`)).body.note, "two");
  });

  it("gives what rows contend for to the first of them, also what an earlier row gives up", async () => {
    const [shared, number, given] = [email(), phone(), email()];
    const [owner, heir, late] = [unique("c"), unique("c"), unique("c")];
    await shop.newCustomer({ id: owner, email: given });
    const contenders = Array.from({ length: 20 }, (_, i) => ({
      id: unique("c"),
      ...(i % 2 === 0 ? { email: i % 4 === 0 ? shared : shared.toUpperCase() } : { phone: number }),
    }));
    const { body } = await shop.post(UPLOAD, {
      customers: [
        ...contenders,
        { id: late, email: given.toUpperCase() },
        { id: owner, email: null },
        { id: heir, email: given },
      ],
    });
    assert.deepEqual(
      body.customers.map((row: Json) => row.status),
      ["created", "created", ...contenders.slice(2).map(() => "rejected"), "rejected", "updated", "created"],
    );
    assert.equal((await shop.get(`${CUSTOMERS}/${heir}`)).body.email, given);
  });

  it("takes 1,000 customers, and is 405 for 1,001, for none, and when every row is rejected", async () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ id: unique("c") }));
    const all = await shop.post(UPLOAD, { customers: many(1000) });
    assert.equal(all.status, 201);
    assert.ok(all.body.customers.every((row: Json) => row.status === "created"));
    for (const customers of [many(1001), [], "x", null]) {
      assert.equal((await shop.post(UPLOAD, { customers })).status, 405);
    }
    const rejected = await shop.post(UPLOAD, { customers: [{ phone: "1" }, {}] });
    assert.equal(rejected.status, 405);
    assert.deepEqual(
      rejected.body.errors.map((error: Json) => error.path),
      ["/customers/0/phone", "/customers/1"],
    );
    assert.equal((await shop.post(UPLOAD, undefined, { raw: "nope" })).status, 400);
  });
});

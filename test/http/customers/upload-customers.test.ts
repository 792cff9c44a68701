import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { DEFAULT_STORE } from "../../../src/store/tenants/settings/settings.ts";
import { CUSTOMERS, newEmail, newPhone } from "../../support/data/customers.ts";
import { CSV, feed } from "../../support/data/feeds.ts";
import { PARTITIONS } from "../../support/redis.ts";
import { type Caller, CS, type Json, type Service, unique, WS } from "../../support/service.ts";
import { sharedService } from "../../support/shared-service.ts";

let service: Service;
let shop: Caller;
before(async () => {
  service = await sharedService();
  shop = await service.newCaller();
});

const UPLOAD = `${CS}/upload-customers`;

describe("upload customers", () => {
  it("does not change a customer whose fields are the same in another order, also inside addresses", async () => {
    const { id } = await shop.newCustomer();
    const upload = async (default_address: Json) => {
      const { status } = await shop.post(UPLOAD, { customers: [{ id, default_address, note: "n" }] });
      assert.equal(status, 201);
      return (await shop.get(`${CUSTOMERS}/${id}`)).body.updated_at as string;
    };
    const first = await upload({ city: "Oslo", zip: "0150" });
    assert.equal(await upload({ zip: "0150", city: "Oslo" }), first);
    assert.notEqual(await upload({ zip: "0151", city: "Oslo" }), first);
  });

  it("creates and updates by id, and rejects a bad row without stopping the others", async () => {
    const known = await shop.newCustomer({ first_name: "Old", last_name: "Stays" });
    const taken = (await shop.post(CUSTOMERS, { id: unique("c"), email: newEmail() })).body;
    const { status, body } = await shop.post(UPLOAD, {
      customers: [
        { id: known.id, first_name: "New" },
        { id: unique("c"), email: newEmail() },
        { phone: newPhone() },
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

  it("counts a row by its id if its svc_customer_id is of a deleted customer, of another store, or unknown", async () => {
    const [known, deleted] = [await shop.newCustomer(), await shop.newCustomer()];
    assert.equal((await shop.delete(`${CUSTOMERS}/${deleted.id}`)).status, 204);
    const foreign = await (await service.newCaller()).newCustomer();
    const { body } = await shop.post(UPLOAD, {
      customers: [
        { ...deleted, note: "again" },
        { ...foreign, note: "copied" },
        { id: known.id, svc_customer_id: "unknown", note: "by id" },
        { id: known.id, svc_customer_id: foreign.svc_customer_id, note: "by id too" },
        { id: "other", svc_customer_id: known.svc_customer_id },
      ],
    });
    const rows: Json[] = body.customers;
    assert.deepEqual(
      rows.map(({ status }) => status),
      ["created", "created", "updated", "updated", "rejected"],
    );
    assert.notEqual(rows[0].svc_customer_id, deleted.svc_customer_id);
    assert.notEqual(rows[1].svc_customer_id, foreign.svc_customer_id);
    assert.equal(rows[4].error.errors[0].path, "/id");
    for (const [id, note] of [
      [deleted.id, "again"],
      [foreign.id, "copied"],
      [known.id, "by id too"],
    ])
      assert.equal((await shop.get(`${CUSTOMERS}/${id}`)).body.note, note);
  });

  it("applies two rows for the same customer in order", async () => {
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

  it("gives a contended e-mail address or phone number to the first row, also one that an earlier row frees", async () => {
    const [shared, number, given] = [newEmail(), newPhone(), newEmail()];
    const [former, successor, late] = [unique("c"), unique("c"), unique("c")];
    await shop.newCustomer({ id: former, email: given });
    const contenders = Array.from({ length: 20 }, (_, i) => ({
      id: unique("c"),
      ...(i % 2 === 0 ? { email: i % 4 === 0 ? shared : shared.toUpperCase() } : { phone: number }),
    }));
    const { body } = await shop.post(UPLOAD, {
      customers: [
        ...contenders,
        { id: late, email: given.toUpperCase() },
        { id: former, email: null },
        { id: successor, email: given },
      ],
    });
    assert.deepEqual(
      body.customers.map((row: Json) => row.status),
      ["created", "created", ...contenders.slice(2).map(() => "rejected"), "rejected", "updated", "created"],
    );
    assert.equal((await shop.get(`${CUSTOMERS}/${successor}`)).body.email, given);
  });

  it("takes 1,000 customers, and is answered 405 for 1,001, for none, and when every row is rejected", async () => {
    const many = (count: number) => Array.from({ length: count }, () => ({ id: unique("c") }));
    const all = await shop.post(UPLOAD, { customers: many(1000) });
    assert.equal(all.status, 201);
    assert.ok(all.body.customers.every((row: Json) => row.status === "created"));
    for (const customers of [many(1001), [], "x", null]) {
      assert.equal((await shop.post(UPLOAD, { customers })).status, 405);
    }
    const wrong = { customers: [{ phone: "1" }, {}] };
    const options = { headers: { "Idempotency-Key": unique("key") } };
    const rejected = await shop.post(UPLOAD, wrong, options);
    assert.equal(rejected.status, 405);
    assert.equal(rejected.headers["idempotency-replayed"], undefined);
    const repeated = await shop.post(UPLOAD, wrong, options);
    assert.deepEqual([repeated.status, repeated.headers["idempotency-replayed"]], [405, "true"]);
    assert.deepEqual(repeated.body.errors, rejected.body.errors);
    assert.deepEqual(
      rejected.body.errors.map((error: Json) => error.path),
      ["/customers/0/phone", "/customers/1"],
    );
    assert.equal((await shop.post(UPLOAD, undefined, { raw: "nope" })).status, 400);
  });

  it("and files do not restore a consent that was withdrawn without a newer time, and the result says so", async () => {
    const { id } = await shop.newCustomer({
      accepts_marketing: true,
      marketing_opt_in_level: "single_opt_in",
    });
    await shop.put(CUSTOMERS, { id, accepts_marketing: false });
    const stored = async () => (await shop.get(`${CUSTOMERS}/${id}`)).body;
    const export_ = `Customer ID,First Name,Last Name,Email,Accepts Email Marketing\n${id},Ada,,,yes\n`;
    const { counts, errors } = await feed(shop, "customers", CSV, export_);
    assert.deepEqual(counts.applied, { updated: 1 });
    assert.deepEqual(
      errors.map(({ line, code, errors: [{ path }] }: Json) => [line, code, path]),
      [[2, "FieldsIgnored", "/accepts_marketing"]],
    );
    const row = { id, accepts_marketing: true, accepts_marketing_updated_at: "2026-01-01T00:00:00Z" };
    const older = await shop.post(UPLOAD, { customers: [row] });
    assert.equal(older.body.customers[0].ignored[0].path, "/accepts_marketing");
    const optIn = { email: { opt_in_active: true, opt_in_level: "single_opt_in" } };
    const sdk = await shop.post("/services/customerservice/api/v2/upload-customers", [
      { customerRef: id, optin_preferences: optIn },
    ]);
    assert.equal(sdk.body.customers[0].ignored[0].path, "/optin_preferences/email/opt_in_active", sdk.text);
    const { first_name, accepts_marketing } = await stored();
    assert.deepEqual([first_name, accepts_marketing], ["Ada", false]);
    const newer = { ...row, accepts_marketing_updated_at: new Date(Date.now() + 1000).toISOString() };
    const [result] = (await shop.post(UPLOAD, { customers: [newer] })).body.customers;
    assert.deepEqual([result.status, result.ignored], ["updated", undefined]);
    assert.equal((await stored()).accepts_marketing, true);
  });

  it("stores no data of a person who was erased after it failed, if it is repeated with its Idempotency-Key", async () => {
    const [id, other] = [unique("c"), unique("c")];
    const layout = await openLayout(service.redis, service.keys, PARTITIONS);
    const { partition, slot } = layout.slotOfRef(`${shop.tenantId}/${DEFAULT_STORE}`, id);
    const key = service.keys.customer(partition, slot);
    const body = { customers: [{ id, note: "secret" }, { id: other }] };
    const options = { headers: { "Idempotency-Key": unique("key") } };
    // Redis cannot read this value, so the command fails.
    await service.redis.set(key, "of a wrong type");
    assert.equal((await shop.post(UPLOAD, body, options)).status, 500);
    await service.redis.del(key);
    assert.equal((await shop.post(`${WS}/privacy/erase`, { customerRef: id })).status, 200);
    const again = await shop.post(UPLOAD, body, options);
    assert.equal(again.status, 201, again.text);
    const [row, healthy] = again.body.customers;
    assert.deepEqual([row.status, row.error.code, healthy.id], ["rejected", "PersonErased", other]);
    assert.equal((await shop.get(`${CUSTOMERS}/${id}`)).status, 404);
  });
});

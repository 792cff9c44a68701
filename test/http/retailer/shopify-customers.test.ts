import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Queue } from "bullmq";
import { pino } from "pino";
import { Redactions } from "../../../src/store/privacy/redactions.ts";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { SECRET, sendWebhook, SHOP } from "../../support/data/shopify.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { atEnd } from "../../support/redis.ts";
import {
  type Caller,
  CS,
  given,
  type Json,
  type Service,
  startService,
  unique,
  WS,
} from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { wishFor } from "../../support/shop.ts";
import { tool, toolEnv } from "../../support/tool.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
let shops: Shops;
let redactions: Redactions;
let maintenance: Queue;
const warnings: Json[] = [];
before(async () => {
  const write = (line: string) => void warnings.push(JSON.parse(line));
  service = await startService(suite, {}, { log: pino({ level: "warn" }, { write }) });
  shop = await service.newCaller();
  shops = new Shops(service.redis, service.keys);
  redactions = new Redactions(service.redis, service.keys);
  maintenance = queueOf(suite, service, "maintenance");
  await shops.put({ domain: SHOP, storeKey: `${shop.tenantId}/default` }, SECRET, 0);
});

const webhook = (topic: string, raw: string | Buffer, headers?: Record<string, string>) =>
  sendWebhook(service, topic, raw, headers);

describe("a Shopify webhook about people", () => {
  it("of a customer creates, changes and deletes the customer", async () => {
    const id = "207119551207119551";
    await webhook("customers/create", `{"id": ${id}, "email": "bob@example.com", "state": "enabled"}`);
    assert.equal((await shop.get(`${CS}/customers/${id}`)).body.state, "enabled");
    await webhook("customers/update", `{"id": ${id}, "first_name": "Bob"}`);
    assert.equal((await shop.get(`${CS}/customers/${id}`)).body.first_name, "Bob");
    await webhook("customers/delete", `{"id": ${id}}`);
    assert.equal((await shop.get(`${CS}/customers/${id}`)).status, 404);
  });

  it("of a customer withdraws the consent even if other fields are invalid, and the log names them", async () => {
    const [taken, other] = [`${unique("taken")}@example.com`, `${unique("other")}@example.com`];
    let lastId = 880_000;
    const newId = () => (++lastId).toString();
    const consent = (state: string) => ({
      email_marketing_consent: { state, opt_in_level: "single_opt_in" },
    });
    await webhook("customers/create", JSON.stringify({ id: newId(), email: taken }));
    const line = { address1: "x".repeat(250), address2: "y".repeat(250), city: "z".repeat(250) };
    for (const [path, wrong] of [
      ["/email", { email: taken }],
      ["/email", { email: "nobody" }],
      ["/phone", { phone: "12" }],
      ["/note", { note: "x".repeat(6000) }],
      ["/currency", { currency: "" }],
      ["/addresses/0/latitude", { addresses: [{ latitude: "north" }] }],
      ["/addresses", { addresses: Array.from({ length: 100 }, () => line) }],
    ] as const) {
      const id = newId();
      const first = { id, email: `${id}@example.com`, first_name: "A", ...consent("subscribed") };
      await webhook("customers/create", JSON.stringify(first));
      const before = warnings.length;
      const next = { id, first_name: "B", ...wrong, ...consent("unsubscribed") };
      assert.equal((await webhook("customers/update", JSON.stringify(next))).status, 200);
      const { body } = await shop.get(`${CS}/customers/${id}`);
      assert.deepEqual(
        [body.first_name, body.accepts_marketing, body.marketing_opt_in_level, body.email],
        ["B", false, null, first.email],
        path,
      );
      const [warning] = warnings.slice(before);
      assert.deepEqual([warning?.code, warning?.errors[0].path], ["FieldsIgnored", path]);
    }
    const refused = { id: newId(), email: other, updated_at: "yesterday" };
    await webhook("customers/create", JSON.stringify(refused));
    assert.equal((await shop.get(`${CS}/customers/${refused.id}`)).status, 404);
  });

  it("of a customer is accepted and logged if its time is more than a day ahead, and later ones count", async () => {
    const [id, far] = ["880123", "9999-12-31T23:59:59Z"];
    const update = (fields: object) =>
      webhook("customers/update", JSON.stringify({ id, updated_at: new Date().toISOString(), ...fields }));
    await update({ first_name: "A" });
    for (const [path, fields] of [
      ["/updated_at", { updated_at: far }],
      ["/accepts_marketing_updated_at", { accepts_marketing: true, accepts_marketing_updated_at: far }],
    ] as const) {
      const before = warnings.length;
      assert.equal((await update({ first_name: "B", ...fields })).status, 200);
      assert.deepEqual([warnings[before]?.code, warnings[before]?.errors[0].path], ["InvalidInput", path]);
    }
    await update({ last_name: "C" });
    const { first_name, last_name, accepts_marketing } = (await shop.get(`${CS}/customers/${id}`)).body;
    assert.deepEqual([first_name, last_name, accepts_marketing], ["A", "C", false]);
  });

  it("of a customer that arrives late restores neither consent nor the customer", async () => {
    const id = unique("7").replaceAll(/\D/g, "").slice(0, 15);
    const consent = (state: string, day: number) =>
      `"email_marketing_consent": {"state": "${state}", "opt_in_level": "single_opt_in", "consent_updated_at": "2026-01-0${day}T00:00:00Z"}`;
    const payload = (day: number, more: string) =>
      `{"id": ${id}, "updated_at": "2026-01-0${day}T00:00:00Z", ${more}}`;
    const customer = async () => {
      const { status, body } = await shop.get(`${CS}/customers/${id}`);
      return status === 200 ? [body.first_name, body.accepts_marketing, body.marketing_opt_in_level] : status;
    };
    const first = payload(1, `"first_name": "A", "accepts_marketing": false, ${consent("subscribed", 1)}`);
    await webhook("customers/create", first);
    assert.deepEqual(await customer(), ["A", true, "single_opt_in"]);
    await webhook("customers/update", payload(4, `"first_name": "B", ${consent("unsubscribed", 3)}`));
    await webhook("customers/update", payload(2, `"first_name": "C", ${consent("subscribed", 2)}`));
    assert.deepEqual(await customer(), ["B", false, null]);
    // A newer update of another field, with an older consent.
    await webhook("customers/update", payload(5, `"first_name": "D", ${consent("subscribed", 2)}`));
    assert.deepEqual(await customer(), ["D", false, null]);
    const own = `{"customer_id": ${id}, "email_address": "a@example.com", ${consent("subscribed", 6)}}`;
    await webhook("customers_email_marketing_consent/update", own);
    assert.deepEqual(await customer(), ["D", true, "single_opt_in"]);
    // A client withdraws the consent in the record that it got, and a webhook about an earlier time arrives after that.
    const { body: record } = await shop.get(`${CS}/customers/${id}`);
    await shop.put(`${CS}/customers`, { ...record, accepts_marketing: false });
    await webhook("customers/update", payload(7, `"first_name": "D", ${consent("subscribed", 7)}`));
    assert.deepEqual(await customer(), ["D", false, null]);
    await webhook("customers/delete", `{"id": ${id}}`);
    await webhook("customers/update", payload(7, `"first_name": "E"`));
    await webhook("customers/create", first);
    assert.equal(await customer(), 404);
    const later = new Date(Date.now() + 60_000).toISOString();
    await webhook("customers/create", `{"id": ${id}, "updated_at": "${later}", "first_name": "F"}`);
    assert.deepEqual(await customer(), ["F", false, null]);
    await webhook("customers/delete", `{"id": ${id}}`);
    await shop.newCustomer({ id, first_name: "G" });
    assert.deepEqual(await customer(), ["G", false, null]);
    const merge = `{"admin_graphql_api_customer_kept_id": "gid://shopify/Customer/1", "admin_graphql_api_customer_deleted_id": "gid://shopify/Customer/2", "status": "completed"}`;
    assert.equal((await webhook("customers/merge", merge)).status, 200);
  });

  it("of a customer that repeats a consent without a time does not restore it after it was withdrawn", async () => {
    const id = unique("6").replaceAll(/\D/g, "").slice(0, 15);
    const consent = (state: string) =>
      `"email_marketing_consent": {"state": "${state}", "opt_in_level": "single_opt_in", "consent_updated_at": null}`;
    const at = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
    const changed = (hours: number, state: string) =>
      webhook("customers/update", `{"id": ${id}, "updated_at": "${at(hours)}", ${consent(state)}}`);
    const decided = (hours: number, state: string) =>
      webhook("customers_email_marketing_consent/update", `{"customer_id": ${id}, ${consent(state)}}`, {
        "X-Shopify-Triggered-At": at(hours),
      });
    const accepts = async () => (await shop.get(`${CS}/customers/${id}`)).body.accepts_marketing;
    await changed(-3, "subscribed");
    assert.equal(await accepts(), true);
    await shop.put(`${CS}/customers`, { id, accepts_marketing: false });
    await changed(1, "subscribed");
    assert.equal(await accepts(), false);
    // A message about the consent itself is as old as its trigger, however late it arrives.
    await decided(-2, "subscribed");
    assert.equal(await accepts(), false);
    await decided(2, "subscribed");
    assert.equal(await accepts(), true);
    await decided(-1, "unsubscribed");
    assert.equal(await accepts(), true);
    await changed(3, "unsubscribed");
    assert.equal(await accepts(), false);
  });

  it("of a customer without an e-mail address withdraws the consent, which belongs to the address", async () => {
    const id = "880456";
    const write = (topic: string, fields: object) => webhook(topic, JSON.stringify({ id, ...fields }));
    const consent = { state: "subscribed", opt_in_level: "single_opt_in" };
    const read = async () => {
      const { body } = await shop.get(`${CS}/customers/${id}`);
      return [body.email, body.accepts_marketing, body.marketing_opt_in_level];
    };
    const consented = { email: "mia@example.com", email_marketing_consent: consent };
    await write("customers/create", consented);
    await write("customers/update", { email_marketing_consent: null });
    assert.deepEqual(await read(), ["mia@example.com", true, "single_opt_in"]);
    await write("customers/update", { phone: "+4520123456", email: null, email_marketing_consent: null });
    assert.deepEqual(await read(), [undefined, false, null]);
    // A consent without a time may be that of the former address.
    await write("customers/update", consented);
    assert.deepEqual(await read(), ["mia@example.com", false, null]);
  });

  it("of a product or customer that is deleted before it exists creates neither", async () => {
    const [id, path] = ["788032119674292955", `${WS}/products/788032119674292955`];
    const product = (time: string) => `{"id": ${id}, "title": "T", "updated_at": "${time}", "variants": []}`;
    await webhook("products/delete", `{"id": ${id}}`);
    await webhook("products/update", product("2026-01-01T00:00:00Z"));
    assert.equal((await shop.get(path)).status, 404);
    await webhook("products/update", product(new Date(Date.now() + 60_000).toISOString()));
    assert.equal((await shop.get(path)).status, 200);
    await webhook("customers/delete", `{"id": 788}`);
    await webhook("customers/create", `{"id": 788, "updated_at": "2026-01-01T00:00:00Z"}`);
    assert.equal((await shop.get(`${CS}/customers/788`)).status, 404);
    await webhook("customers/redact", `{"shop_domain": "${SHOP}", "customer": {"id": 789}}`);
    await webhook("customers/create", `{"id": 789, "updated_at": "2026-01-01T00:00:00Z"}`);
    assert.equal((await shop.get(`${CS}/customers/789`)).status, 404);
  });

  it("that requires a redaction erases the person and the wishlists, also by e-mail address only", async () => {
    const email = `${unique("eve")}@example.com`;
    const { customer, item } = await wishFor(shop, { productRef: "p", variantRef: "v" }, {}, { email });
    const { status } = await webhook(
      "customers/redact",
      `{"shop_domain": "${SHOP}", "customer": {"email": "${email}"}}`,
    );
    assert.equal(status, 200);
    assert.equal((await shop.get(`${CS}/customers/${customer.id}`)).status, 404);
    assert.equal((await shop.get(`${WS}/wishlist/items/${item.id}`)).status, 404);
  });

  it("that requests a person's data is recorded for the retailer to answer", async () => {
    const customer = await shop.newCustomer({ email: `${unique("ada")}@example.com` });
    const raw = `{"shop_domain": "${SHOP}", "customer": {"email": "${customer.email}"}, "data_request": {"id": 1}}`;
    assert.equal((await webhook("customers/data_request", raw)).status, 200);
    const { requests } = (await shop.get(`${WS}/privacy/requests`)).body;
    const asked = requests.filter(({ kind }: Json) => kind === "data_request");
    assert.deepEqual(asked.at(-1).customerIds, [customer.svc_customer_id]);
  });

  it("that redacts a shop erases all customers of its store, and no others", async () => {
    const leaving = await service.newCaller();
    const domain = `${unique("leaving")}.myshopify.com`;
    await shops.put({ domain, storeKey: `${leaving.tenantId}/default` }, SECRET, 0);
    const mark = unique("gone");
    const { customer } = await wishFor(leaving, { productRef: "p", variantRef: "v" }, {}, { id: mark });
    const former = await wishFor(leaving, { productRef: "p", variantRef: "v" }, {}, { id: `${mark}-2` });
    await leaving.delete(`${CS}/customers/${former.customer.id}`);
    const order = {
      orderRef: "o",
      email: `${mark}@example.com`,
      createdTime: new Date().toISOString(),
      lines: [{ lineRef: "1", sku: mark, quantity: 1 }],
    };
    await leaving.post(`${WS}/orders`, order);
    const kept = await wishFor(shop, { productRef: "p", variantRef: "v" }, {}, { id: mark });
    const raw = `{"shop_id": 1, "shop_domain": "${domain}"}`;
    const demand = async (id: string) => {
      const headers = { "X-Shopify-Shop-Domain": domain, "X-Shopify-Webhook-Id": id };
      assert.equal((await webhook("shop/redact", raw, headers)).status, 200);
      const jobs = await maintenance.getDelayed();
      return jobs.filter((job) => (job.data as { domain?: string }).domain === domain);
    };
    const env = toolEnv(service);
    assert.equal((await demand("first")).length, 1);
    assert.equal((await demand("again")).length, 1);
    assert.match((await tool(["shopify", "redactions"], env)).stdout, new RegExp(`${domain}.*waiting`));
    assert.equal((await tool(["shopify", "cancel-redaction", domain], env)).code, 0);
    assert.equal((await tool(["shopify", "cancel-redaction", domain], env)).code, 1);
    await demand("first");
    assert.equal((await redactions.find(domain))?.state, "cancelled");
    const [, job] = await demand("later");
    const waits = given(await redactions.find(domain));
    const due = { ...waits, dueTime: new Date(0).toISOString() };
    await service.redis.hset(service.keys.redactions, domain, JSON.stringify(due));
    assert.equal((await leaving.get(`${CS}/customers/${customer.id}`)).status, 200);
    await given(job).promote();
    await settled(service, { withinMs: 0 });
    const { requests } = (await leaving.get(`${WS}/privacy/requests`)).body;
    assert.deepEqual(
      requests.map(({ kind }: Json) => kind.replace("store_erasure", "")),
      ["_requested", "_cancelled", "_requested", ""],
    );
    assert.equal(requests.at(-1).erased.wishlists, 2);
    assert.equal((await leaving.get(`${CS}/customers/${customer.id}`)).status, 404);
    assert.equal((await leaving.get(`${WS}/orders/o`)).body.email, undefined);
    assert.equal((await shop.get(`${CS}/customers/${kept.customer.id}`)).status, 200);
  });

  it("erases no shop that the body does not name, and ignores topics with inherited names", async () => {
    const { customer } = await wishFor(shop, { productRef: "p", variantRef: "v" }, {}, { id: unique("c") });
    for (const body of ["{}", `{"id": 1, "line_items": []}`, `{"shop_domain": "other.myshopify.com"}`]) {
      const { status, body: problem } = await webhook("shop/redact", body);
      assert.equal(status, 400);
      assert.match(problem.detail, /shop_domain/);
    }
    for (const topic of ["constructor", "__proto__", "toString"])
      assert.equal((await webhook(topic, `{"id": 1}`)).status, 200);
    assert.equal((await shop.get(`${CS}/customers/${customer.id}`)).status, 200);
  });
});

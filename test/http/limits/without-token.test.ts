import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { parseCustomerId } from "../../../src/store/ids/ids.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { unsubscribeToken } from "../../../src/store/privacy/unsubscribe-token.ts";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { BUDGET_MB, MEGABYTE, newFullShop } from "../../support/data/full-shop.ts";
import { SECRET, sendWebhook } from "../../support/data/shopify.ts";
import { atEnd, keysWith, PARTITIONS } from "../../support/redis.ts";
import {
  type Answer,
  type Caller,
  CS,
  given,
  type Json,
  send,
  type Service,
  startService,
  unique,
  WS,
} from "../../support/service.ts";
import { until } from "../../support/until.ts";

const suite = atEnd();
let service: Service;
before(async () => {
  service = await startService(suite, { MAX_PENDING: "2", RATE_LIMIT: "100000", SHARED_RATE_LIMIT: "off" });
});

/** Registers a Shopify shop of a tenant. Returns a function that sends its webhooks. */
async function shopOf(tenantId: string) {
  const domain = `${unique("shop")}.myshopify.com`;
  await new Shops(service.redis, service.keys).put({ domain, storeKey: `${tenantId}/default` }, SECRET, 0);
  return (topic: string, body: object, headers: Record<string, string> = {}) =>
    sendWebhook(service, topic, JSON.stringify(body), { "X-Shopify-Shop-Domain": domain, ...headers });
}

async function newTenant(settings: Parameters<Service["tenants"]["setSettings"]>[1]): Promise<string> {
  const { tenantId } = await service.tenants.create(unique("t"));
  await service.tenants.setSettings(tenantId, settings);
  return tenantId;
}

/** Creates a customer, as soon as the process accepts it. */
async function acceptedCustomer(shop: Caller): Promise<Json> {
  for (;;) {
    const { status, body } = await shop.post(`${CS}/customers`, { id: unique("c") });
    if (status === 201) return body;
  }
}

let lastId = 0;
const newCustomer = () => ({ id: ++lastId, email: `${unique("c")}@shop.example` });
const newOrder = () => ({ id: ++lastId, created_at: "2026-01-01T00:00:00Z", line_items: [] });
const newProduct = () => ({ id: ++lastId, title: "Shirt", variants: [] });
const consent = (state: string, second: number) => ({
  state,
  opt_in_level: "single_opt_in",
  consent_updated_at: `2026-01-01T00:00:0${second}Z`,
});

function checkRefused({ status, body, headers }: Answer<Json>, budget: string): void {
  assert.deepEqual([status, body.code], [429, "BudgetExceeded"]);
  assert.match(body.detail, new RegExp(`"${budget}"`));
  assert.ok(Number(headers["retry-after"]) >= 1);
}

describe("a Shopify webhook", () => {
  it("that adds data is refused after the stored bytes are used up, and applied later under the same id", async () => {
    const { shop } = await newFullShop(service);
    const webhook = await shopOf(shop.tenantId);
    const removed = newProduct();
    assert.equal((await webhook("products/create", removed)).status, 200);
    const stored = (bytes: number) =>
      service.redis.hset(service.keys.storedBytes(0), shop.tenantId, bytes.toString());
    await stored(3 * BUDGET_MB * MEGABYTE);
    await until("the budget is used up", async () => {
      return (await webhook("customers/create", newCustomer())).status === 429;
    });
    checkRefused(await webhook("orders/create", newOrder()), "stored");
    checkRefused(await webhook("products/create", newProduct()), "stored");
    const level = { inventory_item_id: 1, location_id: 1, available: 1, updated_at: "2026-01-01T00:00:00Z" };
    checkRefused(await webhook("inventory_levels/update", level), "stored");
    assert.equal((await webhook("products/delete", { id: removed.id })).status, 200);

    const customer = newCustomer();
    const id = { "X-Shopify-Webhook-Id": unique("webhook") };
    checkRefused(await webhook("customers/create", customer, id), "stored");
    await stored(0);
    await until("there is room again", async () => {
      return (await webhook("customers/create", customer, id)).status === 200;
    });
    assert.equal((await shop.get(`${CS}/customers/${customer.id}`)).body.email, customer.email);
  });

  it("or a request that withdraws a consent is applied although the stored bytes are used up", async () => {
    const { shop, customer } = await newFullShop(service);
    const webhook = await shopOf(shop.tenantId);
    const given = { ...newCustomer(), email_marketing_consent: consent("subscribed", 1) };
    assert.equal((await webhook("customers/create", given)).status, 200);
    const opted = { accepts_marketing: true, marketing_opt_in_level: "single_opt_in" };
    assert.equal((await shop.put(`${CS}/customers`, { id: customer, ...opted })).status, 200);
    await service.redis.hset(service.keys.storedBytes(0), shop.tenantId, 3 * BUDGET_MB * MEGABYTE);
    await until("the budget is used up", async () => {
      return (await webhook("customers/create", newCustomer())).status === 429;
    });
    const note = "x".repeat(600);
    const withdrawn = { ...given, note, email_marketing_consent: consent("unsubscribed", 2) };
    assert.equal((await webhook("customers/update", withdrawn)).status, 200);
    const answer = await shop.put(`${CS}/customers`, { id: customer, accepts_marketing: false, note });
    assert.equal(answer.status, 200, answer.text);
    for (const ref of [customer, given.id])
      assert.equal((await shop.get(`${CS}/customers/${ref}`)).body.accepts_marketing, false);
    const { body } = await shop.put(`${CS}/customers`, { id: customer, ...opted, note: `${note}x` });
    assert.equal(body.code, "BudgetExceeded");
  });

  it("that adds jobs is refused while the maximum number of jobs waits, and a deletion is not", async () => {
    const tenantId = await newTenant({ budgets: { jobs: 1 } });
    const webhook = await shopOf(tenantId);
    const waiting = service.keys.slotQueue("feeds", tenantId);
    await service.redis.zadd(waiting, 1, "job");
    let answer = await webhook("customers/create", newCustomer());
    await until("the waiting jobs are counted", async () => {
      answer = await webhook("customers/create", newCustomer());
      return answer.status === 429;
    });
    checkRefused(answer, "jobs");
    assert.equal((await webhook("customers/delete", { id: 1 })).status, 200);
    await service.redis.del(waiting);
  });

  it("counts as an Idempotency-Key of its tenant; a deletion is then applied, but leaves nothing", async () => {
    const tenantId = await newTenant({ budgets: { keys: 8 } });
    const webhook = await shopOf(tenantId);
    const [known, unknown] = [newProduct(), newProduct()];
    assert.equal((await webhook("products/create", known)).status, 200);
    for (let i = 0; i < 8; i++) assert.equal((await webhook("customers/delete", { id: i })).status, 200);
    let answer = await webhook("orders/create", newOrder());
    await until("the keys are used up", async () => {
      answer = await webhook("orders/create", newOrder());
      return answer.status === 429;
    });
    checkRefused(answer, "keys");
    const { redis, prefix } = service;
    const keys = async () => new Set(await keysWith(redis, prefix));
    const before = await keys();
    for (const [topic, withoutId] of [
      ["products/delete", {}],
      ["customers/delete", {}],
      ["products/delete", { "X-Shopify-Webhook-Id": undefined }],
    ] as const) {
      const { status } = await webhook(topic, { id: unknown.id }, withoutId as Record<string, string>);
      assert.equal(status, 200);
    }
    const isMark = (key: string) => /:(?:d|answer|idempotency):/.test(key);
    assert.deepEqual(
      [...(await keys())].filter((key) => isMark(key) && !before.has(key)),
      [],
    );
    assert.equal((await webhook("products/delete", { id: known.id })).status, 200);
    const marks = [...(await keys())].filter((key) => key.includes(`:d:${tenantId}/`) && !before.has(key));
    assert.equal(marks.length, 1, "the deletion of a known product is recorded");
  });

  it("counts as a request of its tenant, which has a limit per second", async () => {
    const [tenant, other] = await Promise.all([newTenant({ rateLimit: 1 }), newTenant({})]);
    const [webhook, ofOther] = await Promise.all([shopOf(tenant), shopOf(other)]);
    let answer = await webhook("customers/delete", { id: 1 });
    await until("one is refused", async () => {
      answer = await webhook("customers/delete", { id: 1 });
      return answer.status === 429;
    });
    assert.equal(answer.body.code, "RateLimited");
    assert.equal((await ofOther("customers/delete", { id: 1 })).status, 200);
  });

  it("is refused if the process has as many requests as it can answer in time", async () => {
    const webhook = await shopOf(await newTenant({}));
    const flood = await Promise.all(
      Array.from({ length: 30 }, () => webhook("customers/create", newCustomer())),
    );
    const statuses = new Set(flood.map(({ status }) => status));
    assert.deepEqual([...statuses].sort(), [200, 503]);
    const refused = flood.find(({ status }) => status === 503);
    assert.ok(Number(refused?.headers["retry-after"]) >= 1);
  });
});

describe("a shared wishlist", () => {
  it("is refused if the process has as many reads as it can answer in time, as JSON and as a page", async () => {
    const shop = await service.newCaller();
    const list = await shop.newWishlist();
    const { body: share } = await shop.post(`${WS}/wishlists/${list.id}/shares`, {});
    for (const path of [`${WS}/shared/${share.token}`, `/s/${share.token}`]) {
      const flood = await Promise.all(Array.from({ length: 30 }, () => send(service.baseUrl, "GET", path)));
      const statuses = new Set(flood.map(({ status }) => status));
      assert.deepEqual([...statuses].sort(), [200, 503]);
      const refused = flood.find(({ status }) => status === 503);
      assert.ok(Number(refused?.headers["retry-after"]) >= 1);
    }
  });
});

describe("a link to unsubscribe", () => {
  it("is refused if the process has as many writes as it can answer in time", async () => {
    const shop = await service.newCaller();
    const { redis, keys } = service;
    const layout = await openLayout(redis, keys, PARTITIONS);
    const links = await Promise.all(
      Array.from({ length: 30 }, async () => {
        const { svc_customer_id: id } = await acceptedCustomer(shop);
        const address = { storeKey: `${shop.tenantId}/default`, ...given(parseCustomerId(id)) };
        return `${WS}/unsubscribe/${unsubscribeToken(layout, address)}`;
      }),
    );
    const answers = await Promise.all(links.map((link) => send(service.baseUrl, "POST", link)));
    const statuses = new Set(answers.map(({ status }) => status));
    assert.deepEqual([...statuses].sort(), [200, 503]);
    const refused = answers.find(({ status }) => status === 503);
    assert.ok(Number(refused?.headers["retry-after"]) >= 1);
  });
});

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { pino } from "pino";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { SECRET, sendWebhook, SHOP } from "../../support/data/shopify.ts";
import { atEnd } from "../../support/redis.ts";
import { type Json, type Service, startService } from "../../support/service.ts";

const suite = atEnd();
let service: Service;
const warnings: Json[] = [];
before(async () => {
  const write = (line: string) => void warnings.push(JSON.parse(line));
  service = await startService(suite, {}, { log: pino({ level: "warn" }, { write }) });
  const { tenantId } = await service.newCaller();
  const shops = new Shops(service.redis, service.keys);
  await shops.put({ domain: SHOP, storeKey: `${tenantId}/default` }, SECRET, 0);
});

/** Sends a webhook, and returns the warnings about it. */
async function warningsOf(topic: string, body: object): Promise<Json[]> {
  const count = warnings.length;
  assert.equal((await sendWebhook(service, topic, JSON.stringify(body))).status, 200);
  return warnings.slice(count);
}

const NOW = new Date().toISOString();
const FAR = "9999-12-31T23:59:59Z";

describe("a Shopify webhook that is refused", () => {
  it("is logged", async () => {
    const line = { product_id: "p".repeat(250), sku: "s".repeat(250), quantity: 1 };
    const line_items = Array.from({ length: 900 }, (_, id) => ({ id, ...line }));
    const [warning] = await warningsOf("orders/create", { id: 1, created_at: NOW, line_items });
    assert.deepEqual([warning?.code, warning?.errors[0].path], ["InvalidInput", "/line_items"]);
  });

  it("is logged if it is a refund of an order that is not known yet", async () => {
    const refund = { id: 6, order_id: 404, created_at: NOW, refund_line_items: [] };
    const [warning] = await warningsOf("refunds/create", refund);
    assert.equal(warning?.code, "ResourceNotFound");
  });

  it("is logged with its own name of a time that is more than a day ahead", async () => {
    const order = { id: 2, created_at: NOW, line_items: [] };
    assert.deepEqual(await warningsOf("orders/create", order), []);
    const consent = { state: "subscribed", consent_updated_at: FAR };
    for (const [topic, body, path] of [
      ["products/update", { id: 3, title: "Hat", updated_at: FAR }, "/updated_at"],
      ["orders/updated", { ...order, updated_at: FAR }, "/updated_at"],
      ["orders/edited", { order_edit: { order_id: 2, committed_at: FAR } }, "/order_edit/committed_at"],
      ["orders/edited", { order_edit: { order_id: 2, created_at: FAR } }, "/order_edit/created_at"],
      ["refunds/create", { id: 4, order_id: 2, created_at: FAR, refund_line_items: [] }, "/created_at"],
      ["customers/create", { id: 5, created_at: FAR }, "/created_at"],
      ["customers/update", { id: 5, updated_at: FAR }, "/updated_at"],
      [
        "customers_email_marketing_consent/update",
        { customer_id: 5, email_marketing_consent: consent },
        "/email_marketing_consent/consent_updated_at",
      ],
    ] as const) {
      const [warning] = await warningsOf(topic, body);
      assert.deepEqual([warning?.code, warning?.errors?.[0].path], ["InvalidInput", path], topic);
    }
  });
});

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { SECRET, sendWebhook, SHOP } from "../../support/data/shopify.ts";
import { atEnd, PARTITIONS } from "../../support/redis.ts";
import { type Caller, CS, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";

const suite = atEnd();
let service: Service;
let shop: Caller;
before(async () => {
  service = await startService(suite);
  shop = await service.newCaller();
  const shops = new Shops(service.redis, service.keys);
  await shops.put({ domain: SHOP, storeKey: `${shop.tenantId}/default` }, SECRET, 0);
});

const webhook = (topic: string, raw: string, headers?: Record<string, string>) =>
  sendWebhook(service, topic, raw, headers);

describe("a Shopify webhook about a person that is delivered again", () => {
  it("is recorded once", async () => {
    const customer = await shop.newCustomer({ email: `${unique("ada")}@example.com` });
    const raw = `{"shop_domain": "${SHOP}", "customer": {"email": "${customer.email}"}, "data_request": {"id": 1}}`;
    const recorded = async (): Promise<number> =>
      (await shop.get(`${WS}/privacy/requests`)).body.requests.length;
    for (const topic of ["customers/data_request", "customers/redact"]) {
      const before = await recorded();
      const again = { "X-Shopify-Webhook-Id": unique("webhook") };
      for (let i = 0; i < 3; i++) assert.equal((await webhook(topic, raw, again)).status, 200);
      assert.equal(await recorded(), before + 1, topic);
    }
  });

  it("erases the rest if the first delivery was interrupted, and marks an unknown customer as deleted", async () => {
    const storeKey = `${shop.tenantId}/default`;
    const [id, orderRef] = [Date.now().toString(), unique("7")];
    const email = `${unique("eve")}@example.com`;
    const lines = [{ lineRef: "1", sku: unique("v"), quantity: 1 }];
    await shop.post(`${WS}/orders`, { orderRef, email, createdTime: new Date().toISOString(), lines });
    await settled(service);
    const raw = `{"shop_domain": "${SHOP}", "customer": {"id": ${id}, "email": "${email}"}}`;
    const again = { "X-Shopify-Webhook-Id": unique("webhook") };
    const layout = await openLayout(service.redis, service.keys, PARTITIONS);
    const count = service.keys.erasureCount(layout.partitionOf(`erasures ${storeKey}`), storeKey);
    const counted = await service.redis.getset(count, "no number, so that an erasure fails at its end");
    assert.equal((await webhook("customers/redact", raw, again)).status, 500);
    await service.redis.set(count, counted ?? 0);
    assert.equal((await webhook("customers/redact", raw, again)).status, 200);
    await webhook("customers/create", `{"id": ${id}, "updated_at": "2026-01-01T00:00:00Z"}`);
    assert.equal((await shop.get(`${CS}/customers/${id}`)).status, 404);
  });
});

import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { SECRET, sendWebhook, SHOP } from "../../support/data/shopify.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, type Service, startService, unique, WS } from "../../support/service.ts";

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
});

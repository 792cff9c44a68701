import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { SECRET, sendWebhook, SHOP } from "../../support/data/shopify.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, CS, type Service, startService, WS } from "../../support/service.ts";
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

const gid = (type: string, id: number) => `gid://shopify/${type}/${id}`;
const TIME = "2026-01-01T00:00:00Z";
const LATER = "2026-01-02T00:00:00Z";
const LATEST = "2026-01-03T00:00:00Z";

/** Sends a webhook, which must be accepted. */
async function webhook(topic: string, body: object): Promise<void> {
  const { status, text } = await sendWebhook(service, topic, JSON.stringify(body));
  assert.equal(status, 200, text);
}

const statusOf = async (path: string) => (await shop.get(path)).status;

describe("a Shopify webhook with global ids", () => {
  it("deletes the product and the customer that webhooks with plain ids have created", async () => {
    await webhook("products/create", { id: 7001, title: "Beanie", updated_at: TIME });
    await webhook("customers/create", { id: 7002, email: "ada@example.com", created_at: TIME });
    const paths = [`${WS}/products/7001`, `${CS}/customers/7002`];
    for (const path of paths) assert.equal(await statusOf(path), 200, path);
    await webhook("products/delete", { id: gid("Product", 7001) });
    await webhook("customers/delete", { id: gid("Customer", 7002) });
    for (const path of paths) assert.equal(await statusOf(path), 404, path);
  });

  it("erases the person, and the orders that it names", async () => {
    await webhook("customers/create", { id: 7003, email: "eve@example.com", created_at: TIME });
    const order = {
      id: 7004,
      created_at: TIME,
      updated_at: TIME,
      email: "other@example.com",
      line_items: [],
    };
    await webhook("orders/create", order);
    await settled(service);
    await webhook("customers/redact", {
      shop_domain: SHOP,
      customer: { id: gid("Customer", 7003) },
      orders_to_redact: [gid("Order", 7004)],
    });
    assert.equal(await statusOf(`${CS}/customers/7003`), 404);
    assert.equal((await shop.get(`${WS}/orders/7004`)).body.email, undefined);
  });

  it("refunds and edits the lines of an order", async () => {
    const lines = [7006, 7007].map((id) => ({ id, quantity: 3, price: "5.00" }));
    await webhook("orders/create", { id: 7005, created_at: TIME, updated_at: TIME, line_items: lines });
    await webhook("refunds/create", {
      id: gid("Refund", 7008),
      order_id: gid("Order", 7005),
      created_at: LATER,
      refund_line_items: [{ line_item_id: gid("LineItem", 7006), quantity: 2 }],
    });
    await webhook("orders/edited", {
      order_edit: {
        order_id: gid("Order", 7005),
        created_at: LATEST,
        line_items: { additions: [], removals: [{ id: gid("LineItem", 7007), delta: 1 }] },
      },
    });
    const { body } = await shop.get(`${WS}/orders/7005`);
    assert.deepEqual(
      body.lines.map(({ refundedQuantity }: { refundedQuantity?: number }) => refundedQuantity),
      [2, 1],
    );
  });
});

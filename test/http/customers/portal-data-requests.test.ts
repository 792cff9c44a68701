import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import { openDataRequests } from "../../../portal/requests/data-requests.ts";
import type { PRIVACY_KINDS } from "../../../src/store/privacy/privacy-log.ts";
import { Shops } from "../../../src/store/tenants/shops.ts";
import { SECRET, sendWebhook, SHOP } from "../../support/data/shopify.ts";
import { atEnd } from "../../support/redis.ts";
import { type Caller, type Service, startService, unique, WS } from "../../support/service.ts";
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

/** The requests for data that the portal lists as open. */
async function open() {
  const { requests } = (await shop.get(`${WS}/privacy/requests`)).body;
  return openDataRequests(requests.reverse());
}

async function request(customer: object): Promise<void> {
  const body = JSON.stringify({ shop_domain: SHOP, customer, orders_requested: [] });
  assert.equal((await sendWebhook(service, "customers/data_request", body)).status, 200);
}

const order = (fields: object) => ({
  orderRef: unique("o"),
  createdTime: new Date().toISOString(),
  lines: [{ lineRef: "1", sku: "s", quantity: 1 }],
  ...fields,
});

describe("a request for data that a platform forwards", () => {
  it("of a person who has only orders is open until the data is exported", async () => {
    const email = `${unique("ann")}@example.com`;
    const sent = await shop.post(`${WS}/orders`, order({ email }));
    assert.match(sent.text, /accepted/);
    await settled(service, { withinMs: 0 });
    await request({ id: 4711, email });
    const [found, ...others] = await open();
    assert.deepEqual([Object.keys(found ?? {}), others], [["time"], []]);
    await shop.post(`${WS}/privacy/export`, { email });
    assert.deepEqual(await open(), []);
  });

  it("of a customer is open with the id of the customer until it is answered", async () => {
    const email = `${unique("bob")}@example.com`;
    const { svc_customer_id } = await shop.newCustomer({ email });
    await request({ email });
    assert.deepEqual(
      (await open()).map(({ customerId }) => customerId),
      [svc_customer_id],
    );
    await shop.post(`${WS}/privacy/erase`, { email });
    assert.deepEqual(await open(), []);
  });

  it("of a person of whom nothing is stored is not open", async () => {
    await request({ email: `${unique("nobody")}@example.com` });
    assert.deepEqual(await open(), []);
  });
});

describe("the open requests for data", () => {
  const entry = (
    kind: (typeof PRIVACY_KINDS)[number],
    second: number,
    more: { customerIds?: string[]; stored?: Record<string, number> } = {},
  ) => ({
    id: `${second}-0`,
    kind,
    source: "shopify" as const,
    time: new Date(second * 1000).toISOString(),
    customerIds: [],
    ...more,
  });
  const times = (...log: ReturnType<typeof entry>[]) =>
    openDataRequests(log.reverse()).map(({ time }) => Date.parse(time) / 1000);

  it("have one less for each later answer about a person who is not a customer", () => {
    const orders = { stored: { orders: 1, alerts: 0 } };
    assert.deepEqual(times(entry("data_request", 1, orders), entry("data_request", 2, orders)), [2, 1]);
    assert.deepEqual(
      times(
        entry("export", 0),
        entry("data_request", 1, orders),
        entry("data_request", 2, orders),
        entry("export", 3),
      ),
      [1],
    );
    assert.deepEqual(times(entry("data_request", 1, orders), entry("erasure", 2)), []);
    const ofCustomer = { customerIds: ["c"] };
    assert.deepEqual(times(entry("data_request", 1, orders), entry("export", 2, ofCustomer)), [1]);
    assert.deepEqual(times(entry("data_request", 1, orders), entry("store_erasure_cancelled", 2)), [1]);
  });

  it("include those of earlier versions, which did not count what is stored", () => {
    assert.deepEqual(times(entry("data_request", 1)), [1]);
    assert.deepEqual(times(entry("data_request", 1, { stored: { orders: 0 } })), []);
  });
});

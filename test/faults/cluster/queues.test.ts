import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CALM, newCluster } from "../../support/processes.ts";
import { startReceiver } from "../../support/receiver.ts";
import { startOwnCluster } from "../../support/servers/own-cluster.ts";
import { type Caller, type Json, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct, setStock } from "../../support/shop.ts";
import { until } from "../../support/until.ts";

const CUSTOMERS = 12;
/** In one wave: the rest waits in a queue. */
const UNITS = 4;
const QUEUES = ["alerts", "webhooks", "orders", "maintenance"];

/** Makes customers who wait for a product that is sold out. */
async function startWaiting(shop: Caller) {
  const product = await newProduct(shop, { available: 0 });
  const { productRef, variantRef: selectedVariantRef } = product;
  const customers = await Promise.all(
    Array.from({ length: CUSTOMERS }, async (): Promise<Json> => {
      const customer = await shop.newCustomer();
      const list = await shop.newWishlist({ customerRef: customer.id });
      await shop.newItem(list.id, { product: { productRef, selectedVariantRef }, notifyMe: true });
      return customer;
    }),
  );
  const counts = () =>
    Promise.all(
      customers.map(async ({ id }) => {
        const { status, body } = await shop.get(`${WS}/alerts?customerRef=${id}`);
        return status === 200 ? (body.alerts as Json[]).length : 0;
      }),
    );
  return { raise: () => setStock(shop, selectedVariantRef, UNITS), counts };
}

describe("job queues on a Redis Cluster", () => {
  it("alert each customer once if slots move or a master with queues is killed during a wave", async (t) => {
    const store = await startOwnCluster(t);
    const { cluster, keys } = store;
    const env = { ...CALM, ASK_TIMEOUT_MS: "4000", LEASE_MS: "2000", ALLOW_PRIVATE_TARGETS: "true" };
    const { serve, newShop } = newCluster(t, { env, store });
    const [http] = await Promise.all([serve("http,worker"), serve("jobs"), serve("jobs")]);
    const shop = await newShop(http);
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveMultiple: 1, waveSeconds: 1 } });
    const { url, received } = await startReceiver(t);
    await shop.post(`${WS}/webhook-endpoints`, { url, events: ["alert.*"] });
    const masters = await Promise.all(QUEUES.map((queue) => cluster.numberOf(keys.jobs(queue))));
    assert.ok(new Set(masters).size > 1, "the queues share the masters");

    const faults = [
      async () => {
        for (const queue of QUEUES) {
          const move = await cluster.beginMove(keys.jobs(queue));
          while (await move.moveKeys(5));
          await move.end();
        }
      },
      () => cluster.killMasterOf(keys.jobs("alerts")),
    ];
    for (const [i, fault] of faults.entries()) {
      const { raise, counts } = await startWaiting(shop);
      await settled(store);
      await raise();
      await until("the first wave", async () => (await counts()).includes(1));
      await fault();
      await until("each is alerted", async () => !(await counts()).includes(0));
      await settled(store);
      assert.deepEqual(await counts(), Array<number>(CUSTOMERS).fill(1));
      const heard = new Set(received.map(({ headers }) => headers["webhook-id"])).size;
      assert.equal(heard, CUSTOMERS * (i + 1));
    }
  });
});

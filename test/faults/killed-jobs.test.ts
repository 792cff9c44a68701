import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Queue } from "bullmq";
import { CALM, newCluster } from "../support/processes.ts";
import { type Json, unique, WS } from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { alertsOf, newProduct, setStock } from "../support/shop.ts";
import { until } from "../support/until.ts";

const WAITERS = 120;
const WAVE = 30;
const BATCH_SIZE = 30;

describe("a process of background jobs that is killed in the middle of a wave of alerts", () => {
  it("tells nobody twice and forgets nobody: its successor goes on, and what is shown of the wave is true", async (t) => {
    const { start, serve, newShop, redis, keys } = newCluster(t);
    const [http, killed] = await Promise.all([serve("http,worker", CALM), start("jobs")]);
    const shop = await newShop(http);
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveMultiple: 1, waveSeconds: 3600 } });
    const product = await newProduct(shop, { available: 0 });
    const wished = { productRef: product.productRef, selectedVariantRef: product.variantRef };
    const customers: Json[] = [];
    const rows = Array.from({ length: WAITERS }, () => unique("c")).values();
    const add = async () => {
      for (const id of rows) {
        const customer = await shop.newCustomer({ id });
        const list = await shop.newWishlist({ customerRef: id });
        await shop.newItem(list.id, { product: wished, notifyMe: true });
        customers.push(customer);
      }
    };
    await Promise.all(Array.from({ length: BATCH_SIZE }, add));
    const told = async () => {
      const counts = await Promise.all(customers.map(async (each) => (await alertsOf(shop, each)).length));
      return counts.reduce((sum, count) => sum + count, 0);
    };
    const waves = async () => (await shop.get(`${WS}/alerts/waves`)).body.waves as Json[];
    await setStock(shop, product.variantRef, WAVE);
    await until("the first are told", async () => (await told()) > 0);
    killed.program.signal("SIGKILL");
    await serve("jobs");
    await settled({ redis, keys });
    assert.equal(await told(), WAVE);
    assert.deepEqual(
      (await waves()).map(({ variantRef, alerted, left }) => [variantRef, alerted, left]),
      [[product.variantRef, WAVE, WAITERS - WAVE]],
    );
    // The hour until the next part passes.
    await shop.put(`${WS}/settings`, { alerts: { waveSeconds: 0 } });
    const connection = redis.duplicate({ maxRetriesPerRequest: null });
    const queue = new Queue("alerts", { connection, prefix: keys.jobs("alerts") });
    t.after(async () => {
      await queue.close();
      connection.disconnect();
    });
    await queue.promoteJobs();
    await settled({ redis, keys });
    const counts = await Promise.all(customers.map(async (each) => (await alertsOf(shop, each)).length));
    assert.deepEqual(
      counts,
      customers.map(() => 1),
    );
    assert.deepEqual(await waves(), []);
  });
});

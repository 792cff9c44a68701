import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { NOTED } from "../../programs/dying-jobs.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { CALM, newCluster } from "../../support/processes.ts";
import { given, type Json, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { alertsOf, newProduct, setStock } from "../../support/shop.ts";
import { until } from "../../support/until.ts";

const DYING = { entry: "test/programs/dying-jobs.ts" };
const ITEMS = `${WS}/wishlist/items`;
const WAITERS = 120;
const WAVE = 30;
const BATCH_SIZE = 30;

describe("a process of background jobs that is killed in the middle of a wave of alerts", () => {
  it("alerts each customer once: another process continues, and the shown wave is correct", async (t) => {
    const { start, serve, newShop, redis, keys } = newCluster(t);
    const [http, killed] = await Promise.all([serve("http,worker", CALM), start("jobs", DYING)]);
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
    await killed.program.end();
    const before = await told();
    assert.ok(before > 0 && before < WAVE, `${before} of ${WAVE}`);
    await serve("jobs");
    await settled({ redis, keys });
    assert.equal(await told(), WAVE);
    assert.deepEqual(
      (await waves()).map(({ variantRef, alerted, left }) => [variantRef, alerted, left]),
      [[product.variantRef, WAVE, WAITERS - WAVE]],
    );
    // The hour until the next part passes.
    await shop.put(`${WS}/settings`, { alerts: { waveSeconds: 0 } });
    const queue = queueOf(t, { redis, keys }, "alerts");
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

/** Wishes for each of the variants of a product: more than a request resets by itself. */
const VARIANTS = ["a", "b", "c", "d", "e"];
const WISHES_EACH = 200;
/** Wishes that a reset changes before it stores its position. */
const CONCURRENCY = 32;

describe("a process of background jobs that is killed in the middle of a reset of flags", () => {
  it("leaves no flag set, because another process continues at the last stored position", async (t) => {
    const { start, serve, newShop, redis, keys } = newCluster(t);
    const [http, killed] = await Promise.all([serve("http,worker", CALM), start("jobs", DYING)]);
    const shop = await newShop(http);
    const productRef = unique("p");
    const variants = VARIANTS.map((variantRef) => ({ variantRef, available: 0 }));
    assert.equal((await shop.post(`${WS}/products`, { productRef, title: "Tent", variants })).status, 202);
    const total = VARIANTS.length * WISHES_EACH;
    for (let added = 0; added < total; added += 500) {
      const { id: wishlistId } = await shop.newWishlist();
      const itemRef = Array.from({ length: 500 }, (_, i) => ({
        ...{ productRef, selectedVariantRef: VARIANTS[i % VARIANTS.length], prerelease: true },
      }));
      assert.equal((await shop.post(`${WS}/wishlist/add-items`, { wishlistId, itemRef })).status, 202);
    }
    const counted = async () => (await shop.post(`${WS}/wishlists/itemPopularity`, [{ productRef }])).body[0];
    await until("all wishes wait", async () => (await counted()).count === total);
    const asked = `productRef=${productRef}&preRelease=true`;
    const started = await shop.put(`${ITEMS}/resetFlag?${asked}`, {});
    assert.equal(started.status, 202, started.text);
    const progress = async () => (await shop.get(given(started.headers.location))).body;
    await killed.program.end();
    assert.equal((await progress()).count, Number(started.body.count) + NOTED * CONCURRENCY);
    await serve("jobs");
    await until("the reset is finished", async () => (await progress()).status === "finished");
    for (let after: string | undefined = ""; after !== undefined;) {
      const { body } = await shop.get(`${ITEMS}/getCustomersWithFlag?${asked}&lastItemId=${after}`);
      assert.deepEqual(body.customers, []);
      after = body.lastEvaluatedItemId;
    }
    // Wishes that the killed process has reset without storing its position are not counted.
    assert.equal((await progress()).count, total - CONCURRENCY);
    await settled({ redis, keys });
  });
});

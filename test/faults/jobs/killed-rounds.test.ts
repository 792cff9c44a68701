import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { makeWaiters } from "../../../scripts/bench/support/seed/waiters.ts";
import { waitingName } from "../../../src/actors/wishlist/state/item-index.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { AlertLedger } from "../../../src/store/read/alert-ledger.ts";
import { WaitingLists } from "../../../src/store/waiting/waiting-lists.ts";
import { CALM, newCluster, PARTITIONS } from "../../support/processes.ts";
import { keysWith, openRedis } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct, setStock } from "../../support/shop.ts";

const DYING = { entry: "test/programs/dying-jobs.ts" };
/** Customers from before and after the division of the waiting list; enough for a round. */
const [BEFORE, AFTER] = [60, 240];

describe("a process of background jobs that is killed in a round of a wave over a divided waiting list", () => {
  it("leaves one alert for each customer, and several processes end the wave together", async (t) => {
    const { start, serve, newShop, redis, keys } = newCluster(t);
    const [http, killed] = await Promise.all([serve("http,worker", CALM), start("jobs", DYING)]);
    const shop = await newShop(http);
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveMultiple: 2 } });
    // Released before anybody waits: the rise then has one wave.
    const { productRef, variantRef: selectedVariantRef } = await newProduct(shop, { available: 1 });
    await setStock(shop, selectedVariantRef, 0);
    const product = { productRef, selectedVariantRef };
    const storeKey = `${shop.tenantId}/default`;
    const layout = await openLayout(redis, keys, PARTITIONS);
    const waiting = new WaitingLists(redis, keys, layout, BEFORE);
    const variant = waitingName(product);
    const refs = Array.from({ length: BEFORE + AFTER }, () => unique("c"));
    const make = async (some: string[]) => {
      const wishesOf = () => [{ product, notifyMe: true }];
      await makeWaiters(
        { redis, listening: openRedis(t), keys, partitions: PARTITIONS },
        { storeKey, refs: some, wishesOf },
      );
      await settled({ redis, keys });
    };
    await make(refs.slice(0, BEFORE));
    await waiting.divideIfLong({ storeKey, variant });
    await make(refs.slice(BEFORE));
    assert.equal(await waiting.sublistsOf(storeKey, variant), PARTITIONS);
    assert.equal(await waiting.count(storeKey, variant), refs.length);

    await setStock(shop, selectedVariantRef, refs.length);
    await killed.program.end();
    const ledger = new AlertLedger(redis, keys);
    const counts = async () => {
      const rows = await Promise.all(refs.map((ref) => ledger.of(layout.slotOfRef(storeKey, ref))));
      return rows.map(({ length }) => length);
    };
    const alerted = (await counts()).filter((count) => count > 0).length;
    assert.ok(alerted > 0 && alerted < refs.length, `${alerted} of ${refs.length}`);
    assert.ok((await keysWith(redis, keys.prefix)).some((key) => key.includes(":wave-round:")));
    const [{ left, alerted: shown }] = (await shop.get(`${WS}/alerts/waves`)).body.waves;
    assert.deepEqual([left, shown], [refs.length, 0]);
    await Promise.all([serve("jobs"), start("jobs")]);
    await settled({ redis, keys });
    assert.deepEqual(
      await counts(),
      refs.map(() => 1),
    );
    assert.deepEqual((await shop.get(`${WS}/alerts/waves`)).body.waves, []);
  });
});

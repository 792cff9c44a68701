import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { makeWaiters } from "../../../scripts/bench/support/seed/waiters.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { AlertLedger } from "../../../src/store/read/alert-ledger.ts";
import { CALM, newCluster, PARTITIONS } from "../../support/processes.ts";
import { startReceiver } from "../../support/receiver.ts";
import { openRedis } from "../../support/redis.ts";
import { unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { newProduct, setStock } from "../../support/shop.ts";
import { until } from "../../support/until.ts";

/** More can be asked for: 10,000 take about a minute. */
const WAITERS = Number(process.env["FAN_OUT_WAITERS"] ?? 400);
const UNITS = 100;
/** A busy machine may take many times as long as one that has nothing else to do. */
const LONG_MS = 300_000;

describe("a process of background jobs that is killed in a fan-out to hundreds of customers", () => {
  it("leaves one alert for each customer, and sends the receiver each alert under one id", async (t) => {
    const { start, serve, newShop, redis, keys } = newCluster(t, { env: { ALLOW_PRIVATE_TARGETS: "true" } });
    const [http, killed] = await Promise.all([serve("http,worker", CALM), start("jobs")]);
    const shop = await newShop(http);
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveMultiple: WAITERS / UNITS } });
    const { url, received } = await startReceiver(t);
    // A new endpoint is seen within a second: long before the wishes are made.
    await shop.post(`${WS}/webhook-endpoints`, { url, events: ["alert.*"] });
    const product = await newProduct(shop, { available: 0 });
    const { productRef, variantRef: selectedVariantRef } = product;
    const storeKey = `${shop.tenantId}/default`;
    const refs = Array.from({ length: WAITERS }, () => unique("c"));
    await makeWaiters(
      { redis, listening: openRedis(t), keys, partitions: PARTITIONS },
      { storeKey, refs, wishesOf: () => [{ product: { productRef, selectedVariantRef }, notifyMe: true }] },
    );
    await setStock(shop, selectedVariantRef, UNITS);
    const heard = () => new Set(received.map(({ headers }) => headers["webhook-id"])).size;
    await until("some are notified", () => heard() > WAITERS / 20, LONG_MS);
    killed.program.signal("SIGKILL");
    assert.ok(heard() < WAITERS);
    await serve("jobs");
    await settled({ redis, keys }, { longestMs: LONG_MS });
    const layout = await openLayout(redis, keys, PARTITIONS);
    const ledger = new AlertLedger(redis, keys);
    const rows = await Promise.all(refs.map((ref) => ledger.of(layout.slotOfRef(storeKey, ref))));
    assert.deepEqual([...new Set(rows.map(({ length }) => length))], [1]);
    const told = new Map(
      received.map(({ headers, body }) => [headers["webhook-id"], JSON.parse(body).data.id as string]),
    );
    const ids = rows.flatMap((alerts) => alerts.map(({ id }) => id));
    assert.equal(told.size, WAITERS);
    assert.deepEqual([...told.values()].sort(), ids.sort());
    assert.deepEqual([...new Set(rows.map(([alert]) => alert?.status))], ["sent"]);
  });
});

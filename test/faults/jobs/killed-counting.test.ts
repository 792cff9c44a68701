import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { recount } from "../../../src/jobs/reports/recount.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { ReportCounters } from "../../../src/store/reports/counters.ts";
import { CALM, newCluster, PARTITIONS } from "../../support/processes.ts";
import { type Json, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

const LISTS = 20;
const WISHES = 20;

describe("a process of background jobs that is killed while it counts", () => {
  it("counts every event once, together with the processes that follow it", async (t) => {
    const { start, serve, newShop, redis, keys } = newCluster(t);
    const http = await serve("http,worker", CALM);
    const shop = await newShop(http);
    const added = async () => {
      const { body } = await shop.get(`${WS}/reports/activity?from=${new Date().toISOString().slice(0, 10)}`);
      return body.rows.reduce((sum: number, row: { added: number }) => sum + row.added, 0) as number;
    };
    const killed = await start("jobs");
    const lists = await Promise.all(Array.from({ length: LISTS }, () => shop.newWishlist()));
    const writing = lists.map(async ({ id }: Json, n) => {
      for (let i = 0; i < WISHES; i++) {
        const product = { productRef: "p", selectedVariantRef: `v${i % 7}` };
        const item = await shop.newItem(id, { product, wishlistItemRef: unique("i") });
        if (i % 5 === 0) await shop.delete(`${WS}/wishlist/items/${item.id}`);
      }
      if (n % 4 === 0) await shop.delete(`${WS}/wishlists?id=${id}`);
    });
    await until("it counts", async () => (await added()) > 0);
    killed.program.signal("SIGKILL");
    await serve("jobs");
    await Promise.all(writing);
    await settled({ redis, keys });
    const layout = await openLayout(redis, keys, PARTITIONS);
    const counters = new ReportCounters(redis, keys, layout);
    const counted = await recount({ redis, keys, layout, counters }, `${shop.tenantId}/default`);
    assert.ok(counted && counted.counters > 0);
    assert.equal(counted.wrong, 0);
    assert.equal(await added(), LISTS * WISHES);
  });
});

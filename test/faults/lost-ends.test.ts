import assert from "node:assert/strict";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, it } from "node:test";
import { CONSENTING, EXPORTS, linesOf, newExport } from "../support/exports.ts";
import { startOwnCluster } from "../support/own-cluster.ts";
import { newCluster } from "../support/processes.ts";
import { RedisServer } from "../support/redis-server.ts";
import type { Json } from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { until } from "../support/until.ts";

describe("a failover that loses the end of a run of an export", () => {
  it("has the run done again, although its job had ended", async (t) => {
    const dataDir = mkdtempSync(join(tmpdir(), "wishlist-lost-ends-"));
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    const store = await startOwnCluster(t);
    const { cluster, keys } = store;
    const jobs = await RedisServer.start(t);
    const env = { DURABILITY: "replica", DATA_DIR: dataDir, JOBS_REDIS_URL: jobs.url };
    const { serve, newShop } = newCluster(t, { env, store });
    const shop = await newShop(await serve("http,worker"));
    const { id: customerRef } = await shop.newCustomer(CONSENTING);
    const wishlist = await shop.newWishlist({ customerRef });
    const items = await Promise.all([1, 2, 3].map(() => shop.newItem(wishlist.id as string)));
    const { id } = await newExport(shop);
    const before = await serve("jobs");
    await settled({ ...store, jobsRedis: jobs.redis });
    await before.stop();
    const started = await shop.post(`${EXPORTS}/${id}/runs`);
    assert.equal(started.status, 202);
    const look = async (): Promise<Json> => (await shop.get(`${EXPORTS}/${id}/runs/${started.body.id}`)).body;

    const master = await cluster.numberOf(keys.exportState(`${shop.tenantId}/default`, id));
    const { release } = await cluster.cutOff(master);
    await serve("jobs");
    await until("the run is over", async () => (await look()).status === "succeeded");
    const { finishedTime } = await look();
    await release();
    await until("the run is over again", async () => {
      const run = await look();
      return run.status === "succeeded" && run.finishedTime !== finishedTime;
    });
    const ids = linesOf(dataDir, await look()).map(({ item }) => item.id as string);
    assert.deepEqual(ids.sort(), items.map((item) => item.id as string).sort());
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { seedStore } from "../../../scripts/bench/support/seed/store.ts";
import { ExportRuns } from "../../../src/store/exports/export-runs.ts";
import { EXPORTS, linesOf, newExport } from "../../support/exports.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { CALM, newCluster, PARTITIONS } from "../../support/processes.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { cutClients } from "../../support/servers/all-servers.ts";
import { startOwnStore } from "../../support/servers/own-store.ts";
import { given } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { until } from "../../support/until.ts";

const WISHLISTS = 3000;
const EACH = 10;
const TIMES = 3;

describe("an export whose reads lose their connection to Redis again and again", () => {
  it("continues each time without a failure, and contains each wish once at the end", async (test) => {
    const t = newestFirst(test);
    const dataDir = tempFolder(t);
    const store = await startOwnStore(t);
    const { redis, keys } = store;
    const { serve, newShop } = newCluster(t, { env: { DATA_DIR: dataDir, ...CALM }, store });
    const [http] = await Promise.all([serve("http,worker"), serve("jobs")]);
    const shop = await newShop(http);
    const storeKey = `${shop.tenantId}/default`;
    await seedStore({ redis, keys, partitions: PARTITIONS, storeKey }, { wishlists: WISHLISTS, each: EACH });
    const queue = queueOf(t, { redis, keys }, "export-runs");
    const { id } = await newExport(shop);
    const { body } = await shop.post(`${EXPORTS}/${id}/runs`);
    const runs = new ExportRuns(redis, keys);
    const look = async () => given(await runs.find(storeKey, body.id));
    const isWaiting = async () => (await queue.getDelayedCount()) > 0;
    for (let time = 0; time < TIMES; time++) {
      const { accepted } = (await look()).counts;
      await until("some more is written", async () => (await look()).counts.accepted > accepted);
      await until("the run waits", async () => {
        await cutClients(redis, "wishlist-reads");
        return isWaiting();
      });
      const { status, failures, reason = "" } = await look();
      assert.deepEqual([status, failures, reason], ["running", 0, ""]);
    }
    await settled({ redis, keys });
    const run = await look();
    assert.equal(run.status, "succeeded");
    assert.equal((await queue.getCompleted())[0]?.attemptsMade, 1);
    const ids = linesOf(dataDir, run).map(({ item }) => item.id as string);
    assert.equal(ids.length, WISHLISTS * EACH);
    assert.equal(new Set(ids).size, ids.length);
  });
});

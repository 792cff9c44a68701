import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { pino } from "pino";
import { CONSENTING, EXPORTS, linesOf, newExport, overRun } from "../../support/exports.ts";
import { withQueue } from "../../support/jobs/queue.ts";
import { newCluster } from "../../support/processes.ts";
import { startOwnCluster } from "../../support/servers/own-cluster.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { type Caller, type Json, unique } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { until } from "../../support/until.ts";

/** Enough for a write; one that is not confirmed keeps its test waiting for so long. */
const ASK_TIMEOUT_MS = 4000;

/** A service on a cluster, without its jobs. */
async function startShop(t: TestContext) {
  const dataDir = tempFolder(t);
  const store = await startOwnCluster(t);
  const { cluster, keys } = store;
  const jobs = await RedisServer.start(t);
  const env = {
    DURABILITY: "replica",
    DATA_DIR: dataDir,
    JOBS_REDIS_URL: jobs.url,
    ASK_TIMEOUT_MS: ASK_TIMEOUT_MS.toString(),
  };
  const { serve, newShop } = newCluster(t, { env, store });
  const shop = await newShop(await serve("http,worker"));
  /** Cuts the replica off from the master of the records of an export. */
  const cutOff = async (exportId: string) =>
    cluster.cutOff(await cluster.numberOf(keys.exportState(`${shop.tenantId}/default`, exportId)));
  return { dataDir, serve, shop, cutOff, shared: { ...store, jobsRedis: jobs.redis } };
}

describe("a failover that loses the end of a run of an export", () => {
  it("repeats the run, because its job ends only after the run is durable", async (t) => {
    const { dataDir, serve, shop, cutOff, shared } = await startShop(t);
    const { id: customerRef } = await shop.newCustomer(CONSENTING);
    const wishlist = await shop.newWishlist({ customerRef });
    const items = await Promise.all([1, 2, 3].map(() => shop.newItem(wishlist.id as string)));
    const { id } = await newExport(shop);
    const before = await serve("jobs");
    await settled(shared);
    await before.stop();
    const started = await shop.post(`${EXPORTS}/${id}/runs`);
    assert.equal(started.status, 202);
    const look = async (): Promise<Json> => (await shop.get(`${EXPORTS}/${id}/runs/${started.body.id}`)).body;

    const { release } = await cutOff(id);
    await serve("jobs");
    await until("the run is over", async () => (await look()).status === "succeeded");
    const { finishedTime } = await look();
    await withQueue({ ...shared, redis: shared.jobsRedis }, "export-runs", async (queue) => {
      const state = () => queue.getJobState(started.body.id as string);
      await until("the job is no longer active", async () => (await state()) !== "active");
      assert.notEqual(await state(), "completed", "the end of the run is not durable");
    });
    await release();
    await until("the run is over again", async () => {
      const run = await look();
      return run.status === "succeeded" && run.finishedTime !== finishedTime;
    });
    const ids = linesOf(dataDir, await look()).map(({ item }) => item.id as string);
    assert.deepEqual(ids.sort(), items.map((item) => item.id as string).sort());
  });
});

describe("a failover that loses a run of an export, so that its job finds nothing", () => {
  it("is repaired when the same request starts the same run again", async (t) => {
    const { serve, shop, cutOff, shared } = await startShop(t);
    const { id } = await newExport(shop);
    await serve("jobs");
    const headers = { "Idempotency-Key": unique("k") };
    const start = () => shop.post(`${EXPORTS}/${id}/runs`, undefined, { headers });
    const { release } = await cutOff(id);
    assert.equal((await start()).body.code, "OutcomeUnknown");
    await release();
    // The connection of the test may still be learning who is a master.
    const isSettled = () =>
      settled(shared).then(
        () => true,
        () => false,
      );
    await until("the end of all work", isSettled);
    // Until the process has noticed the new master, the outcome may be unknown again.
    let again = await start();
    await until("the request is answered", async () => {
      if (again.status !== 202) again = await start();
      return again.status === 202;
    });
    assert.equal((await overRun(shop, id, again.body.id)).status, "succeeded");
  });
});

describe("a failover of the queues' master that loses the job of an acknowledged run", () => {
  it("adds the job again", async (t) => {
    const store = await startOwnCluster(t);
    const { cluster, keys } = store;
    const env = { ASK_TIMEOUT_MS: ASK_TIMEOUT_MS.toString() };
    const { serve, newShop } = newCluster(t, { env, store });
    const lines: string[] = [];
    const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
    const [http] = await Promise.all([serve("http,worker"), serve("jobs", {}, { log })]);
    const ofQueue = await cluster.numberOf(keys.jobs("export-runs"));
    /** Whether the failover would lose the run too. */
    const isOnSameMaster = async ({ tenantId }: Caller, exportId: string) => {
      const storeKey = `${tenantId}/default`;
      const both = [keys.exportState(storeKey, exportId), keys.exportRun(storeKey, "r")];
      return (await Promise.all(both.map((key) => cluster.numberOf(key)))).includes(ofQueue);
    };
    let shop: Caller;
    let id: string;
    do {
      shop = await newShop(http);
      ({ id } = await newExport(shop));
    } while (await isOnSameMaster(shop, id));
    await settled(store);
    await withQueue(store, "export-runs", (queue) => queue.pause());
    const { release } = await cluster.cutOff(ofQueue);
    const { status, body } = await shop.post(`${EXPORTS}/${id}/runs`);
    assert.equal(status, 202);
    await release();
    const state = () => withQueue(store, "export-runs", (queue) => queue.getJobState(body.id as string));
    await until("the lost job is added again", async () => (await state()) !== "unknown");
    await withQueue(store, "export-runs", (queue) => queue.resume());
    // Until a process has noticed the new master, it answers 503.
    const look = async (): Promise<Json> => (await shop.get(`${EXPORTS}/${id}/runs/${body.id}`)).body;
    await until("the run is over", async () => (await look()).status === "succeeded");
    const replaced = lines.filter((line) => line.includes("a Redis was replaced or restarted"));
    assert.equal(replaced.length, 1, "once: not at the first start");
  });
});

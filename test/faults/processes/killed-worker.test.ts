import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Load } from "../../support/callers/load.ts";
import { keptLog, newCluster, type Running } from "../../support/processes.ts";
import { until } from "../../support/until.ts";

describe("a worker that is killed in the middle of a load", () => {
  it("neither loses nor duplicates a write, and the next worker applies the waiting commands", async (t) => {
    const { start, serve, newShop, redis, keys } = newCluster(t);
    const [http, worker] = await Promise.all([serve("http"), start("worker")]);
    const load = await Load.start(t, await newShop(http));
    await load.untilMoreDone(50);
    worker.program.signal("SIGKILL");
    const { log, says } = keptLog();
    await serve("worker", {}, { log });
    await load.untilMoreDone(60);
    await load.stop();
    assert.ok(says("took over a partition whose worker is dead, or could not reach the store"));
    assert.deepEqual(load.failed, []);
    await load.assertTruthful();
    await load.assertOneEventEach(redis, keys);
  });

  it("does not apply writes that were answered 503", async (t) => {
    const { start, serve, newShop, redis, keys } = newCluster(t, { env: { ASK_TIMEOUT_MS: "300" } });
    const [http, worker] = await Promise.all([serve("http"), start("worker")]);
    const load = await Load.start(t, await newShop(http));
    await load.untilMoreDone(50);
    worker.program.signal("SIGKILL");
    await load.untilAnswered(503);
    await serve("worker");
    await load.untilMoreDone(60);
    await load.stop();
    await load.assertTruthful();
    await load.assertOneEventEach(redis, keys);
  });

  it("loses no write if workers are killed repeatedly", async (t) => {
    const { start, serve, newShop, redis, keys } = newCluster(t, { env: { ASK_TIMEOUT_MS: "1500" } });
    const [http, first] = await Promise.all([serve("http"), start("worker")]);
    const load = await Load.start(t, await newShop(http));
    const replace = async <T>(worker: Running, startNext: () => Promise<T>): Promise<T> => {
      await load.untilMoreDone(50);
      const next = startNext();
      worker.program.signal("SIGKILL");
      return next;
    };
    const second = await replace(first, () => start("worker"));
    await replace(second, () => serve("worker"));
    await load.untilMoreDone(50);
    await load.stop();
    await load.assertTruthful();
    await load.assertOneEventEach(redis, keys);
    await until("nothing waits", async () => (await redis.xlen(keys.commands(0))) === 0);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newCluster } from "../support/processes.ts";
import { RedisServer } from "../support/redis-server.ts";
import { until } from "../support/until.ts";

const PARTITIONS = 64;
const ROUNDS = 7;
/** It takes about 90; looking at it takes some, and a busy machine some more. */
const MAX_PER_SECOND = 130;

describe("a process that nobody asks for anything", () => {
  it("costs Redis about a hundred commands a second over many rounds of its leases, those inside scripts included", async (t) => {
    const store = await RedisServer.start(t);
    const { redis, keys } = store;
    const { start } = newCluster(t, {
      store,
      env: { LEASE_MS: "5000", PARTITIONS: PARTITIONS.toString() },
    });
    const all = await start("http,worker,jobs");
    await until("it serves", async () => (await all.metric("wishlist_partitions_owned")) === PARTITIONS);
    /** Waits for so many heartbeats. Resolves to the time of the last, by the store, and the commands until then. */
    const after = async (rounds: number) => {
      let [last, left] = ["", rounds];
      await until("heartbeats", async () => {
        const [, beat = ""] = await redis.zrange(keys.workers, "0", "0", "WITHSCORES");
        if (beat !== last) left--;
        last = beat;
        // Rarely: to look costs commands too.
        await new Promise((resolve) => setTimeout(resolve, 250));
        return left < 0;
      });
      const calls = (await redis.info("commandstats")).matchAll(/^cmdstat_\S+?:calls=(\d+)/gm);
      return { time: Number(last), commands: [...calls].reduce((sum, [, count]) => sum + Number(count), 0) };
    };
    const [first, second] = [await after(2), await after(ROUNDS)];
    const perSecond = ((second.commands - first.commands) / (second.time - first.time)) * 1000;
    assert.ok(perSecond <= MAX_PER_SECOND, `${perSecond} with those of this test`);
  });
});

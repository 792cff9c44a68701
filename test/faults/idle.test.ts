import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { newCluster } from "../support/processes.ts";
import { RedisServer } from "../support/redis-server.ts";
import { send } from "../support/service.ts";
import { until } from "../support/until.ts";

const PARTITIONS = 64;
/** Heartbeats over which commands are counted: enough for every wait of the queues to end once. */
const ROUNDS = 11;
/** Times that so many heartbeats are waited for, until one of them has few commands. */
const MAX_PARTS = 2;
/** Six processes with all roles, which is the most that a process can cost, stay at 100 commands a second. */
const MAX_PER_SECOND = 100 / 6;

describe("a process that nobody asks for anything", () => {
  it("costs Redis at most 17 commands a second over many heartbeats, those inside scripts included", async (t) => {
    const store = await RedisServer.start(t);
    const { redis, keys } = store;
    const { serve } = newCluster(t, {
      store,
      env: { LEASE_MS: "5000", PARTITIONS: PARTITIONS.toString() },
    });
    const { baseUrl } = await serve("http,worker,jobs");
    await until("it serves", async () =>
      (await send(baseUrl, "GET", "/metrics")).text.includes(`\nwishlist_partitions_owned ${PARTITIONS}\n`),
    );
    let own = 0;
    /** Waits for so many heartbeats. Resolves to the time of the last, by the store, and the service's commands until then. */
    const after = async (rounds: number) => {
      let [last, left] = ["", rounds];
      await until("heartbeats", async () => {
        const [, beat = ""] = await redis.zrange(keys.workers, "0", "0", "WITHSCORES");
        own++;
        if (beat !== last) left--;
        last = beat;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return left < 0;
      });
      const calls = (await redis.info("commandstats")).matchAll(/^cmdstat_\S+?:calls=(\d+)/gm);
      own++;
      return {
        time: Number(last),
        commands: [...calls].reduce((sum, [, count]) => sum + Number(count), -own),
      };
    };
    let first = await after(2);
    let perSecond = Number.POSITIVE_INFINITY;
    // On a busy machine the work of the start ends late.
    for (let part = 0; part < MAX_PARTS && perSecond > MAX_PER_SECOND; part++) {
      const second = await after(ROUNDS);
      perSecond = ((second.commands - first.commands) / (second.time - first.time)) * 1000;
      t.diagnostic(`${perSecond.toFixed(1)} commands per second`);
      first = second;
    }
    assert.ok(perSecond <= MAX_PER_SECOND, `${perSecond} commands per second`);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Redis } from "ioredis";
import { mastersOf } from "../../../src/store/redis/connection/cluster/cluster-connection.ts";
import { pathOf } from "../../../src/store/redis/connection/cluster/path.ts";
import { newCluster } from "../../support/processes.ts";
import { commandCounts } from "../../support/servers/all-servers.ts";
import { startOwnStore } from "../../support/servers/own-store.ts";
import { given, send } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const PARTITIONS = 64;
/** Heartbeats over which commands are counted: enough for every wait of the queues to end once. */
const ROUNDS = 11;
/** Times that so many heartbeats are waited for, until one of them has few commands. */
const MAX_PARTS = 2;
/** Six processes with all roles, which is the most that a process can cost, stay at 100 commands a second. */
const MAX_PER_SECOND = 100 / 6;

describe("a process without requests", () => {
  it("costs Redis at most 17 commands a second over many heartbeats, those inside scripts included", async (t) => {
    const store = await startOwnStore(t);
    const { redis, keys } = store;
    const { serve } = newCluster(t, {
      store,
      env: { LEASE_MS: "5000", PARTITIONS: PARTITIONS.toString() },
    });
    const { baseUrl } = await serve("http,worker,jobs");
    await until("it serves", async () =>
      (await send(baseUrl, "GET", "/metrics")).text.includes(`\nwishlist_partitions_owned ${PARTITIONS}\n`),
    );
    // The commands of the test itself go to the server with the heartbeats.
    const looked = pathOf(redis, keys.workers)?.server;
    let looks = 0;
    /**
     * Waits for so many heartbeats. Resolves to the time of the last, by the store, and each server's commands until
     * then.
     */
    const after = async (rounds: number) => {
      let [last, left] = ["", rounds];
      await until("heartbeats", async () => {
        const [, beat = ""] = await redis.zrange(keys.workers, "0", "0", "WITHSCORES");
        looks++;
        if (beat !== last) left--;
        last = beat;
        await new Promise((resolve) => setTimeout(resolve, 100));
        return left < 0;
      });
      const counts = await commandCounts(redis);
      const own = looks;
      return {
        time: Number(last),
        commandsOf: (server: Redis) => given(counts.get(server)) - (server === looked ? own : 0),
      };
    };
    let first = await after(2);
    let perSecond = Number.POSITIVE_INFINITY;
    // On a busy machine the work of the start ends late.
    for (let part = 0; part < MAX_PARTS && perSecond > MAX_PER_SECOND; part++) {
      const second = await after(ROUNDS);
      const rates = mastersOf(redis).map(
        (server) =>
          ((second.commandsOf(server) - first.commandsOf(server)) / (second.time - first.time)) * 1000,
      );
      perSecond = Math.max(...rates);
      t.diagnostic(`${rates.map((rate) => rate.toFixed(1)).join(", ")} commands per second`);
      first = second;
    }
    assert.ok(perSecond <= MAX_PER_SECOND, `${perSecond} commands per second`);
  });
});

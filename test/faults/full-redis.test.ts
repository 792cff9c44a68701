import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { DeadLetters } from "../../src/store/partition/dead-letters.ts";
import { newCluster, PARTITIONS } from "../support/processes.ts";
import { RedisServer } from "../support/redis-server.ts";
import { unique, WS } from "../support/service.ts";
import { until } from "../support/until.ts";

const RETRIES = 6;

describe("Redis whose memory is full", () => {
  it("delays a command that a killed worker left, and does not make it look like the killer", async (t) => {
    const store = await RedisServer.start(t);
    const { start, serve, newShop, redis, keys } = newCluster(t, { store, env: { LEASE_MS: "3000" } });
    const [http, killed] = await Promise.all([serve("http"), start("worker")]);
    const shop = await newShop(http);
    const { id: customerRef } = (await shop.newCustomer()) as { id: string };
    killed.program.signal("SIGKILL");
    // A reference has to be claimed before the commit, which needs memory.
    const made = shop.post(`${WS}/wishlists`, { customerRef, name: "list", wishlistRef: unique("r") });
    const waiting = async () => {
      const all = Array.from({ length: PARTITIONS }, (_, partition) => redis.xlen(keys.commands(partition)));
      return (await Promise.all(all)).some((length) => length > 0);
    };
    await until("the command waits", waiting);
    const successor = await start("worker", { env: { LOG_LEVEL: "debug" } });
    await redis.config("SET", "maxmemory", "1");
    await until("the successor has tried often", async () => {
      const refused = successor.says("state not read, trying again");
      return refused.length > RETRIES || !(await waiting());
    });
    await redis.config("SET", "maxmemory", "0");
    const { status, text } = await made;
    assert.deepEqual(await new DeadLetters(redis, keys, PARTITIONS).list(10), []);
    assert.equal(status, 201, text);
    const refused = successor.says("state not read, trying again");
    assert.equal(refused.filter(({ level }) => level === "warn").length, 1);
  });
});

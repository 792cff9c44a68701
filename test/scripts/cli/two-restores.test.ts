import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Keys } from "../../../src/store/keys/keys.ts";
import { openLayout, RESTORING } from "../../../src/store/layout/layout.ts";
import { RestoreClaim } from "../../../src/store/redis/restore-claim.ts";
import { keysWith, PARTITIONS, withRedis } from "../../support/redis.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { assertRefused, tool, toolEnv, toolText } from "../../support/tool.ts";
import { until } from "../../support/until.ts";

const ROUNDS = 5;
const LARGE = 400_000;
/** Number of large keys that need several writes of a restoration. */
const KEYS = 40;

describe("two restorations at once", () => {
  it("leave the data of one file, and only its restoration succeeds if they overlap", async (t) => {
    const { redis, keys, prefix } = withRedis(t);
    const env = toolEnv({ prefix });
    const dir = tempFolder(t);
    await openLayout(redis, keys, PARTITIONS);
    const backups: { file: string; names: string[] }[] = [];
    for (const label of ["a", "b"]) {
      const names = Array.from({ length: KEYS }, (_, i) => `${prefix}${label}${i}`);
      for (const name of names) await redis.set(name, randomBytes(LARGE));
      const file = join(dir, label);
      await toolText(["backup", file], env);
      for (const name of names) await redis.del(name);
      backups.push({ file, names });
    }
    const written = backups.flatMap(({ names }) => names);
    let overlaps = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const calls = backups.map(async ({ file }, i) => {
        await pause(i * round * 20);
        return tool(["restore", file, "--replace"], env);
      });
      const results = await Promise.all(calls);
      const refused = results.filter(({ code }) => code !== 0);
      for (const { stderr } of refused) assert.match(stderr, /^another restore has begun meanwhile/);
      const left = (await keysWith(redis, prefix)).filter((name) => written.includes(name)).sort();
      const winner = backups.findIndex(({ names }) => names.toSorted().join() === left.join());
      assert.notEqual(winner, -1, `round ${round} leaves ${left.join()}`);
      assert.equal(results[winner]?.code, 0);
      overlaps += refused.length;
      await openLayout(redis, keys, PARTITIONS);
    }
    assert.ok(overlaps > 0, "no two overlapped");
  });

  it("write nothing more for the older one, however slow it is", async (t) => {
    // A single server, so that all writes pass the proxy.
    const { url, redis } = await RedisServer.start(t);
    const prefix = "slow:";
    const keys = new Keys(prefix, PARTITIONS);
    const env = { REDIS_URL: url, REDIS_PREFIX: prefix };
    const file = join(tempFolder(t), "slow");
    const isLarge = (name: string) => name.startsWith(`${prefix}large`);
    await openLayout(redis, keys, PARTITIONS);
    for (let i = 0; i < KEYS; i++) await redis.set(`${prefix}large${i}`, randomBytes(LARGE));
    await toolText(["backup", file], env);
    const proxy = await startProxy(t, url);
    const slow = tool(["restore", file, "--replace"], { ...env, REDIS_URL: proxy.url });
    await until("the restoration", async () => (await redis.hget(keys.meta, "layout")) === RESTORING);
    const stalled = proxy.stall(300);
    await redis.set(new RestoreClaim(redis, keys).key, "newer");
    await stalled;
    assertRefused(await slow, /^another restore has begun meanwhile/, "older");
    assert.ok((await keysWith(redis, prefix)).filter(isLarge).length < KEYS);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loadScript } from "../../../src/store/redis/script.ts";
import { script } from "../../support/script.ts";

describe("acquire-lease", () => {
  const start = script("structures/acquire-lease");

  it("returns the first cursor and a clean state for a new partition", async (t) => {
    const { call } = start(t);
    assert.deepEqual(await call(["fence1", ""]), ["0-0", "1"]);
  });

  it("returns the fence of an existing lease, also to the holder", async (t) => {
    const { call, redis, key } = start(t);
    await call(["fence1", ""]);
    assert.deepEqual(await call(["fence2", ""]), ["fence1"]);
    assert.deepEqual(await call(["fence1", ""]), ["fence1"]);
    assert.deepEqual(await call(["fence2", "fence0"]), ["fence1"]);
    assert.equal(await redis.hget(key("key"), "fence"), "fence1");
  });

  it("returns the cursor of a dead worker, and an unclean state", async (t) => {
    const { call, redis, key } = start(t);
    await call(["fence1", ""]);
    await redis.hset(key("key"), "cursor", "7-1");
    assert.deepEqual(await call(["fence2", "fence1"]), ["7-1", "0"]);
  });
});

describe("release-lease", () => {
  const start = script("structures/release-lease");
  const acquire = loadScript("structures/acquire-lease");

  it("returns 1 if the lease was held, and the next worker finds a clean state", async (t) => {
    const { call, redis, key } = start(t);
    await acquire.run(redis, [key("key")], ["fence1", ""]);
    assert.equal(await call(["fence1", "1"]), 1);
    assert.deepEqual(await acquire.run(redis, [key("key")], ["fence2", ""]), ["0-0", "1"]);
    assert.equal(await call(["fence2", "2"]), 1);
    assert.deepEqual(await acquire.run(redis, [key("key")], ["fence3", ""]), ["0-0", "0"]);
  });

  it("returns 0 for a stale fence and for a partition without a worker, and changes nothing", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["fence1", "1"]), 0);
    await acquire.run(redis, [key("key")], ["fence2", ""]);
    assert.equal(await call(["fence1", "1"]), 0);
    assert.deepEqual(await acquire.run(redis, [key("key")], ["fence3", ""]), ["fence2"]);
  });
});

describe("mark-attempt", () => {
  const start = script("structures/mark-attempt");

  it("returns the number of attempts of the command by all workers, including this one", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("key"), "fence", "f");
    assert.equal(await call(["f", "1-1"]), 1);
    assert.equal(await call(["f", "1-1"]), 2);
    await redis.hset(key("key"), "fence", "g");
    assert.equal(await call(["g", "1-1"]), 3);
    assert.equal(await call(["g", "1-2"]), 1);
  });

  it("returns 0 without counting if the lease is lost", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["f", "1-1"]), 0);
    await redis.hset(key("key"), "fence", "other");
    assert.equal(await call(["f", "1-1"]), 0);
    assert.equal(await redis.hget(key("key"), "tries"), null);
  });
});

describe("heartbeat", () => {
  const start = script("structures/heartbeat");

  it("returns the living processes with their remaining time, and drops those that were silent for too long", async (t) => {
    const { call, redis, key } = start(t);
    const names = async (args: string[]) => {
      const [added, ...rest] = (await call(args)) as (string | number)[];
      assert.ok(rest.every((value, i) => i % 2 === 0 || (Number(value) >= 0 && Number(value) <= 60_000)));
      return [added, ...rest.filter((_, i) => i % 2 === 0)];
    };
    assert.deepEqual(await names(["", "60000"]), [0]);
    await redis.zadd(key("key"), 1000, "dead");
    assert.deepEqual(await names(["one", "60000"]), [1, "one"]);
    assert.equal(await redis.zscore(key("key"), "dead"), null);
    assert.deepEqual(await names(["two", "60000"]), [1, "one", "two"]);
    assert.deepEqual(await names(["two", "60000"]), [0, "one", "two"]);
    assert.deepEqual(await names(["", "60000"]), [0, "one", "two"]);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { loadScript } from "../../../src/store/redis/script.ts";
import { script } from "../../support/script.ts";

describe("acquire-lease", () => {
  const start = script("acquire-lease");

  it("returns the first cursor and good order for a partition that nobody had", async (t) => {
    const { call } = start(t);
    assert.deepEqual(await call(["fence1", "5000"]), ["0-0", "1"]);
  });

  it("returns false while somebody holds the lease, also to the holder", async (t) => {
    const { call, redis, key } = start(t);
    await call(["fence1", "60000"]);
    assert.equal(await call(["fence2", "5000"]), null);
    assert.equal(await call(["fence1", "5000"]), null);
    assert.equal(await redis.hget(key("key"), "fence"), "fence1");
  });

  it("returns the cursor of an owner that vanished, and that it vanished", async (t) => {
    const { call, redis, key } = start(t);
    await call(["fence1", "5000"]);
    await redis.hset(key("key"), "until", "1", "cursor", "7-1");
    assert.deepEqual(await call(["fence2", "5000"]), ["7-1", "0"]);
  });
});

describe("release-lease", () => {
  const start = script("release-lease");
  const acquire = loadScript("acquire-lease");

  it("returns 1 if the lease was held, and the next owner finds good order", async (t) => {
    const { call, redis, key } = start(t);
    await acquire.run(redis, [key("key")], ["fence1", "60000"]);
    assert.equal(await call(["fence1"]), 1);
    assert.deepEqual(await acquire.run(redis, [key("key")], ["fence2", "60000"]), ["0-0", "1"]);
  });

  it("returns 0 for a stale fence and for a partition without an owner, and changes nothing", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["fence1"]), 0);
    await acquire.run(redis, [key("key")], ["fence2", "60000"]);
    assert.equal(await call(["fence1"]), 0);
    assert.equal(await acquire.run(redis, [key("key")], ["fence3", "60000"]), null);
  });
});

describe("renew-leases", () => {
  const start = script("renew-leases");

  it("returns 1 where the lease is still held, 0 where another worker or nobody has it", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("a"), "fence", "mine", "until", "1");
    await redis.hset(key("b"), "fence", "theirs", "until", "1");
    assert.deepEqual(await call(["5000", "mine", "mine", "mine"], ["a", "b", "c"]), [1, 0, 0]);
    assert.ok(Number(await redis.hget(key("a"), "until")) > 1);
    assert.equal(await redis.hget(key("b"), "until"), "1");
    assert.equal(await redis.exists(key("c")), 0);
  });
});

describe("mark-attempt", () => {
  const start = script("mark-attempt");

  it("returns how often the command has been tried, by whomever, this time included", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("key"), "fence", "f");
    assert.equal(await call(["f", "1-1"]), 1);
    assert.equal(await call(["f", "1-1"]), 2);
    await redis.hset(key("key"), "fence", "g");
    assert.equal(await call(["g", "1-1"]), 3);
    assert.equal(await call(["g", "1-2"]), 1);
  });

  it("returns 0 when the lease is lost, and does not count", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["f", "1-1"]), 0);
    await redis.hset(key("key"), "fence", "other");
    assert.equal(await call(["f", "1-1"]), 0);
    assert.equal(await redis.hget(key("key"), "tries"), null);
  });
});

describe("heartbeat", () => {
  const start = script("heartbeat");

  it("returns all living processes, and forgets those that were silent for too long", async (t) => {
    const { call, redis, key } = start(t);
    assert.deepEqual(await call(["", "5000"]), []);
    await redis.zadd(key("key"), 1000, "dead");
    assert.deepEqual(await call(["one", "5000"]), ["one"]);
    assert.deepEqual(await call(["two", "5000"]), ["one", "two"]);
    assert.deepEqual(await call(["", "5000"]), ["one", "two"]);
  });
});

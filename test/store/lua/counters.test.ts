import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

describe("add-to-counters", () => {
  const start = script("reports/add-to-counters");
  const keys = ["places", "one", "two"];

  it("returns 1, adds to the counters and stores the new positions", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["1", "7", "", "5-2", "1", "a", "2", "2", "b", "-3"], keys), 1);
    assert.equal(await call(["2", "7", "5-2", "10-1", "8", "", "4-1", "1", "a", "1"], keys), 1);
    assert.deepEqual(await redis.hgetall(key("places")), { "7": "10-1", "8": "4-1" });
    assert.deepEqual(
      [await redis.hgetall(key("one")), await redis.hgetall(key("two"))],
      [{ a: "3" }, { b: "-3" }],
    );
  });

  it("returns 0 and changes nothing if another process has counted", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("places"), "8", "5-2");
    assert.equal(await call(["2", "7", "", "6-1", "8", "5-1", "6-1", "1", "a", "1"], keys), 0);
    assert.equal(await call(["1", "8", "", "6-1", "1", "a", "1"], keys), 0);
    assert.deepEqual(await redis.hgetall(key("places")), { "8": "5-2" });
    assert.equal(await redis.exists(key("one")), 0);
  });

  it("stores no zero counter, and skips a counter that would exceed 64 bits", async (t) => {
    const { call, redis, key } = start(t);
    const most = (2n ** 63n - 1n).toString();
    await call(["0", "1", "a", "2", "1", "b", most, "1", "c", "1"], keys);
    assert.equal(
      await call(
        ["1", "7", "", "1-1", "1", "a", "-2", "1", "b", "1", "1", "d", `${most}0`, "1", "c", "1"],
        keys,
      ),
      1,
    );
    assert.deepEqual(await redis.hgetall(key("one")), { b: most, c: "2" });
    assert.equal(await redis.hget(key("places"), "7"), "1-1");
  });
});

describe("replace-counters", () => {
  const start = script("reports/replace-counters");
  const keys = ["places", "old", "kept", "new", "kept"];

  it("returns 1 and replaces the old hashes with the new ones if the positions have not changed", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("places"), "7", "5-2");
    for (const name of ["old", "kept", "new"]) await redis.hset(key(name), "of", name);
    for (const places of [["7", "5-1"], [], ["7", "5-2", "8", "1-1"]])
      assert.equal(await call(["2", ...places], keys), 0);
    assert.equal(await redis.hget(key("kept"), "of"), "kept");
    assert.equal(await call(["2", "7", "5-2"], keys), 1);
    assert.equal(await redis.hget(key("kept"), "of"), "new");
    assert.equal(await redis.exists(key("old"), key("new")), 0);
  });

  it("returns 0 and changes nothing if a new hash has expired, and keeps a replaced one without a limit", async (t) => {
    const { call, redis, key } = start(t);
    const pairs = ["places", "kept", "new", "kept", "other", "days"];
    await redis.hset(key("places"), "7", "5-2");
    for (const name of ["kept", "new"]) await redis.hset(key(name), "of", name);
    await redis.expire(key("new"), 1000);
    assert.equal(await call(["1", "7", "5-2"], pairs), 0);
    assert.deepEqual(await redis.hgetall(key("places")), { "7": "5-2" });
    assert.equal(await redis.hget(key("kept"), "of"), "kept");
    await redis.hset(key("other"), "of", "other");
    assert.equal(await call(["1", "7", "5-2"], pairs), 1);
    assert.equal(await redis.hget(key("kept"), "of"), "new");
    assert.equal(await redis.ttl(key("kept")), -1);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

const KEYS = ["list", "undivided"];

describe("divide-waiting", () => {
  const start = script("waiting/divide-waiting");

  it("returns 1 and moves the wishes of a long list away, once", async (t) => {
    const { call, redis, key } = start(t);
    await redis.zadd(key("list"), 1, "a", 2, "b");
    assert.equal(await call(["2"], KEYS), 1);
    assert.deepEqual(await redis.zrange(key("undivided"), 0, "-1", "WITHSCORES"), ["a", "1", "b", "2"]);
    assert.equal(await redis.get(key("list")), "divided");
    assert.equal(await call(["0"], KEYS), 0);
  });

  it("returns 0 and changes nothing if the list is missing or shorter, or wishes from before a division are left", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["0"], KEYS), 0);
    assert.equal(await redis.exists(key("list")), 0);
    await redis.zadd(key("list"), 1, "a", 2, "b");
    assert.equal(await call(["3"], KEYS), 0);
    await redis.zadd(key("undivided"), 0, "earlier");
    assert.equal(await call(["2"], KEYS), 0);
    assert.deepEqual(await redis.zrange(key("list"), 0, "-1"), ["a", "b"]);
    assert.deepEqual(await redis.zrange(key("undivided"), 0, "-1"), ["earlier"]);
  });
});

describe("remove-unchanged", () => {
  it("removes the members that have the scores that were read, and returns their number", async (t) => {
    const { call, redis, key } = script("waiting/remove-unchanged")(t);
    await redis.zadd(key("key"), 1, "a", 2, "b", 1795660025276, "c");
    assert.equal(await call(["a", "1", "b", "1", "c", "1795660025276", "none", "1"]), 2);
    assert.deepEqual(await redis.zrange(key("key"), 0, "-1"), ["b"]);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

const at = (second: number) => `2026-01-01T00:00:0${second}.000Z`;
const text = (second: number) => JSON.stringify({ available: second, updatedTime: at(second) });
const level = (location: string, second: number) => [location, at(second), text(second)];

const KEYS = ["key", "bytes"];

describe("keep-pending-stock", () => {
  const start = script("waiting/keep-pending-stock");

  it("returns 'parked' for the latest level of each location, 'stale' for an older one, 'full' beyond the limit", async (t) => {
    const { call, redis, key } = start(t);
    const levels = [level("a", 5), level("a", 4), level("a", 5), level("b", 1), level("c", 9), level("a", 6)];
    assert.deepEqual(await call(["60", "2", "t", "200", at(9), ...levels.flat()], KEYS), [
      "parked",
      "stale",
      "parked",
      "parked",
      "full",
      "parked",
    ]);
    assert.deepEqual(await redis.hgetall(key("key")), { a: text(6), b: text(1) });
    assert.equal(Number(await redis.hget(key("bytes"), "t")), 2 * 200 + text(6).length + text(1).length);
    assert.ok((await redis.ttl(key("key"))) > 0);
  });

  it("returns 'future' for a level after the latest time, and replaces a stored one", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("key"), { a: text(9) });
    const levels = [...level("a", 8), ...level("a", 3), ...level("b", 7)];
    assert.deepEqual(await call(["60", "2", "t", "200", at(7), ...levels], KEYS), [
      "future",
      "parked",
      "parked",
    ]);
    assert.deepEqual(await redis.hgetall(key("key")), { a: text(3), b: text(7) });
  });

  it("replaces a level that an earlier version has stored without a time", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("key"), { a: '{"available":1}' });
    assert.deepEqual(await call(["60", "2", "t", "200", at(9), ...level("a", 1)], KEYS), ["parked"]);
    assert.deepEqual(await redis.hgetall(key("key")), { a: text(1) });
  });
});

describe("forget-pending-stock", () => {
  const start = script("waiting/forget-pending-stock");

  it("returns the number of dropped levels, and keeps replaced ones", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("key"), { a: text(1), b: text(2) });
    assert.equal(await call(["t", "200", "a", text(1), "b", text(1), "c", text(1)], KEYS), 1);
    assert.deepEqual(await redis.hgetall(key("key")), { b: text(2) });
    assert.equal(Number(await redis.hget(key("bytes"), "t")), -200 - text(1).length);
  });
});

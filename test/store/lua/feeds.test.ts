import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

const HOUR = "3600000";

describe("append-feed-chunk", () => {
  const start = script("feeds/append-feed-chunk");
  const keys = ["feed", "chunks", "waiting"];
  const chunk = (now: number, most = 2) => ["f1", "[]", "3", "40", now.toString(), most.toString(), HOUR];

  it("returns 1 for an accepted chunk, 0 while too much waits, -1 for a closed feed, -2 without one", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(chunk(1), keys), -2);
    await redis.hset(key("feed"), { chunks: 0, rows: 0 });
    assert.equal(await call(chunk(1), keys), 1);
    assert.equal(await call(chunk(2), keys), 1);
    assert.equal(await call(chunk(3), keys), 0);
    assert.deepEqual(await redis.hgetall(key("feed")), { chunks: "2", rows: "6", bytes: "40", beat: "3" });
    assert.equal(await redis.llen(key("chunks")), 2);
    assert.deepEqual(await redis.zrange(key("waiting"), 0, "-1"), ["f1:0", "f1:1"]);
    await redis.hset(key("feed"), "end", "cut");
    assert.equal(await call(chunk(4, 9), keys), -1);
  });

  it("does not count expired chunks as waiting", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("feed"), { chunks: 0 });
    assert.equal(await call(chunk(1, 1), keys), 1);
    assert.equal(await call(chunk(Number(HOUR), 1), keys), 0);
    assert.equal(await call(chunk(Number(HOUR) + 1, 1), keys), 1);
    for (const part of ["chunks", "waiting"]) assert.ok((await redis.pttl(key(part))) > 0, part);
  });
});

describe("set-feed-field", () => {
  it("stores a field once, and does not bring back a feed that is gone", async (t) => {
    const { call, redis, key } = script("feeds/set-feed-field")(t);
    assert.equal(await call(["end", "cut"], ["feed"]), 0);
    assert.equal(await redis.exists(key("feed")), 0);
    await redis.hset(key("feed"), { chunks: 0 });
    assert.equal(await call(["end", "received"], ["feed"]), 1);
    assert.equal(await call(["end", "cut"], ["feed"]), 0);
    assert.equal(await redis.hget(key("feed"), "end"), "received");
  });
});

describe("give-up-feed", () => {
  const start = script("feeds/give-up-feed");
  const keys = ["feed", "waiting"];
  const time = "2026-01-02T03:04:05.000Z";

  it("ends the feed once, and returns how many of its chunks no longer wait", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("feed"), { applied: 1, chunks: 3 });
    await redis.zadd(key("waiting"), 7, "f1:1", 8, "f1:2", 9, "f2:0");
    assert.equal(await call(["f1", time], keys), 2);
    const ended = { applied: "1", chunks: "3", end: "cut", givenUpTime: time };
    assert.deepEqual(await redis.hgetall(key("feed")), { ...ended, "arrived:1": "7", "arrived:2": "8" });
    assert.deepEqual(await redis.zrange(key("waiting"), 0, "-1"), ["f2:0"]);
    assert.equal(await call(["f1", "2026-02-02T03:04:05.000Z"], keys), 0);
    assert.equal(await redis.hget(key("feed"), "givenUpTime"), time);
  });

  it("does not bring back a feed that is gone", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["f1", time], keys), 0);
    assert.equal(await redis.exists(key("feed")), 0);
  });
});

describe("lose-feed", () => {
  it("ends a feed that was received, and does not bring back one that is gone", async (t) => {
    const { call, redis, key } = script("feeds/lose-feed")(t);
    assert.equal(await call([], ["feed"]), 0);
    assert.equal(await redis.exists(key("feed")), 0);
    await redis.hset(key("feed"), { end: "received" });
    assert.equal(await call([], ["feed"]), 1);
    assert.equal(await redis.hget(key("feed"), "end"), "lost");
  });
});

describe("commit-feed-chunk", () => {
  const start = script("feeds/commit-feed-chunk");
  const keys = ["feed", "chunks", "waiting", "errors", "with-errors"];
  const result = (place: number, ...errors: string[]) =>
    ["f1", place.toString(), "3", "9", "5", "2", "count:accepted", "5", "count:rejected", "1"].concat(errors);

  it("returns 1 once for each chunk, in order, and 0 for one that is done or not yet due", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("feed"), { applied: 0 });
    await redis.pexpire(key("feed"), Number(HOUR));
    await redis.rpush(key("chunks"), "one", "two");
    await redis.zadd(key("waiting"), 1, "f1:0", 2, "f1:1");
    assert.deepEqual(await call(result(1, "a"), keys), [0]);
    assert.deepEqual(await call(result(0, "a", "b"), keys), [1]);
    assert.deepEqual(await call(result(0, "a", "b"), keys), [0]);
    assert.deepEqual(await redis.lrange(key("chunks"), 0, -1), ["two"]);
    assert.deepEqual(await redis.zrange(key("waiting"), 0, "-1"), ["f1:1"]);
    assert.deepEqual(await call(result(1, "c", "d"), keys), [1]);
    assert.deepEqual(await redis.hgetall(key("feed")), {
      applied: "2",
      "count:accepted": "10",
      "count:rejected": "2",
      errorBytes: "3",
    });
    assert.deepEqual(await redis.lrange(key("errors"), 0, -1), ["a", "b", "c"]);
    assert.ok((await redis.pttl(key("errors"))) > 0);
  });

  it("keeps only the first errors, up to their limit of bytes", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("feed"), { applied: 0 });
    await redis.pexpire(key("feed"), Number(HOUR));
    assert.deepEqual(await call(result(0, "12345", "67890", "x"), keys), [1]);
    assert.deepEqual(await call(result(1, "y"), keys), [1]);
    assert.deepEqual(await redis.lrange(key("errors"), 0, -1), ["12345"]);
  });

  it("names the feeds with errors that are older than the bytes of newer errors that are kept", async (t) => {
    const { call, redis, key } = start(t);
    await redis.zadd(key("with-errors"), 3, "f3", 6, "f2");
    await redis.hset(key("feed"), { applied: 0 });
    await redis.pexpire(key("feed"), Number(HOUR));
    assert.deepEqual(await call(result(0, "1234"), keys), [1, "f3"]);
    await redis.zrem(key("with-errors"), "f3");
    assert.deepEqual(await call(result(1, "12345"), keys), [1, "f2"]);
    assert.equal(await redis.zscore(key("with-errors"), "f1"), "15");
    assert.ok((await redis.pttl(key("with-errors"))) > 0);
  });

  it("keeps the list of feeds with errors as long as the newest of them, also after errors of an older feed", async (t) => {
    const { call, redis, key } = start(t);
    await redis.zadd(key("with-errors"), 3, "newer");
    await redis.pexpire(key("with-errors"), 2 * Number(HOUR));
    await redis.hset(key("feed"), { applied: 0 });
    await redis.pexpire(key("feed"), Number(HOUR));
    assert.deepEqual(await call(result(0, "a"), keys), [1]);
    assert.ok((await redis.pttl(key("with-errors"))) > Number(HOUR));
    assert.ok((await redis.pttl(key("errors"))) <= Number(HOUR));
  });
});

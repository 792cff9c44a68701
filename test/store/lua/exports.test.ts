import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

describe("begin-export-run", () => {
  const start = script("exports/begin-export-run");
  const begin = (run: string, time: string) => [run, time, "status", "queued"];

  it("returns the new run, or the current one without a write", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(begin("r1", "1"), ["state", "runs", "r1"]), "r1");
    assert.equal(await call(begin("r2", "2"), ["state", "runs", "r2"]), "r1");
    assert.deepEqual(await redis.hgetall(key("r1")), { status: "queued" });
    assert.deepEqual(await redis.hgetall(key("state")), { active: "r1", last: "r1" });
    assert.deepEqual(await redis.zrange(key("runs"), 0, "-1"), ["r1"]);
    assert.equal(await redis.exists(key("r2")), 0);
  });
});

describe("delete-export", () => {
  const start = script("exports/delete-export");

  it("returns 1 for an export and remembers it, and 0 without a write if there is none", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("exports"), { ex1: "{}", ex2: "{}" });
    assert.equal(await call(["ex1"], ["exports", "deleted"]), 1);
    assert.equal(await call(["ex1"], ["exports", "deleted"]), 0);
    assert.deepEqual(await redis.hkeys(key("exports")), ["ex2"]);
    assert.deepEqual(await redis.smembers(key("deleted")), ["ex1"]);
  });
});

describe("write-export-run", () => {
  const start = script("exports/write-export-run");
  const keys = ["run", "state", "rejected"];
  const args = (fence: string, ends: string, isResult = "0") => [
    fence,
    "r1",
    ends,
    isResult,
    "2",
    "2",
    "batch",
    "7",
    "2",
    "position",
    "p",
  ];

  it("returns 1 and writes everything for the holder of the fence", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("run"), { status: "running", fence: "f" });
    await redis.hset(key("state"), { active: "r1" });
    assert.equal(await call([...args("f", "0"), "a", "b", "c"], keys), 1);
    assert.equal(await redis.hget(key("run"), "batch"), "7");
    assert.deepEqual(await redis.hgetall(key("state")), { active: "r1", position: "p" });
    assert.deepEqual(await redis.lrange(key("rejected"), 0, "-1"), ["a", "b"]);
    assert.equal(await call(args("", "1"), keys), 1);
    assert.equal(await redis.hget(key("state"), "active"), null);
  });

  it("ends a run without ending the newer one in progress", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("run"), { status: "running", fence: "f" });
    await redis.hset(key("state"), { active: "r2" });
    assert.equal(await call(args("f", "1"), keys), 1);
    assert.equal(await redis.hget(key("state"), "active"), "r2");
  });

  it("returns 0 and writes nothing for another fence, for a run that is over, and for an unknown run", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(args("", "0"), keys), 0);
    await redis.hset(key("run"), { status: "running", fence: "f" });
    assert.equal(await call(args("g", "0"), keys), 0);
    await redis.hset(key("run"), { status: "cancelled" });
    assert.equal(await call(args("f", "0"), keys), 0);
    assert.deepEqual(await redis.hgetall(key("run")), { status: "cancelled", fence: "f" });
    assert.equal(await redis.exists(key("state"), key("rejected")), 0);
  });

  it("returns 0 and writes the result of a batch of a cancelled run, unless the next run has begun", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("run"), { status: "cancelled", fence: "f" });
    assert.equal(await call([...args("f", "0", "1"), "a"], keys), 0);
    await redis.hset(key("state"), { last: "r2" });
    assert.equal(await call([...args("f", "0", "1"), "a"], keys), 0);
    await redis.hset(key("state"), { last: "r1" });
    assert.equal(await call([...args("g", "0", "1"), "a"], keys), 0);
    assert.equal(await call([...args("f", "0", "0"), "a"], keys), 0);
    assert.deepEqual(await redis.hgetall(key("run")), { status: "cancelled", fence: "f" });
    assert.equal(await call([...args("f", "0", "1"), "a"], keys), 0);
    assert.deepEqual(await redis.hgetall(key("run")), { status: "cancelled", fence: "f", batch: "7" });
    assert.deepEqual(await redis.hgetall(key("state")), { last: "r1", position: "p" });
    assert.deepEqual(await redis.lrange(key("rejected"), 0, "-1"), ["a"]);
    await redis.hset(key("run"), { status: "failed", batch: "6" });
    assert.equal(await call(args("f", "0", "1"), keys), 0);
    assert.equal(await redis.hget(key("run"), "batch"), "6");
  });
});

describe("mark-file-removed", () => {
  const start = script("exports/mark-file-removed");

  it("replaces the file of a run by the time, and creates no run", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["now"], ["run"]), 0);
    assert.equal(await redis.exists(key("run")), 0);
    await redis.hset(key("run"), { status: "succeeded", file: "f" });
    assert.equal(await call(["now"], ["run"]), 1);
    assert.deepEqual(await redis.hgetall(key("run")), { status: "succeeded", fileRemovedTime: "now" });
    assert.equal(await call(["later"], ["run"]), 0);
    assert.equal(await redis.hget(key("run"), "fileRemovedTime"), "now");
  });
});

describe("replace-rejected", () => {
  const start = script("exports/replace-rejected");

  it("replaces one record, and creates none of a run whose records were deleted", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["0", "new"], ["rejected"]), 0);
    assert.equal(await redis.exists(key("rejected")), 0);
    await redis.rpush(key("rejected"), "a", "b");
    assert.equal(await call(["1", "new"], ["rejected"]), 1);
    assert.equal(await call(["2", "new"], ["rejected"]), 0);
    assert.deepEqual(await redis.lrange(key("rejected"), 0, -1), ["a", "new"]);
  });
});

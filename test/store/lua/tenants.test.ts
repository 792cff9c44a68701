import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

describe("create-tenant", () => {
  const start = script("tenants/create-tenant");
  const keys = ["tenant", "clients", "all", "version"];

  it("returns 1 after it has written everything, and 0 without a write for a known id", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["shop", "c1", "{}", "state", "active"], keys), 1);
    assert.equal(await call(["shop", "c2", "{}", "state", "suspended"], keys), 0);
    assert.deepEqual(await redis.hgetall(key("tenant")), { state: "active" });
    assert.deepEqual(await redis.hgetall(key("clients")), { c1: "{}" });
    assert.deepEqual(await redis.smembers(key("all")), ["shop"]);
    assert.equal(await redis.get(key("version")), "1");
  });
});

describe("admit-store", () => {
  const start = script("tenants/admit-store");
  const keys = ["stores"];

  it("returns 1 for a new store, 0 for a known one, and -1 for one too many", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["a", "2", "default"], keys), 1);
    assert.equal(await call(["a", "2", "default"], keys), 0);
    assert.equal(await call(["b", "2", "default"], keys), -1);
    assert.deepEqual((await redis.smembers(key("stores"))).sort(), ["a", "default"]);
  });

  it("admits any number of stores without a limit", async (t) => {
    const { call } = start(t);
    for (const store of ["a", "b", "c"]) assert.equal(await call([store, "0"], keys), 1);
  });
});

describe("replace-field", () => {
  const start = script("structures/replace-field");
  const keys = ["hash", "version"];

  it("returns 1 if the field has the expected value, and increments the version", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["f", "", "one"], keys), 1);
    assert.equal(await call(["f", "one", "two"], keys), 1);
    assert.equal(await redis.hget(key("hash"), "f"), "two");
    assert.equal(await redis.get(key("version")), "2");
  });

  it("returns 0 and writes nothing if another process has changed the field", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("hash"), "f", "theirs");
    assert.equal(await call(["f", "one", "mine"], keys), 0);
    assert.equal(await call(["f", "", "mine"], keys), 0);
    assert.equal(await redis.hget(key("hash"), "f"), "theirs");
    assert.equal(await redis.exists(key("version")), 0);
  });
});

describe("replace-beside", () => {
  const start = script("structures/replace-beside");
  const keys = ["hash"];

  it("returns 1 after it has replaced or deleted the field", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("hash"), { f: "1", other: "2" });
    assert.equal(await call(["f", "1", "3", "other", "2"], keys), 1);
    assert.deepEqual(await redis.hgetall(key("hash")), { f: "3", other: "2" });
    assert.equal(await call(["f", "3", "", "other", "2"], keys), 1);
    assert.deepEqual(await redis.hgetall(key("hash")), { other: "2" });
  });

  it("returns 0 and writes nothing if one of the two has changed or is gone", async (t) => {
    const { call, redis, key } = start(t);
    const stored = { f: "1", other: "2" };
    await redis.hset(key("hash"), stored);
    for (const args of [
      ["f", "0", "3", "other", "2"],
      ["f", "1", "3", "other", "0"],
      ["none", "", "3", "other", "2"],
      ["f", "1", "", "none", ""],
    ])
      assert.equal(await call(args, keys), 0);
    assert.deepEqual(await redis.hgetall(key("hash")), stored);
  });
});

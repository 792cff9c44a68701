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

describe("delete-client", () => {
  const start = script("tenants/delete-client");
  const keys = ["clients", "stores", "version"];

  it("returns 1 after it has deleted a client and recorded its store, and 0 without a write if there is none", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("clients"), { c1: "{}", c2: "{}" });
    assert.equal(await call(["c1", "outlet"], keys), 1);
    assert.equal(await call(["c1", "other"], keys), 0);
    assert.deepEqual(await redis.hgetall(key("clients")), { c2: "{}" });
    assert.deepEqual(await redis.smembers(key("stores")), ["outlet"]);
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

describe("replace-fields", () => {
  const start = script("structures/replace-fields");
  const keys = ["hash", "version"];

  it("returns 1 after it has set and deleted fields, and increments the version", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["1", "f", "", "f", "one", "g", "two"], keys), 1);
    assert.deepEqual(await redis.hgetall(key("hash")), { f: "one", g: "two" });
    assert.equal(await call(["2", "f", "one", "none", "", "f", "", "g", "three"], keys), 1);
    assert.deepEqual(await redis.hgetall(key("hash")), { g: "three" });
    assert.equal(await redis.get(key("version")), "2");
  });

  it("needs no version", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["0", "f", "one"], ["hash"]), 1);
    assert.deepEqual(await redis.hgetall(key("hash")), { f: "one" });
  });

  it("returns 0 and writes nothing if a field that was read has changed, is new, or is gone", async (t) => {
    const { call, redis, key } = start(t);
    const stored = { f: "theirs", other: "2" };
    await redis.hset(key("hash"), stored);
    for (const read of [
      ["1", "f", "one"],
      ["1", "f", ""],
      ["2", "f", "theirs", "other", "1"],
      ["2", "other", "2", "none", "1"],
    ])
      assert.equal(await call([...read, "f", "mine", "other", ""], keys), 0);
    assert.deepEqual(await redis.hgetall(key("hash")), stored);
    assert.equal(await redis.exists(key("version")), 0);
  });
});

describe("raise-version", () => {
  it("returns the new version", async (t) => {
    const { call } = script("structures/raise-version")(t);
    assert.deepEqual([await call([], ["version"]), await call([], ["version"])], [1, 2]);
  });
});

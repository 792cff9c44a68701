import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

describe("claim-references", () => {
  const start = script("references/claim-references");

  it("returns 'granted' for a free reference, and the current claim for a taken one", async (t) => {
    const { call, redis, key } = start(t);
    const claims = ["ref", "h1", "10", "ref", "h2", "11", "other", "h2", "12"];
    assert.deepEqual(await call(claims, ["a", "a", "a"]), ["granted", "h1 10", "granted"]);
    assert.deepEqual(await redis.hgetall(key("a")), { ref: "h1 10", other: "h2 12" });
  });

  it("returns 'granted' if the holder has it already, and updates the time of the claim", async (t) => {
    const { call, redis, key } = start(t);
    await call(["ref", "h1", "10"]);
    assert.deepEqual(await call(["ref", "h1", "20"]), ["granted"]);
    assert.equal(await redis.hget(key("key"), "ref"), "h1 20");
    assert.deepEqual(await call(["ref", "h", "30"]), ["h1 20"]);
  });

  it("does not move the time of a claim back", async (t) => {
    const { call, redis, key } = start(t);
    await call(["ref", "h1", "20"]);
    assert.deepEqual(await call(["ref", "h1", "10"]), ["granted"]);
    assert.equal(await redis.hget(key("key"), "ref"), "h1 20");
  });
});

describe("take-over-reference", () => {
  const start = script("references/take-over-reference");

  it("returns 1 if the claim was replaced, 0 if it is not the expected one", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["ref", "h1 10", "h2 20"]), 0);
    await redis.hset(key("key"), "ref", "h1 10");
    assert.equal(await call(["ref", "h1 11", "h2 20"]), 0);
    assert.equal(await call(["ref", "h1 10", "h2 20"]), 1);
    assert.equal(await redis.hget(key("key"), "ref"), "h2 20");
  });
});

describe("release-reference", () => {
  const start = script("references/release-reference");

  it("returns 1 if this call removed the claim, then 0", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("key"), "ref", "h1 10");
    assert.equal(await call(["ref", "h1", "10"]), 1);
    assert.equal(await call(["ref", "h1", "10"]), 0);
    assert.equal(await redis.exists(key("key")), 0);
  });

  it("returns 0 for another holder's claim, and for a claim that was renewed since", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("key"), "ref", "h1 10");
    assert.equal(await call(["ref", "h2", "99"]), 0);
    assert.equal(await call(["ref", "h1", "9"]), 0);
    assert.equal(await redis.hget(key("key"), "ref"), "h1 10");
  });
});

describe("add-holders", () => {
  const start = script("references/add-holders");
  const HOUR_MS = "3600000";

  it("returns the number of claims, and stores each holder once, and beyond the limit only that there are more", async (t) => {
    const { call, redis, key } = start(t);
    const claims = ["r h1", "r h2", "r h1", "r h3", "r h4", "q h1"].flatMap((claim, i) => [
      ...claim.split(" "),
      `${i + 1}-0`,
    ]);
    assert.equal(await call(["2", HOUR_MS, ...claims], Array<string>(6).fill("a")), 6);
    assert.deepEqual(await redis.hgetall(key("a")), { r: "h1 @3-0 h2 @2-0 + @4-0", q: "h1 @6-0" });
  });

  it("gives a holder the time of its newest claim", async (t) => {
    const { call, redis, key } = start(t);
    for (const id of ["10-1", "10-2", "9-3", "10-1"]) await call(["2", HOUR_MS, "r", "h1", id]);
    assert.equal(await redis.hget(key("key"), "r"), "h1 @10-2");
  });

  it("reads holders of 0.1.0, which have no times, and places that have become free", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("key"), "r", "h1 h2 +");
    await call(["3", HOUR_MS, "r", "h3", "7-0"]);
    await call(["3", HOUR_MS, "r", "h1", "8-0"]);
    assert.equal(await redis.hget(key("key"), "r"), "h1 @8-0 h2 + h3 @7-0");
  });

  it("renews the time of the unlisted holders only after the interval", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("key"), "r", "h1 +");
    const seen: (string | null)[] = [];
    for (const id of ["1000-0", "1999-0", "2000-5", "1500-0"]) {
      await call(["1", "1000", "r", "h2", id]);
      seen.push(await redis.hget(key("key"), "r"));
    }
    assert.deepEqual(seen, ["h1 + @1000-0", "h1 + @1000-0", "h1 + @2000-5", "h1 + @2000-5"]);
  });
});

describe("remove-holder", () => {
  const start = script("references/remove-holder");

  it("returns 1 if this call has removed the holder, else 0", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["r", "h1", "9-0"]), 0);
    await redis.hset(key("key"), "r", "h1 @3-0 h2 +");
    assert.equal(await call(["r", "h", "9-0"]), 0);
    assert.equal(await call(["r", "h1", "9-0"]), 1);
    assert.equal(await redis.hget(key("key"), "r"), "h2 +");
    assert.equal(await call(["r", "+", "0-0"]), 1);
    assert.equal(await call(["r", "h2", "0-0"]), 1);
    assert.equal(await redis.exists(key("key")), 0);
  });

  it("returns 0 for a holder that a later command has claimed again, also in the same millisecond", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("key"), "r", "h1 @10-2");
    for (const id of ["9-7", "10-1", "0-0"]) assert.equal(await call(["r", "h1", id]), 0);
    assert.equal(await redis.hget(key("key"), "r"), "h1 @10-2");
    assert.equal(await call(["r", "h1", "10-2"]), 1);
  });
});

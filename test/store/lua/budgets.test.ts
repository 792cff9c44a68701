import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";
import { until } from "../../support/until.ts";

const HOUR = "3600000";

describe("take-allowance", () => {
  const start = script("structures/take-allowance");

  it("returns 0 up to the units of a period, then the time to wait without taking more", async (t) => {
    const { call, redis, key } = start(t);
    for (let i = 0; i < 3; i++) assert.equal(await call(["1", "3", HOUR, ""]), 0);
    const paid = await redis.get(key("key"));
    const wait = Number(await call(["1", "3", HOUR, ""]));
    assert.ok(wait > 0 && wait <= Number(HOUR) / 3, `${wait}`);
    assert.equal(await redis.get(key("key")), paid);
    assert.ok((await redis.pttl(key("key"))) > 0);
  });

  it("takes more than a period has at once, which later periods pay off", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["10", "1", HOUR, ""]), 0);
    assert.ok(Number(await call(["1", "1", HOUR, ""])) > 8 * Number(HOUR));
    await redis.set(key("key"), Date.now() - 1);
    assert.equal(await call(["1", "1", HOUR, ""]), 0);
  });

  it("counts the used units by the present limit, and those of version 0.1.0 as they are", async (t) => {
    const { call, redis, key } = start(t);
    assert.ok(Number(await call(["50", "1", HOUR, "always"])) > 48 * Number(HOUR));
    assert.equal(await call(["1", "100", HOUR, ""]), 0);
    assert.ok(Number(await call(["1", "10", HOUR, ""])) > 4 * Number(HOUR));
    await redis.set(key("key"), Date.now() + 3 * Number(HOUR));
    assert.ok(Number(await call(["1", "100", HOUR, ""])) > 2 * Number(HOUR) - 60_000);
  });

  it("counts each of many small uses that take less than a millisecond of the rate", async (t) => {
    const { call, redis, key } = start(t);
    const [uses, units, perSecond] = [1000, 4, 10_000];
    const [seconds = 0, micros = 0] = (await redis.time()).map(Number);
    const begin = seconds * 1000 + micros / 1000;
    await Promise.all(
      Array.from({ length: uses }, () => call([`${units}`, `${perSecond}`, "1000", "always"])),
    );
    const paid = Number((await redis.get(key("key")))?.split(" ")[0] ?? 0);
    const owed = ((uses * units) / perSecond) * 1000;
    assert.ok(paid >= begin + owed - 2, `${paid - begin} of ${owed} ms`);
    assert.ok((await redis.pttl(key("key"))) > 0);
  });

  it("owes no more after the clock of Redis is set back, however far ahead it was", async (t) => {
    const { call, redis, key } = start(t);
    await call(["7", "1", HOUR, "always"]);
    const [paid = "", limit = "", at = ""] = (await redis.get(key("key")))?.split(" ") ?? [];
    const aheadMs = 365 * 24 * Number(HOUR);
    await redis.set(key("key"), `${Number(paid) + aheadMs} ${limit} ${Number(at) + aheadMs}`, "PX", aheadMs);
    const wait = Number(await call(["1", "1", HOUR, ""]));
    assert.ok(wait > 0 && wait <= 7 * Number(HOUR), `${wait}`);
    assert.ok(Number(await call(["1", "1", HOUR, "always"])) <= 8 * Number(HOUR));
    const left = await redis.pttl(key("key"));
    assert.ok(left > 0 && left <= 8 * Number(HOUR) + 1, `${left}`);
  });

  it("always takes units that are used already, and returns the time to wait afterwards", async (t) => {
    const { call } = start(t);
    assert.equal(await call(["1", "3", HOUR, "always"]), 0);
    assert.ok(Number(await call(["9", "3", HOUR, "always"])) > 2 * Number(HOUR));
  });
});

describe("take-slot", () => {
  const start = script("structures/take-slot");

  it("returns 1 up to the limit and for current holders, and 0 for more", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["a", "2", HOUR]), 1);
    assert.equal(await call(["b", "2", HOUR]), 1);
    assert.equal(await call(["c", "2", HOUR]), 0);
    assert.equal(await call(["a", "2", HOUR]), 1);
    await redis.zrem(key("key"), "b");
    assert.equal(await call(["c", "2", HOUR]), 1);
  });

  it("does not count holders that have been silent for too long", async (t) => {
    const { call, redis, key } = start(t);
    await redis.zadd(key("key"), 1, "gone");
    assert.equal(await call(["a", "1", HOUR]), 1);
    assert.deepEqual(await redis.zrange(key("key"), 0, "-1"), ["a"]);
  });

  it("counts a holder no longer than its lifetime after the clock of Redis is set back", async (t) => {
    const { call, redis, key } = start(t);
    await redis.zadd(key("key"), Date.now() + Number(HOUR), "gone");
    assert.equal(await call(["a", "1", HOUR]), 0);
    await until("its end", async () => (await call(["a", "1", "1"])) === 1);
  });
});

describe("add-field", () => {
  const start = script("structures/add-field");

  it("returns 1 while the hash has room, and 0 if it is full", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["a", "1", "2"]), 1);
    assert.equal(await call(["b", "2", "2"]), 1);
    assert.equal(await call(["c", "3", "2"]), 0);
    assert.deepEqual(await redis.hgetall(key("key")), { a: "1", b: "2" });
  });

  it("returns the value of an existing field, also of a full hash, and changes nothing", async (t) => {
    const { call, redis, key } = start(t);
    const keys = ["key", "version"];
    assert.equal(await call(["a", "first", "1"], keys), 1);
    assert.equal(await call(["a", "again", "1"], keys), "first");
    assert.deepEqual(await redis.hgetall(key("key")), { a: "first" });
    assert.equal(await redis.get(key("version")), "1");
  });

  it("increments the version of the hash with each added field", async (t) => {
    const { call, redis, key } = start(t);
    const keys = ["key", "version"];
    assert.equal(await call(["a", "1", "1"], keys), 1);
    assert.equal(await call(["b", "2", "1"], keys), 0);
    assert.equal(await redis.get(key("version")), "1");
  });
});

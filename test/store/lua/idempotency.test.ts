import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

describe("delete-if-equal", () => {
  const start = script("partition/delete-if-equal");

  it("returns 1 and deletes the value if it equals the text, and 0 for another or none", async (t) => {
    const { call, redis, key } = start(t);
    await redis.set(key("k"), "mine");
    assert.equal(await call(["other"], ["k"]), 0);
    assert.equal(await redis.get(key("k")), "mine");
    assert.equal(await call(["mine"], ["k"]), 1);
    assert.equal(await call(["mine"], ["k"]), 0);
    assert.equal(await redis.exists(key("k")), 0);
  });
});

describe("set-unless-other", () => {
  const start = script("partition/set-unless-other");

  it("returns 1 and sets the text with a lifetime if there is none or the expected one", async (t) => {
    const { call, redis, key } = start(t);
    assert.equal(await call(["mine", "first", "60000"], ["k"]), 1);
    assert.equal(await call(["first", "second", "90000"], ["k"]), 1);
    assert.equal(await redis.get(key("k")), "second");
    const left = await redis.pttl(key("k"));
    assert.ok(left > 60_000 && left <= 90_000, String(left));
  });

  it("returns 0 and keeps another text", async (t) => {
    const { call, redis, key } = start(t);
    await redis.set(key("k"), "other");
    assert.equal(await call(["mine", "new", "60000"], ["k"]), 0);
    assert.equal(await redis.get(key("k")), "other");
    assert.equal(await redis.pttl(key("k")), -1);
  });
});

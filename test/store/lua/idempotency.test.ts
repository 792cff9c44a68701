import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

describe("delete-if-equal", () => {
  const start = script("delete-if-equal");

  it("returns 1 and deletes the text while it is this one, and 0 for another or none", async (t) => {
    const { call, redis, key } = start(t);
    await redis.set(key("k"), "mine");
    assert.equal(await call(["other"], ["k"]), 0);
    assert.equal(await redis.get(key("k")), "mine");
    assert.equal(await call(["mine"], ["k"]), 1);
    assert.equal(await call(["mine"], ["k"]), 0);
    assert.equal(await redis.exists(key("k")), 0);
  });
});

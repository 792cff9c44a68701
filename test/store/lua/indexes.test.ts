import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

const start = script("maintenance/repair-index");

describe("repair-index", () => {
  it("returns 1 and writes to the index if the record is unchanged, else 0 without a write", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("record"), "m", "first");
    const repair = (text: string, ...words: string[]) => call(["m", text, ...words], ["record", "index"]);
    assert.equal(await repair("first", "ZADD", "0", "a"), 1);
    assert.equal(await repair("second", "ZADD", "0", "b"), 0);
    assert.deepEqual(await redis.zrange(key("index"), 0, "-1"), ["a"]);
    assert.equal(await repair("first", "ZREM", "a"), 1);
    assert.equal(await redis.exists(key("index")), 0);
  });
});

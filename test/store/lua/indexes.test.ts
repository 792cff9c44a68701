import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

const start = script("read/repair-index");

describe("repair-index", () => {
  it("writes into the index, and returns 1, while the record is as it was; else it writes nothing, and returns 0", async (t) => {
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

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { script } from "../../support/script.ts";

const start = script("structures/read-together");

describe("read-together", () => {
  it("returns the reply of each command, in order, with empty replies for keys that do not exist", async (t) => {
    const { call, redis, key } = start(t);
    await redis.hset(key("hash"), "a", "1", "b", "2");
    await redis.zadd(key("set"), 0, "x", 0, "y");
    const commands = [["HGETALL"], ["HMGET", "b", "none"], ["ZRANGE", "0", "-1"], ["HKEYS"], ["HGETALL"]];
    const replies = await call(
      commands.map((command) => JSON.stringify(command)),
      ["hash", "hash", "set", "hash", "nothing"],
    );
    assert.deepEqual(replies, [["a", "1", "b", "2"], ["2", null], ["x", "y"], ["a", "b"], []]);
  });

  it("refuses a command that writes", async (t) => {
    const { call, redis, key } = start(t);
    await assert.rejects(call([JSON.stringify(["SET", "text"])]), /not allowed from read-only scripts/);
    assert.equal(await redis.exists(key("key")), 0);
  });
});

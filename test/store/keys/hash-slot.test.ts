import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { Command } from "ioredis";
import { slotOfKey } from "../../../src/store/keys/hash-slot.ts";
import { onOneServer } from "../../support/connections/one-server.ts";
import { expectOneSlot, watchSlots } from "../../support/connections/one-slot.ts";
import { newPrefix, openRedis } from "../../support/redis.ts";

const SCRIPT = "return 1";
const SHA = createHash("sha1").update(SCRIPT).digest("hex");

describe("slotOfKey", () => {
  it("computes the same slot as clients of Redis Cluster, also for keys with many braces", () => {
    const part = fc.oneof(fc.constantFrom("{", "}", "{1}"), fc.string({ unit: "grapheme" }));
    fc.assert(
      fc.property(fc.array(part, { maxLength: 6 }), (parts) => {
        const key = parts.join("");
        // The client differs from Redis, which uses the whole key in this case.
        fc.pre(!key.includes("{}"));
        assert.equal(slotOfKey(key), new Command("get", [key]).getSlot());
      }),
    );
  });
});

describe("the recorder of commands across slots", () => {
  const open = (t: TestContext) => {
    watchSlots();
    const redis = openRedis(t, { connectionName: "wishlist-commands" });
    return { redis, one: `${newPrefix()}{a}`, other: `${newPrefix()}{b}` };
  };

  it("passes commands with keys in one slot", async (t) => {
    const { redis, one } = open(t);
    await redis.multi().get(`${one}1`).get(`${one}2`).exec();
    await redis.pipeline().get("a").get("b").exec();
    await redis.eval(SCRIPT, 2, `${one}1`, `${one}2`);
    await redis.evalsha(SHA, 2, `${one}1`, `${one}2`);
    expectOneSlot();
  });

  const refused = onOneServer("a cluster refuses commands over two slots by itself");
  it(
    "fails on a command, script or transaction over two slots, and on one without a key",
    refused,
    async (t) => {
      const { redis, one, other } = open(t);
      await redis.mget(one, other);
      assert.throws(expectOneSlot, /mget/);
      await redis.eval(SCRIPT, 2, one, other);
      assert.throws(expectOneSlot, /eval/);
      await redis.evalsha(SHA, 2, one, other);
      assert.throws(expectOneSlot, /evalsha/);
      await redis.multi().get(one).get(other).exec();
      assert.throws(expectOneSlot, /a transaction over 2 slots/);
      await redis.time();
      assert.throws(expectOneSlot, /time/);
      expectOneSlot();
    },
  );
});

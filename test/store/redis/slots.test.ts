import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { inSlot, slotsInUse } from "../../../src/store/redis/structures/slots.ts";
import { withRedis } from "../../support/redis.ts";

describe("work in a slot", () => {
  it("runs while one is free, and releases it at its end or failure", async (t) => {
    const { redis, keys } = withRedis(t);
    const key = keys.openUploads("shop");
    const outer = await inSlot(redis, key, 1, async () => {
      assert.equal(await slotsInUse(redis, key), 1);
      assert.equal(await inSlot(redis, key, 1, () => assert.fail("no slot is free")), undefined);
      return "done";
    });
    assert.deepEqual(outer, { result: "done" });
    assert.equal(await slotsInUse(redis, key), 0);
    await assert.rejects(
      inSlot(redis, key, 1, () => Promise.reject(new Error("it fails"))),
      /it fails/,
    );
    assert.equal(await slotsInUse(redis, key), 0);
  });
});

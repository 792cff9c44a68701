import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { relayedWithin } from "../../../src/store/partition/relayed-within.ts";
import { withRedis } from "../../support/redis.ts";

describe("relayedWithin", () => {
  it("resolves to whether all events are relayed in time", async (t) => {
    const { redis, keys } = withRedis(t);
    const within = (ms: number) => relayedWithin(redis, keys, 4, ms);
    assert.equal(await within(0), true);
    await redis.xadd(keys.outbox(2), "9-1", "e", "event");
    assert.equal(await within(0), false);
    assert.equal(await within(120), false);
    const waiting = within(60_000);
    await redis.xtrim(keys.outbox(2), "MAXLEN", 0);
    assert.equal(await waiting, true);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { relayedWithin, takenWithin } from "../../../src/store/partition/relayed-within.ts";
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

describe("takenWithin", () => {
  it("resolves to whether a command has left its stream in time", async (t) => {
    const { redis, keys } = withRedis(t);
    const stream = keys.commands(2);
    for (const id of ["9-1", "9-2"]) await redis.xadd(stream, id, "c", "command");
    const within = (entryId: string, ms: number) => takenWithin(redis, { stream, entryId }, ms);
    assert.equal(await within("9-1", 120), false);
    const waiting = within("9-1", 60_000);
    await redis.xtrim(stream, "MINID", "9-2");
    assert.equal(await waiting, true);
    assert.equal(await within("9-2", 0), false);
  });
});

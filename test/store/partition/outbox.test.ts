import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import fc from "fast-check";
import { eventId, relayMark } from "../../../src/store/partition/outbox.ts";
import { withRedis } from "../../support/redis.ts";

const place = fc.record({ ms: fc.nat(2 ** 41), seq: fc.nat(2 ** 20) });
const number = fc.nat(2 ** 20 - 1);
const compare = (a: number[], b: number[]) => {
  const i = a.findIndex((value, at) => value !== b[at]);
  return i < 0 ? 0 : Math.sign((a[i] ?? 0) - (b[i] ?? 0));
};
const partsOf = (id: string) => id.split("-").map(Number);

describe("eventId", () => {
  it("sorts events by the entry of their command and their number, and is unique", () => {
    fc.assert(
      fc.property(place, number, place, number, (one, oneNumber, other, otherNumber) => {
        assert.equal(
          compare(partsOf(eventId(one, oneNumber)), partsOf(eventId(other, otherNumber))),
          compare([one.ms, one.seq, oneNumber], [other.ms, other.seq, otherNumber]),
        );
      }),
    );
  });

  it("gives ids that Redis accepts in order, including the first of the first command", async (t) => {
    const { redis, keys } = withRedis(t);
    const ids = [
      eventId({ ms: 1, seq: 0 }, 0),
      eventId({ ms: 1, seq: 0 }, 1),
      eventId({ ms: 1, seq: 1 }, 0),
      eventId({ ms: 2, seq: 0 }, 0),
    ];
    for (const id of ids) assert.equal(await redis.xadd(keys.outbox(0), id, "e", "event"), id);
  });
});

describe("relayMark", () => {
  const open = async (t: TestContext) => {
    const { redis, keys } = withRedis(t);
    await redis.xadd(keys.commands(1), "5-3", "c", "command");
    await redis.xadd(keys.outbox(2), "9-1", "e", "event");
    return { redis, keys, isRelayed: await relayMark(redis, keys, 4) };
  };

  it("is reached at once if nothing waits", async (t) => {
    const { redis, keys } = withRedis(t);
    assert.equal(await (await relayMark(redis, keys, 4))(), true);
  });

  it("is not reached until waiting commands are applied and their events relayed", async (t) => {
    const { redis, keys, isRelayed } = await open(t);
    assert.equal(await isRelayed(), false);
    await redis.xadd(keys.outbox(1), eventId({ ms: 5, seq: 3 }, 7), "e", "its event");
    await redis.xtrim(keys.commands(1), "MAXLEN", 0);
    await redis.xtrim(keys.outbox(2), "MAXLEN", 0);
    assert.equal(await isRelayed(), false);
    await redis.xtrim(keys.outbox(1), "MAXLEN", 0);
    assert.equal(await isRelayed(), true);
  });

  it("does not wait for later commands, also in the same millisecond", async (t) => {
    const { redis, keys, isRelayed } = await open(t);
    await redis.xadd(keys.commands(1), "5-4", "c", "later");
    await redis.xadd(keys.outbox(1), eventId({ ms: 5, seq: 4 }, 0), "e", "later");
    await redis.xadd(keys.outbox(2), "9-2", "e", "later");
    await redis.xtrim(keys.commands(1), "MINID", "5-4");
    await redis.xtrim(keys.outbox(2), "MINID", "9-2");
    assert.equal(await isRelayed(), true);
  });

  it("ignores relayed events that are kept", async (t) => {
    const { redis, keys, isRelayed } = await open(t);
    await redis.xtrim(keys.commands(1), "MAXLEN", 0);
    await redis.hset(keys.lease(2), "relayed", "9-0");
    assert.equal(await isRelayed(), false);
    await redis.hset(keys.lease(2), "relayed", "9-1");
    assert.equal(await isRelayed(), true);
  });
});

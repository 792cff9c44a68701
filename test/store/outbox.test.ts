import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { eventId } from "../../src/store/partition/outbox.ts";
import { withRedis } from "../support/redis.ts";

const place = fc.record({ ms: fc.nat(2 ** 41), seq: fc.nat(2 ** 20) });
const number = fc.nat(2 ** 20 - 1);
const compare = (a: number[], b: number[]) => {
  const i = a.findIndex((value, at) => value !== b[at]);
  return i < 0 ? 0 : Math.sign((a[i] ?? 0) - (b[i] ?? 0));
};
const partsOf = (id: string) => id.split("-").map(Number);

describe("eventId", () => {
  it("sorts events by the place of their command and their number, and no two alike", () => {
    fc.assert(
      fc.property(place, number, place, number, (one, oneNumber, other, otherNumber) => {
        assert.equal(
          compare(partsOf(eventId(one, oneNumber)), partsOf(eventId(other, otherNumber))),
          compare([one.ms, one.seq, oneNumber], [other.ms, other.seq, otherNumber]),
        );
      }),
    );
  });

  it("gives ids that Redis takes in order, the first of the first command included", async (t) => {
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

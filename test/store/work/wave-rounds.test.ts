import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WaveRounds } from "../../../src/store/work/wave-rounds.ts";
import { withRedis } from "../../support/redis.ts";

const ROUND = { storeKey: "tenant/default", id: "wave-1", part: 3 };
const [END, OTHER] = [
  { since: 5, itemId: "b" },
  { since: 7, itemId: "a" },
];

describe("a round of a wave", () => {
  it("keeps the end with which it began first", async (t) => {
    const { redis, keys } = withRedis(t);
    const rounds = new WaveRounds(redis, keys);
    assert.equal(await rounds.endOf(ROUND), undefined);
    assert.deepEqual(await rounds.begin(ROUND, END), END);
    assert.deepEqual(await rounds.begin(ROUND, OTHER), END);
    assert.deepEqual(await rounds.endOf(ROUND), END);
    assert.equal(await rounds.endOf({ ...ROUND, part: 4 }), undefined);
  });

  it("is done with the last of its jobs, and counts a job that is done twice once; it expires", async (t) => {
    const { redis, keys } = withRedis(t);
    const rounds = new WaveRounds(redis, keys);
    await rounds.begin(ROUND, END);
    const finish = (sublist: number, notified: number) =>
      rounds.finish(ROUND, { sublist, sublists: 3, notified });
    assert.equal(await finish(0, 4), undefined);
    assert.equal(await finish(2, 0), undefined);
    assert.equal(await finish(0, 5), undefined);
    assert.equal(await finish(1, 2), 7);
    assert.equal(await finish(1, 2), 7);
    assert.ok((await redis.ttl(keys.waveRound(ROUND.storeKey, "wave-1-3"))) > 0);
  });
});

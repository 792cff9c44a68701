import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { deadLetterFields, DeadLetters } from "../../../src/store/partition/dead-letters.ts";
import { withRedis } from "../../support/redis.ts";
import { given } from "../../support/service.ts";

const KEPT_MS = 30 * 86_400_000;

function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const park = async (partition: number, payload: string) =>
    given(
      (await redis.xadd(
        keys.deadLetters(partition),
        "*",
        ...deadLetterFields({ payload, reason: "why", entryId: "5-1" }),
      )) ?? undefined,
    );
  return { redis, keys, park, letters: new DeadLetters(redis, keys, 4) };
}

describe("DeadLetters", () => {
  it("lists those of all partitions, the oldest first, up to the given number of each", async (t) => {
    const { park, letters } = setUp(t);
    const ids: string[] = [];
    for (const partition of [1, 3])
      for (const payload of ["a", "b", "c"]) ids.push(await park(partition, payload));
    const found = await letters.list(2);
    assert.deepEqual(
      found.map(({ id, payload }) => [id, payload]),
      [
        [`1/${ids[0]}`, "a"],
        [`1/${ids[1]}`, "b"],
        [`3/${ids[3]}`, "a"],
        [`3/${ids[4]}`, "b"],
      ],
    );
    const [first] = found;
    assert.equal(first?.time, Number(ids[0]?.split("-")[0]));
    assert.deepEqual([first.partition, first.reason, first.entryId], [1, "why", "5-1"]);
  });

  it("goes through all in parts, but not through those added meanwhile", async (t) => {
    const { park, letters } = setUp(t);
    const parked = Array.from({ length: 501 }, (_, n) => `${n}`);
    for (const payload of parked) await park(2, payload);
    const seen: string[] = [];
    for await (const { payload } of letters.all()) {
      seen.push(payload);
      await park(2, `again ${payload}`);
    }
    assert.deepEqual(seen, parked);
  });

  it("finds one by its id, and nothing by an invalid id", async (t) => {
    const { park, letters } = setUp(t);
    const entry = await park(1, "a");
    assert.equal((await letters.find(`1/${entry}`))?.payload, "a");
    for (const id of [
      `2/${entry}`,
      "1/1-1",
      entry,
      "",
      "1/",
      `1/${entry}x`,
      `x/${entry}`,
      "99999/1-1",
      "1/-",
      "1/18446744073709551616-0",
      "1/1-18446744073709551616",
    ]) {
      assert.equal(await letters.find(id), undefined, id);
      assert.equal(await letters.discard(id), false, id);
    }
    assert.equal((await letters.list(10)).length, 1);
  });

  it("sends one again once, however many requests are concurrent", async (t) => {
    const { redis, keys, park, letters } = setUp(t);
    const letter = given(await letters.find(`1/${await park(1, "a")}`));
    const sent = await Promise.all(Array.from({ length: 10 }, () => letters.redrive(letter, "again")));
    const ids = sent.filter((id) => id !== undefined);
    assert.equal(ids.length, 1);
    assert.deepEqual(await redis.xrange(keys.commands(1), "-", "+"), [[ids[0], ["c", "again"]]]);
    assert.deepEqual(await letters.list(10), []);
  });

  it("discards one permanently, once", async (t) => {
    const { redis, keys, park, letters } = setUp(t);
    const letter = given(await letters.find(`1/${await park(1, "a")}`));
    assert.equal(await letters.discard(letter.id), true);
    assert.equal(await letters.discard(letter.id), false);
    assert.equal(await letters.redrive(letter, "again"), undefined);
    assert.equal(await redis.exists(keys.commands(1)), 0);
  });

  it("keeps each for 30 days, in all partitions", async (t) => {
    const { redis, keys, letters } = setUp(t);
    const now = Date.now();
    const add = (partition: number, ms: number) =>
      redis.xadd(
        keys.deadLetters(partition),
        `${ms}-7`,
        ...deadLetterFields({ payload: "a", reason: "", entryId: "5-1" }),
      );
    for (const partition of [0, 3])
      for (const age of [KEPT_MS + 1, KEPT_MS, 0]) await add(partition, now - age);
    assert.equal(await letters.dropExpired(now), 2);
    assert.deepEqual(
      (await letters.list(10)).map(({ partition, time }) => [partition, now - time]),
      [0, 3].flatMap((partition) => [KEPT_MS, 0].map((age) => [partition, age])),
    );
    assert.equal(await letters.dropExpired(now), 0);
  });
});

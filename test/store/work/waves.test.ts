import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type Wave, Waves } from "../../../src/store/work/waves.ts";
import { withRedis } from "../../support/redis.ts";

const STORE = "tenant/default";
const NOW = Date.parse("2026-11-20T12:00:00Z");
const HOUR_MS = 3_600_000;

const waveOf = (id: string, variantRef: string, nextMs = NOW + HOUR_MS): Wave => ({
  ...{ id, alert: "back_in_stock", productKey: "key", productRef: "tent", variantRef, title: "Tent" },
  ...{ since: new Date(NOW).toISOString(), alerted: 2, left: 3, nextTime: new Date(nextMs).toISOString() },
});

describe("the waves under way", () => {
  it("are those recorded and not over; a new wave of a variant replaces the old one, which then ends nothing", async (t) => {
    const { redis, keys } = withRedis(t);
    const waves = new Waves(redis, keys);
    const ids = async () => (await waves.list(STORE, NOW)).map(({ id }) => id).sort();
    const [old, other] = [waveOf("1", "red"), waveOf("2", "blue")];
    for (const wave of [old, other]) await waves.record(STORE, wave);
    assert.deepEqual(await ids(), ["1", "2"]);
    await waves.begin(STORE, waveOf("3", "red"));
    assert.deepEqual(await ids(), ["2"]);
    await waves.record(STORE, waveOf("3", "red"));
    await waves.end(STORE, old);
    assert.deepEqual(await ids(), ["2", "3"]);
    await waves.end(STORE, other);
    assert.deepEqual(await ids(), ["3"]);
    assert.deepEqual(await waves.list("tenant/north", NOW), []);
  });

  it("leave out a wave whose job is an hour late, but keep its record, and expire as a whole", async (t) => {
    const { redis, keys } = withRedis(t);
    const waves = new Waves(redis, keys);
    await waves.record(STORE, waveOf("late", "red", NOW - HOUR_MS - 1));
    await waves.record(STORE, waveOf("due", "blue", NOW - HOUR_MS));
    assert.deepEqual(
      (await waves.list(STORE, NOW)).map(({ id }) => id),
      ["due"],
    );
    const recorded = (await waves.all(STORE)).map(({ id }) => id).sort();
    assert.deepEqual(recorded, ["due", "late"], "a late wave can be recovered");
    assert.ok((await redis.ttl(keys.waves(STORE))) > 0);
  });

  it("are recorded after a round only if no later job has recorded or ended them", async (t) => {
    const { redis, keys } = withRedis(t);
    const waves = new Waves(redis, keys);
    const at = (part: number, left: number): Wave => ({
      ...waveOf("1", "red"),
      left,
      rest: { partition: 0, cycle: 1, told: 0, part },
    });
    const left = async () => (await waves.list(STORE, NOW)).map((wave) => wave.left);
    await waves.recordAfter(STORE, 3, at(4, 9));
    assert.deepEqual(await left(), []);
    await waves.record(STORE, at(3, 20));
    await waves.recordAfter(STORE, 3, { ...at(4, 9), id: "2" });
    await waves.recordAfter(STORE, 2, at(3, 9));
    assert.deepEqual(await left(), [20]);
    await waves.recordAfter(STORE, 3, at(4, 10));
    assert.deepEqual(await left(), [10]);
    await waves.recordAfter(STORE, 3, at(4, 11));
    assert.deepEqual(await left(), [10]);
  });

  it("are listed up to 200 of a store, and recorded up to 2,000; recorded waves are still updated", async (t) => {
    const { redis, keys } = withRedis(t);
    const waves = new Waves(redis, keys);
    for (let i = 0; i < 2001; i++) await waves.record(STORE, waveOf(i.toString(), i.toString()));
    await waves.record(STORE, { ...waveOf("0", "0"), alerted: 7 });
    assert.equal((await waves.list(STORE, NOW)).length, 200);
    const all = await waves.all(STORE);
    assert.equal(all.length, 2000);
    assert.equal(all.find(({ id }) => id === "0")?.alerted, 7);
  });

  it("keep a new wave that is recorded while the former one of its variant ends", async (t) => {
    const { redis, keys } = withRedis(t);
    const waves = new Waves(redis, keys);
    await waves.record(STORE, waveOf("old", "red"));
    const hget = redis.hget.bind(redis);
    t.mock.method(redis, "hget", async (key: string, field: string) => {
      const text = await hget(key, field);
      await waves.record(STORE, waveOf("new", "red"));
      return text;
    });
    await waves.end(STORE, waveOf("old", "red"));
    assert.deepEqual(
      (await waves.all(STORE)).map(({ id }) => id),
      ["new"],
    );
  });
});

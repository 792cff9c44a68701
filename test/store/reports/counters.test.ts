import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import fc from "fast-check";
import type { CountedWish } from "../../../src/actors/events/counted.ts";
import { countersOfWish } from "../../../src/actors/report/counter-changes.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { type CounterChange, QUARTERS } from "../../../src/store/reports/counter-fields.ts";
import { counterKeys } from "../../../src/store/reports/counter-keys.ts";
import { CounterReader } from "../../../src/store/reports/counter-reader.ts";
import { ReportCounters } from "../../../src/store/reports/counters.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { intercepted } from "../../support/connections/intercepted.ts";
import { atEnd, type Cleanup, keysWith, PARTITIONS, withRedis } from "../../support/redis.ts";
import { unique } from "../../support/service.ts";

const DAYS = ["2026-03-01", "2026-03-02", "2026-03-03"];
const ALL = DAYS.map((day) => ({ day, from: 0, to: QUARTERS }));
const suite = atEnd();

let counters: ReportCounters;
let reader: CounterReader;
/** Stores the fields that an earlier version has left in the positions of a new store. Resolves to its key. */
let storeWith: (fields: Record<string, string>) => Promise<string>;
before(async () => {
  const { redis, keys } = withRedis(suite);
  const layout = await openLayout(redis, keys, PARTITIONS);
  counters = new ReportCounters(redis, keys, layout);
  reader = new CounterReader(redis, keys, layout);
  storeWith = async (fields) => {
    const storeKey = `${unique("t")}/default`;
    const positions = counterKeys(keys, layout, storeKey).positions;
    if (Object.keys(fields).length > 0) await redis.hset(positions, fields);
    return storeKey;
  };
});

const day = fc.constantFrom(...DAYS);
/** A wish of one of two variants, with the time of its creation, and how it ends, if it does. */
const wish = fc.record({
  variant: fc.constantFrom("a", "b"),
  madeTime: day.map((each) => `${each}T10:20:00.000Z`),
  end: fc.option(fc.record({ how: fc.constantFrom("removed", "purchased"), day }), { nil: undefined }),
});

type Wish = (typeof wish)["generate"] extends (...args: never[]) => { value: infer V } ? V : never;

const countedAs = ({ variant, madeTime, end }: Wish): [open: CountedWish, closed?: CountedWish] => {
  const open = { product: { productRef: "p", selectedVariantRef: variant }, madeTime, purchased: false };
  if (!end) return [open];
  if (end.how === "purchased") return [open, { ...open, purchased: true }];
  return [open, { ...open, leftTime: `${end.day}T23:59:59.000Z` }];
};

/** Counts that a wish is made, and then that it ends, as two events. */
const changesOf = (each: Wish): CounterChange[][] => {
  const [open, closed] = countedAs(each);
  const made = countersOfWish(open);
  return closed ? [made, [...countersOfWish(open, -1n), ...countersOfWish(closed)]] : [made];
};

/** The numbers that reports show of some days: wishes made, removed, and still open, by variant. */
async function shownOf(storeKey: string, days: readonly string[]) {
  const shown: Record<string, bigint> = {};
  const parts = ALL.filter((part) => days.includes(part.day));
  await reader.eachWish(storeKey, parts, ({ variant }, counts) => {
    for (const [what, count] of Object.entries(counts)) {
      const name = `${what} ${variant.variant}`;
      shown[name] = (shown[name] ?? 0n) + count;
    }
  });
  return Object.fromEntries(Object.entries(shown).filter(([, count]) => count !== 0n));
}

function expectedOf(wishes: readonly Wish[], days: readonly string[]) {
  const expected: Record<string, bigint> = {};
  const add = (what: string, { variant }: Wish) => {
    expected[`${what} ${variant}`] = (expected[`${what} ${variant}`] ?? 0n) + 1n;
  };
  for (const each of wishes) {
    const isWithin = days.includes(each.madeTime.slice(0, 10));
    if (isWithin) add("made", each);
    if (isWithin && !each.end) add("open", each);
    if (each.end?.how === "removed" && days.includes(each.end.day)) add("removed", each);
  }
  return expected;
}

describe("the counters of wishes", () => {
  it("show made, removed and open wishes of any days, whichever days an earlier version has counted", async () => {
    const wishes = fc.array(wish, { maxLength: 12 });
    await fc.assert(
      fc.asyncProperty(
        wishes,
        fc.constantFrom("0", ...DAYS, "9999-12-31"),
        fc.subarray(DAYS),
        async (all, closed, days) => {
          const storeKey = await storeWith({ quarters: "0", closed });
          const events = all
            .flatMap(changesOf)
            .map((changes, i) => ({ partition: 3, id: `${i + 1}-0`, changes }));
          await counters.count(storeKey, events);
          assert.deepEqual(await shownOf(storeKey, days), expectedOf(all, days));
        },
      ),
      { numRuns: 60 },
    );
  });

  it("are counted in the newest way from the first day in a new store, and two days later in another one", async () => {
    const fresh = await storeWith({});
    assert.deepEqual(await reader.starts(fresh), { quarters: "0", closed: "0" });
    assert.deepEqual(await counters.begin(fresh), { quarters: "0", closed: "0" });
    const older = await storeWith({ quarters: "0", "5": "1-0" });
    assert.deepEqual(await reader.starts(older), { quarters: "0", closed: "9999-12-31" });
    const { quarters, closed } = await counters.begin(older);
    const days = (Date.parse(closed) - Date.now()) / DAY_MS;
    assert.equal(quarters, "0");
    assert.ok(days > 1 && days <= 2, closed);
    assert.deepEqual(await reader.starts(older), { quarters, closed });
  });

  it("of an open wish have two fields for its variant: of its day, and of its quarter of an hour", async () => {
    const storeKey = await storeWith({});
    const [changes = []] = changesOf({ variant: "a", madeTime: `${DAYS[0]}T10:20:00.000Z`, end: undefined });
    await counters.count(storeKey, [{ partition: 3, id: "1-0", changes }]);
    const stored = await counters.all(storeKey);
    assert.deepEqual([...stored].map(([name, fields]) => [name, fields.size]).sort(), [
      ["2026-03-01:q", 1],
      ["2026-03-01:wishes", 1],
      ["2026-03-01:wishes:q", 1],
      ["days", 1],
    ]);
  });
});

describe("the replacement of a store's counters", () => {
  const fresh = (count: bigint) => new Map([["days", new Map([["a", count]])]]);

  /** Opens the counters of a store whose script `replace-counters` is preceded by `before`. */
  async function opened(t: Cleanup, before: () => Promise<unknown>) {
    const { redis, prefix, keys } = withRedis(t);
    const layout = await openLayout(redis, keys, PARTITIONS);
    const late = intercepted(redis, ([name], send) => (name === "EVALSHA" ? before().then(send) : send()));
    const one = new ReportCounters(redis, keys, layout);
    return {
      redis,
      prefix,
      one,
      late: new ReportCounters(late, keys, layout),
      hash: counterKeys(keys, layout, "t/s").hash,
    };
  }

  it("by two recounts at the same time leaves the counters of one of them", async (t) => {
    const places = { quarters: "0", closed: "0" };
    const { redis, one, late, hash } = await opened(t, async () => {
      assert.equal(await one.replace("t/s", fresh(2n), places), true);
    });
    await redis.hset(hash("days"), "a", "9");
    await redis.hset(hash("lost"), "a", "9");
    assert.deepEqual(await one.begin("t/s"), places);
    await late.replace("t/s", fresh(3n), places).catch(() => undefined);
    const stored = await one.all("t/s");
    assert.ok([2n, 3n].includes(stored.get("days")?.get("a") ?? 0n));
    assert.equal(stored.size, 1);
    assert.equal(await redis.ttl(hash("days")), -1);
  });

  it("leaves no key for ever if it is interrupted", async (t) => {
    const { redis, prefix, late, hash } = await opened(t, () => Promise.reject(new Error("killed")));
    await redis.hset(hash("days"), "a", "9");
    const known = await keysWith(redis, prefix);
    await assert.rejects(late.replace("t/s", fresh(3n), {}), /killed/);
    const left = (await keysWith(redis, prefix)).filter((key) => !known.includes(key));
    assert.equal(left.length, 1);
    for (const key of left) assert.ok((await redis.ttl(key)) > 0, key);
  });
});

import assert from "node:assert/strict";
import { it } from "node:test";
import { loadState } from "../../../src/store/partition/state/load.ts";
import {
  type Named,
  SOME_RECORDS,
  type SomeRecords,
  type StateKey,
} from "../../../src/store/partition/state/state-keys.ts";
import type { AlertRecord } from "../../../src/store/records/alerts.ts";
import { withRedis } from "../../support/redis.ts";

const slot = "t/s:key";
const LARGE = 50_000;
/** Number of large alerts that are read at once. */
const READ = SOME_RECORDS.characters / LARGE;
const COUNT = 3 * READ;
const idOf = (number: number) => `a${String(number).padStart(5, "0")}`;

/** An alert about wishes; its title looks like the name of another wish. */
const alertOf = (number: number, itemIds: string[]): AlertRecord => ({
  ...{ id: idOf(number), type: "back_in_stock", status: "sent", customerId: "c", customerRef: "ann" },
  ...{ productRef: "p", variantRef: "v", variantId: "p.1", itemIds, cycle: number, productId: "p" },
  ...{ createdTime: "2026-01-01T00:00:00.000Z", title: `"itemIds":["other.1"]${"x".repeat(LARGE)}` },
});

it("of many large alerts, those of a wishlist are read in part, and those of items up to the newest", async (t) => {
  const { redis, keys } = withRedis(t);
  const fields: Record<string, string> = {};
  for (let i = 1; i <= COUNT; i++) {
    const itemIds = [`many.${i}`, "all.1", ...(i % 50 === 0 ? ["few.1"] : [])];
    fields[`back_in_stock ${i}`] = JSON.stringify(alertOf(i, itemIds));
  }
  await redis.hset(keys.alerts(5, slot), fields);
  let characters = 0;
  const read = async (stateKey: StateKey) => {
    let found: unknown;
    characters = 0;
    const wanted = { partition: 5, stateKey, load: (_: StateKey, value: unknown) => (found = value) };
    await loadState(redis, keys, [wanted], (_, its) => (characters += its));
    return found;
  };
  const some = async (wishlistId: string) => {
    const stateKey: StateKey = { kind: "someAlerts", id: slot, field: wishlistId };
    const { records, hasMore } = (await read(stateKey)) as SomeRecords<AlertRecord>;
    return { ids: records.map(({ record }) => record.id).sort(), hasMore };
  };
  const newest = async (...itemIds: string[]) => {
    const found = (await read({
      kind: "newestAlerts",
      id: slot,
      field: itemIds.join(" "),
    })) as Named<AlertRecord>[];
    return found.map(({ record }) => record.id).sort();
  };
  for (const wishlistId of ["", "all"]) {
    const { ids, hasMore } = await some(wishlistId);
    assert.deepEqual([ids.length, hasMore], [READ, true]);
    assert.ok(characters < SOME_RECORDS.characters + 2 * LARGE, `${characters}`);
  }
  assert.deepEqual(await some("few"), { ids: [idOf(50), idOf(100)], hasMore: false });
  assert.deepEqual(await some("other"), { ids: [], hasMore: false });
  const last = Array.from({ length: READ }, (_, i) => idOf(COUNT - READ + 1 + i));
  assert.deepEqual(await newest("all.1", "many.1"), last);
  assert.deepEqual(await newest("few.1", "many.7", "other.1"), [idOf(7), idOf(50), idOf(100)]);
});

import assert from "node:assert/strict";
import { it } from "node:test";
import { ANYWHERE, applyLevels } from "../../../src/actors/catalogue/availability.ts";
import type { StockRow } from "../../../src/store/records/catalogue.ts";

const START = Date.UTC(2026, 0, 1);
const timeOf = (i: number) => new Date(START + 1000 * i).toISOString();

it("totals of a variant read the time of each location a fixed number of times, however many they are", () => {
  const readsFor = (count: number) => {
    let reads = 0;
    const row: StockRow = {
      available: 5,
      get updatedTime() {
        reads++;
        return timeOf(0);
      },
    };
    const known = Object.fromEntries(Array.from({ length: count }, (_, i) => [`location ${i}`, row]));
    const levels = Array.from({ length: count }, (_, i) => ({
      ...{ locationRef: ANYWHERE, available: 5 * count + i, updatedTime: timeOf(1 + i) },
    }));
    const { stock, statuses } = applyLevels(known, levels, timeOf(count));
    assert.ok(statuses.every((status) => status === "applied"));
    assert.equal(stock[ANYWHERE]?.elsewhere, count - 1);
    return reads;
  };
  assert.equal(readsFor(200), 2 * readsFor(100));
});

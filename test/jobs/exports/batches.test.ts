import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { cut } from "../../../src/jobs/exports/batches.ts";
import type { Step } from "../../../src/jobs/exports/sources/source.ts";
import type { Cursor } from "../../../src/store/exports/export-run.ts";
import { itemOf } from "../../support/platforms/records.ts";

const DIGITS = 3;
const cursorOf = (n: number): Cursor => ({ at: "0", item: n.toString().padStart(DIGITS, "0") });

/** Reads wishes with these numbers, one page for each. */
async function* wishes(numbers: readonly number[], start: Cursor): AsyncGenerator<Step[]> {
  for (const n of numbers)
    if (cursorOf(n).item > start.item)
      yield await Promise.resolve([{ cursor: cursorOf(n), record: itemOf(n) }]);
}

async function batchesFrom(numbers: readonly number[], start: Cursor, size: number, firstEnd?: Cursor) {
  const batches = [];
  for await (const batch of cut(wishes(numbers, start), { start, size, firstEnd })) batches.push(batch);
  return batches.map(({ records, end }) => ({ ids: records.map(({ id }) => id), end }));
}

describe("cut", () => {
  it("sends again what a batch has sent and what was added before its end, and nothing of that in another batch", () =>
    fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(99), { minLength: 1 }),
        fc.uniqueArray(fc.nat(99)),
        fc.integer({ min: 1, max: 5 }),
        async (present, later, size) => {
          const inOrder = (numbers: readonly number[]) => [...new Set(numbers)].sort((a, b) => a - b);
          const start: Cursor = { at: "0", item: "" };
          const [first] = await batchesFrom(inOrder(present), start, size);
          const now = inOrder([...present, ...later]);
          const [again, ...others] = await batchesFrom(now, start, size, first?.end);
          const upToEnd = now.filter((n) => cursorOf(n).item <= (first?.end.item ?? ""));
          assert.deepEqual(
            again?.ids,
            upToEnd.map((n) => itemOf(n).id),
          );
          assert.deepEqual(
            others.flatMap(({ ids }) => ids),
            now.slice(upToEnd.length).map((n) => itemOf(n).id),
          );
          for (const { ids } of others) assert.ok(ids.length <= size);
        },
      ),
    ));
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { eachInTurns, sortedInTurns, Turns } from "../../src/collections/in-turns.ts";
import { callsPerTurn } from "../support/turns.ts";

describe("long work in turns", () => {
  it("visits all elements in their order, some in each turn of the event loop", async () => {
    const all = Array.from({ length: 9500 }, (_, i) => i);
    const visited: number[] = [];
    const most = await callsPerTurn((count) =>
      eachInTurns(all, (each) => {
        count();
        visited.push(each);
      }),
    );
    assert.deepEqual(visited, all);
    assert.ok(most <= 4000, `${most} in one turn`);
  });

  it("ends a turn after some milliseconds of steps that take different times", async (t) => {
    const { mock: clock } = t.mock.method(performance, "now", () => 0);
    const turns = new Turns();
    const isOverAt = (ms: number) => {
      clock.mockImplementation(() => ms);
      return turns.isOver;
    };
    assert.deepEqual([isOverAt(0), isOverAt(9), isOverAt(10), isOverAt(500)], [false, false, true, true]);
    let others = 0;
    setImmediate(() => others++);
    await turns.next();
    assert.equal(others, 1);
    assert.deepEqual([isOverAt(509), isOverAt(510)], [false, true]);
  });

  it("sorts as a stable sort does", async () => {
    const element = fc.record({ rank: fc.nat(20), id: fc.nat() });
    await fc.assert(
      fc.asyncProperty(
        fc.array(element, { maxLength: 20 }),
        fc.integer({ min: 1, max: 800 }),
        async (some, times) => {
          const all = Array.from({ length: times }, () => some).flat();
          const compare = (a: { rank: number }, b: { rank: number }) => a.rank - b.rank;
          assert.deepEqual(await sortedInTurns(all, compare), all.toSorted(compare));
        },
      ),
      { numRuns: 50 },
    );
  });

  it("sorts some elements in each turn of the event loop", async () => {
    const all = Array.from({ length: 80_000 }, (_, i) => ({ rank: (i * 7919) % 80_000 }));
    const most = await callsPerTurn((count) =>
      sortedInTurns(all, (a, b) => {
        count();
        return a.rank - b.rank;
      }),
    );
    assert.ok(most <= 60_000, `${most} comparisons in one turn`);
  });
});

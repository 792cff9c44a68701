import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { eachInTurns, firstInTurns, sortedInTurns, Turns } from "../../src/collections/in-turns.ts";
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

  it("finds the first elements as a sort does, with few of the others in memory", async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(2000), { maxLength: 30 }),
        fc.integer({ min: 1, max: 400 }),
        fc.integer({ min: 1, max: 6000 }),
        async (some, times, most) => {
          // Most are larger than those before, or smaller.
          const all = Array.from({ length: times }, (_, i) =>
            some.map((each, j) => each + i * (j % 3) - i),
          ).flat();
          for (const compare of [(a: number, b: number) => a - b, (a: number, b: number) => b - a])
            assert.deepEqual(await firstInTurns(all, most, compare), all.toSorted(compare).slice(0, most));
        },
      ),
      { numRuns: 50 },
    );
  });

  it("finds the first elements with some comparisons in each turn of the event loop", async () => {
    const all = Array.from({ length: 80_000 }, (_, i) => 80_000 - i);
    const most = await callsPerTurn((count) =>
      firstInTurns(all, 10_000, (a, b) => {
        count();
        return a - b;
      }),
    );
    assert.ok(most <= 60_000, `${most} comparisons in one turn`);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { SharedRuns } from "../../src/collections/shared-runs.ts";

/** Work whose runs end when the test says so, in their order. */
function work() {
  const runs = new SharedRuns<string, number>();
  const begun: string[] = [];
  const ends: { resolve: (result: number) => void; reject: (reason: Error) => void }[] = [];
  const run = (key: string) =>
    runs.run(key, () => {
      begun.push(key);
      return new Promise((resolve, reject) => ends.push({ resolve, reject }));
    });
  return { run, begun, ends };
}

describe("shared runs", () => {
  it("begin at once, and are shared by all calls during the run before", async () => {
    const { run, begun, ends } = work();
    const first = run("a");
    assert.deepEqual(begun, ["a"]);
    const later = [run("a"), run("a"), run("a")];
    await nextTurn();
    assert.deepEqual(begun, ["a"]);
    ends[0]?.resolve(1);
    assert.equal(await first, 1);
    await nextTurn();
    assert.deepEqual(begun, ["a", "a"]);
    const last = run("a");
    ends[1]?.resolve(2);
    assert.deepEqual(await Promise.all(later), [2, 2, 2]);
    await nextTurn();
    ends[2]?.resolve(3);
    assert.equal(await last, 3);
    assert.equal(begun.length, 3);
  });

  it("of one key never run together", async () => {
    const runs = new SharedRuns<string, void>();
    let [open, most, done] = [0, 0, 0];
    const run = async () => {
      most = Math.max(most, ++open);
      await Promise.resolve();
      open--;
      done++;
    };
    const callers = Array.from({ length: 20 }, async (_, i) => {
      for (let waits = 0; waits < i; waits++) await Promise.resolve();
      await runs.run("a", run);
    });
    await Promise.all(callers);
    assert.equal(most, 1);
    assert.ok(done > 1);
  });

  it("do not wait for those of another key", async () => {
    const { run, begun, ends } = work();
    const results = [run("a"), run("b")];
    assert.deepEqual(begun, ["a", "b"]);
    for (const [i, { resolve }] of ends.entries()) resolve(i);
    assert.deepEqual(await Promise.all(results), [0, 1]);
  });

  it("begin also after a run that has failed", async () => {
    const { run, ends } = work();
    const [first, next] = [run("a"), run("a")];
    ends[0]?.reject(new Error("lost"));
    await assert.rejects(first, /lost/);
    await nextTurn();
    ends[1]?.resolve(2);
    assert.equal(await next, 2);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CommandWindow, WindowSize } from "../../src/jobs/queue/command-window.ts";

/** Workers that answer `capacity` commands at once in `baseMs`, and more of them in as many times longer. */
class Workers {
  readonly window = new WindowSize();
  now = 0;
  baseMs = 10;
  capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Rounds of replies, with commands that wait for room or without. Returns the size after them. */
  work(rounds: number, isFull = true): number {
    for (let round = 0; round < rounds; round++) {
      const { size } = this.window;
      const ms = this.baseMs * Math.max(1, size / this.capacity);
      this.now += ms;
      for (let reply = 0; reply < size; reply++) this.window.note(this.now, ms, isFull);
    }
    return this.window.size;
  }
}

describe("the size of the window", () => {
  it("grows to its maximum where the workers stay quick, and only while commands wait for room", () => {
    const workers = new Workers(1000);
    assert.equal(workers.work(50, false), 8);
    assert.equal(workers.work(100), 64);
  });

  it("stays where replies take at most three times as long as the quickest", () => {
    const workers = new Workers(12);
    workers.work(100);
    for (let round = 0; round < 100; round++) {
      const size = workers.work(1);
      assert.ok(size >= 27 && size <= 37, size.toString());
    }
  });

  it("shrinks to its minimum while others keep the workers busy, and grows again afterwards", () => {
    const workers = new Workers(64);
    assert.equal(workers.work(100), 64);
    workers.capacity = 1;
    assert.equal(workers.work(20), 8);
    workers.capacity = 64;
    assert.equal(workers.work(100), 64);
  });

  it("begins again after a time without commands: other workers may be there", () => {
    const workers = new Workers(64);
    workers.work(100);
    workers.baseMs = 200;
    assert.equal(workers.work(1), 48, "the quickest reply counts still");
    workers.now += 10_001;
    assert.equal(workers.work(1), 12, "it has begun with the smallest");
    assert.equal(workers.work(100), 64);
  });
});

describe("a window", () => {
  it("has no more commands on their way than its size, lets them go in their order, and goes on after failures", async () => {
    const window = new CommandWindow();
    let [open, most] = [0, 0];
    const started: number[] = [];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 300 }, (_, i) =>
        window.pass(async () => {
          started.push(i);
          most = Math.max(most, ++open);
          await new Promise(setImmediate);
          open--;
          if (i % 3 === 0) throw new Error(`command ${i}`);
          return i;
        }),
      ),
    );
    assert.deepEqual(started, [...outcomes.keys()]);
    assert.ok(most >= 8 && most <= 64);
    for (const [i, outcome] of outcomes.entries())
      assert.deepEqual(
        outcome.status === "fulfilled" ? outcome.value : String(outcome.reason),
        i % 3 === 0 ? `Error: command ${i}` : i,
      );
  });
});

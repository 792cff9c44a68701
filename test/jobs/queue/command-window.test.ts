import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { CommandWindow, WindowSize } from "../../../src/jobs/queue/command-window.ts";

const STORE = "shop/default";

/** Workers that carry out `capacity` commands at once in `baseMs`; more commands take proportionally longer. */
class Workers {
  readonly window = new WindowSize(8);
  baseMs = 3.2;
  capacity: number;

  constructor(capacity: number) {
    this.capacity = capacity;
  }

  /** Rounds of replies, while commands wait for room or not. Returns the size after them. */
  work(rounds: number, isFull = true): number {
    for (let round = 0; round < rounds; round++) {
      const { size } = this.window;
      const ms = this.baseMs * Math.max(1, size / this.capacity);
      for (let reply = 0; reply < size; reply++) this.window.observe(ms, isFull);
    }
    return this.window.size;
  }
}

describe("the size of the window", () => {
  it("grows to its maximum while the workers are fast, and only while commands wait for room", () => {
    const workers = new Workers(1000);
    assert.equal(workers.work(50, false), 8);
    assert.deepEqual(
      [1, 2, 20].map((rounds) => workers.work(rounds)),
      [12, 20, 64],
    );
  });

  it("stays constant if commands take about as long as their target", () => {
    const workers = new Workers(12);
    workers.work(100);
    for (let round = 0; round < 100; round++) {
      const size = workers.work(1);
      assert.ok(size >= 22 && size <= 34, size.toString());
    }
  });

  it("shrinks to its minimum while other load keeps the workers busy, and grows again afterwards", () => {
    const workers = new Workers(64);
    assert.equal(workers.work(100), 64);
    workers.capacity = 1;
    assert.equal(workers.work(1), 48);
    assert.equal(workers.work(20), 8);
    workers.capacity = 64;
    assert.equal(workers.work(100), 64);
  });

  it("stays within the limits that it is given", () => {
    const window = new WindowSize(30, { min: 32, max: 40 });
    const work = (ms: number) => {
      for (let reply = 0; reply < 1000; reply++) window.observe(ms, true);
      return window.size;
    };
    assert.deepEqual([window.size, work(5), work(100)], [32, 40, 32]);
  });

  it("has a round of as many replies as their amounts fill it", () => {
    const window = new WindowSize(30, { min: 32, max: 256 });
    const sizes = [50, 35, 1, 38].map((amount) => {
      window.observe(5, true, amount);
      return window.size;
    });
    assert.deepEqual(sizes, [36, 36, 40, 40]);
  });

  it("shrinks when a command gets no reply", () => {
    const workers = new Workers(64);
    workers.work(100);
    workers.window.shrink();
    assert.equal(workers.window.size, 48);
  });
});

describe("a window", () => {
  it("admits more commands at a time while they are fast, and fewer while they are slow", async () => {
    const window = new CommandWindow();
    const onTheirWay: ((timed: { ms: number }) => void)[] = [];
    const send = () => new Promise<{ ms: number }>((reply) => onTheirWay.push(reply));
    const all = Array.from({ length: 2000 }, () => window.pass(STORE, send));
    const answerAll = async (ms: number) => {
      for (const reply of onTheirWay.splice(0)) reply({ ms });
      await new Promise(setImmediate);
      return onTheirWay.length;
    };
    await new Promise(setImmediate);
    assert.equal(onTheirWay.length, 8);
    for (let size = 12; size <= 64; size += 4) assert.equal(await answerAll(5), size);
    assert.equal(await answerAll(5), 64);
    for (let round = 0; round < 20; round++) assert.ok((await answerAll(100)) >= 8);
    assert.equal(onTheirWay.length, 8);
    for (let left = 8; left > 0;) left = await answerAll(5);
    await Promise.all(all);
  });

  it("also grows if replies wait for a disk that is synced every second", async () => {
    const window = new CommandWindow(true);
    let most = 0;
    let open = 0;
    const send = async () => {
      most = Math.max(most, ++open);
      await new Promise(setImmediate);
      open--;
      return { ms: 900 };
    };
    await Promise.all(Array.from({ length: 2000 }, () => window.pass(STORE, send)));
    assert.equal(most, 64);
  });

  it("never has more commands in flight than its size, keeps their order, and continues after failures", async () => {
    const window = new CommandWindow();
    let [open, most] = [0, 0];
    const started: number[] = [];
    const outcomes = await Promise.allSettled(
      Array.from({ length: 300 }, (_, i) =>
        window.pass(STORE, async () => {
          started.push(i);
          most = Math.max(most, ++open);
          await new Promise(setImmediate);
          open--;
          if (i % 3 === 0) throw new Error(`command ${i}`);
          return { i, ms: 1 };
        }),
      ),
    );
    assert.deepEqual(started, [...outcomes.keys()]);
    // A third of them fails: the window never grows.
    assert.equal(most, 8);
    for (const [i, outcome] of outcomes.entries())
      assert.deepEqual(
        outcome.status === "fulfilled" ? outcome.value.i : String(outcome.reason),
        i % 3 === 0 ? `Error: command ${i}` : i,
      );
  });

  it("has room for the amounts of its commands, and for one command that is larger than it", async () => {
    const window = new CommandWindow();
    let [open, inFlight, most] = [0, 0, 0];
    const pass = (amount: number) =>
      window.pass(
        STORE,
        async () => {
          assert.ok(inFlight === 0 || inFlight + amount <= 8, `${inFlight} and ${amount}`);
          most = Math.max(most, ++open);
          inFlight += amount;
          await new Promise(setImmediate);
          inFlight -= amount;
          open--;
          return { ms: 100 };
        },
        amount,
      );
    await Promise.all([3, 3, 3, 50, 9, 8, 1, 1, 1].map(pass));
    assert.equal(most, 3);
  });

  it("lets tenants take turns, so that a few commands of one do not wait for the many of another", async () => {
    const window = new CommandWindow();
    const started: string[] = [];
    const pass = (storeKey: string, count: number) =>
      Array.from({ length: count }, () =>
        window.pass(storeKey, async () => {
          started.push(storeKey);
          await new Promise(setImmediate);
          return { ms: 100 };
        }),
      );
    const many = pass("large/default", 500);
    const few = [...pass("small/one", 1), ...pass("small/two", 1), ...pass("other/default", 1)];
    await Promise.all([...many, ...few]);
    // The window has room for eight commands from the start.
    assert.deepEqual(started.slice(8, 13), [
      "large/default",
      "small/one",
      "other/default",
      "large/default",
      "small/two",
    ]);
    assert.equal(started.length, 503);
  });
});

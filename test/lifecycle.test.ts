import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pino } from "pino";
import { Lifecycle } from "../src/lifecycle.ts";
import { soon } from "./support/until.ts";

function setUp() {
  const lines: string[] = [];
  const log = pino({ level: "error" }, { write: (line: string) => void lines.push(line) });
  const released: string[] = [];
  const lifecycle = new Lifecycle(log);
  const own = (name: string, release: () => unknown = () => undefined) =>
    lifecycle.own(name, name, () => {
      released.push(name);
      return release();
    });
  return { lifecycle, own, released, lines };
}

const turnOfEventLoop = () => new Promise((resolve) => setImmediate(resolve));

describe("Lifecycle.own", () => {
  it("returns its argument, and releases exactly that", async () => {
    const { lifecycle } = setUp();
    const thing = {};
    let released: unknown;
    assert.equal(
      lifecycle.own("thing", thing, (it) => (released = it)),
      thing,
    );
    assert.equal(released, undefined);
    await lifecycle.stop();
    assert.equal(released, thing);
  });
});

describe("Lifecycle.stop", () => {
  it("releases the newest first, each only after the previous one has ended", async () => {
    const { lifecycle, own, released } = setUp();
    const ends: string[] = [];
    for (const name of ["redis", "host", "http"]) {
      own(name, async () => {
        await turnOfEventLoop();
        ends.push(name);
        assert.deepEqual(released, ends);
      });
    }
    await lifecycle.stop();
    assert.deepEqual(ends, ["http", "host", "redis"]);
  });

  it("releases the rest if one fails, synchronously or later, and reports every failure", async () => {
    const { lifecycle, own, released, lines } = setUp();
    own("first");
    own("rejects", async () => {
      await turnOfEventLoop();
      throw new Error("later");
    });
    own("between");
    own("throws", () => {
      throw new Error("at once");
    });
    own("last");
    await lifecycle.stop();
    assert.deepEqual(released, ["last", "throws", "between", "rejects", "first"]);
    const reports = lines.map((line) => JSON.parse(line) as { part: string; err: { message: string } });
    assert.deepEqual(
      reports.map(({ part, err }) => [part, err.message]),
      [
        ["throws", "at once"],
        ["rejects", "later"],
      ],
    );
  });

  it("runs once, and all callers wait for the same end", async () => {
    const { lifecycle, own, released } = setUp();
    const gate = newGate();
    own("slow", () => gate.promise);
    const [one, other] = [lifecycle.stop(), lifecycle.stop()];
    assert.equal(one, other);
    await turnOfEventLoop();
    gate.resolve(undefined);
    await soon("the stop", one);
    assert.equal(lifecycle.stop(), one);
    await lifecycle.stop();
    assert.deepEqual(released, ["slow"]);
  });

  it("does nothing if nothing was started", async () => {
    await setUp().lifecycle.stop();
  });

  it("also releases what is acquired while it stops", async () => {
    const { lifecycle, own, released } = setUp();
    const gate = newGate();
    own("slow", () => gate.promise);
    const stopping = lifecycle.stop();
    own("late");
    gate.resolve(undefined);
    await soon("the stop", stopping);
    assert.deepEqual(released, ["slow", "late"]);
  });
});

function newGate() {
  let resolve: (value: unknown) => void = () => undefined;
  const promise = new Promise((settle) => (resolve = settle));
  return { promise, resolve };
}

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import pino from "pino";
import { RecentUse } from "../../src/ingest/budgets/recent-use.ts";

const log = pino({ level: "silent" });

/** Starts a `RecentUse` whose readings end when the test ends them, with the given use for every tenant. */
function newUse() {
  const readings: { tenants: readonly string[]; end: (use: number) => void }[] = [];
  const read = (tenants: readonly string[]) =>
    new Promise<number[]>((resolve) => {
      readings.push({
        tenants,
        end(use) {
          resolve(tenants.map(() => use));
        },
      });
    });
  return { use: new RecentUse(read, log), readings };
}

/** Lets everything run that waits for nothing else. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("the recent use of a resource", () => {
  it("ends its reading before it is closed, so that no reading loses its connection", async () => {
    const { use, readings } = newUse();
    assert.equal(use.of("a"), 0);
    let isClosed = false;
    const closing = use.close().then(() => {
      isClosed = true;
    });
    await turn();
    assert.ok(!isClosed);
    readings[0]?.end(5);
    await closing;
    assert.equal(use.of("a"), 5);
  });

  it("is closed although a reading does not end, because Redis is away", { timeout: 10_000 }, async () => {
    const { use } = newUse();
    use.of("a");
    await use.close();
  });

  it("is known after a reading that includes the tenant, also if another reading has begun before", async () => {
    const { use, readings } = newUse();
    use.of("a");
    const known = Promise.all([use.known("b"), use.known("c")]);
    await turn();
    assert.equal(readings.length, 1);
    readings[0]?.end(1);
    await turn();
    assert.deepEqual(
      readings.map(({ tenants }) => tenants),
      [["a"], ["b", "c"]],
    );
    readings[1]?.end(2);
    assert.deepEqual(await known, [2, 2]);
    assert.equal(readings.length, 2);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { shareReading } from "../../src/app/metrics/share-reading.ts";
import { until } from "../support/until.ts";

describe("shareReading", () => {
  it("shares a reading among all who wait for it, and gives nobody one that began before the call", async () => {
    const ends: ((value: number) => void)[] = [];
    const read = shareReading(() => new Promise<number>((resolve) => ends.push(resolve)));
    const first = read();
    await Promise.resolve();
    assert.equal(ends.length, 1);
    const waiting = Array.from({ length: 100 }, () => read());
    ends[0]?.(1);
    assert.equal(await first, 1);
    await until("the second reading begins", () => ends.length === 2);
    const late = read();
    ends[1]?.(2);
    assert.deepEqual(new Set(await Promise.all(waiting)), new Set([2]));
    await until("the third reading begins", () => ends.length === 3);
    ends[2]?.(3);
    assert.equal(await late, 3);
  });

  it("reads again after a failure", async () => {
    let reads = 0;
    const read = shareReading(() =>
      reads++ === 0 ? Promise.reject(new Error("away")) : Promise.resolve(reads),
    );
    await assert.rejects(read(), /away/);
    assert.equal(await read(), 2);
  });
});

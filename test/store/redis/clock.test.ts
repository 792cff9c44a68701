import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { StoreClock } from "../../../src/store/redis/clock.ts";

const SECOND = 1000;

describe("StoreClock.now", () => {
  it("follows the monotonic clock between two comparisons", () => {
    let monotonic = 50;
    const clock = new StoreClock(() => monotonic);
    clock.observe(1_700_000_000_000);
    monotonic += 2 * SECOND;
    assert.equal(clock.now(), 1_700_000_002_000);
  });

  it("follows changes of the Redis clock, forward at once and back after half a minute", () => {
    let monotonic = 0;
    const clock = new StoreClock(() => monotonic);
    clock.observe(10 * SECOND);
    clock.observe(100 * SECOND);
    assert.equal(clock.now(), 100 * SECOND);
    clock.observe(20 * SECOND);
    assert.equal(clock.now(), 100 * SECOND);
    monotonic += 31 * SECOND;
    clock.observe(51 * SECOND);
    assert.equal(clock.now(), 51 * SECOND);
  });

  it("is never ahead of Redis, and behind by at most the fastest round trip", () => {
    const delays = fc.array(fc.integer({ min: 0, max: 5000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), delays, (offset, ways) => {
        let monotonic = 0;
        const clock = new StoreClock(() => monotonic);
        for (const way of ways) {
          const serverTime = monotonic + offset;
          monotonic += way;
          clock.observe(serverTime);
          const behind = monotonic + offset - clock.now();
          assert.ok(behind >= 0 && behind <= way, `${behind} after ${way}`);
        }
      }),
    );
  });
});

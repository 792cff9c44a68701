import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { limiterOf } from "../../../src/jobs/queue/worker/start-queue-worker.ts";

describe("limiterOf", () => {
  it("spreads the jobs of a second as evenly as whole milliseconds allow", () => {
    const limits = [1, 7, 10, 24, 500, 10_000].map((perSecond) => limiterOf(perSecond));
    assert.deepEqual(
      limits.map(({ max, duration }) => [max, duration]),
      [
        [1, 1000],
        [7, 1000],
        [1, 100],
        [3, 125],
        [1, 2],
        [10, 1],
      ],
    );
  });

  it("keeps every rate exactly", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), (perSecond) => {
        const { max, duration } = limiterOf(perSecond);
        assert.equal((max * 1000) / duration, perSecond);
        assert.ok(Number.isInteger(max) && Number.isInteger(duration));
      }),
    );
  });
});

import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { weighedBatches } from "../../src/collections/batches.ts";

it("weighed batches have all elements in order, and are as long as the limit allows", () => {
  fc.assert(
    fc.property(fc.array(fc.nat({ max: 20 })), fc.integer({ min: 1, max: 30 }), (weights, limit) => {
      const batches = [...weighedBatches(weights, limit, (weight) => weight)];
      assert.deepEqual(batches.flat(), weights);
      const sum = (batch: readonly number[]) => batch.reduce((total, weight) => total + weight, 0);
      for (const [i, batch] of batches.entries()) {
        assert.ok(batch.length > 0);
        assert.ok(batch.length === 1 || sum(batch) <= limit);
        const [next] = batches[i + 1] ?? [];
        if (next !== undefined) assert.ok(sum(batch) + next > limit);
      }
    }),
  );
});

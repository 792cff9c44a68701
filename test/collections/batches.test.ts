import assert from "node:assert/strict";
import { it } from "node:test";
import fc from "fast-check";
import { weighedBatches } from "../../src/collections/batches.ts";

const most = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.constant(undefined));

it("weighed batches have all elements in order, and are as long as the limits allow", () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat({ max: 20 }), { maxLength: 100 }),
      fc.integer({ min: 1, max: 30 }),
      most,
      (weights, limit, maximum) => {
        const batches = [...weighedBatches(weights, limit, (weight) => weight, maximum)];
        assert.deepEqual(batches.flat(), weights);
        const sum = (batch: readonly number[]) => batch.reduce((total, weight) => total + weight, 0);
        for (const [i, batch] of batches.entries()) {
          assert.ok(batch.length > 0 && batch.length <= (maximum ?? Infinity));
          assert.ok(batch.length === 1 || sum(batch) <= limit);
          const [next] = batches[i + 1] ?? [];
          if (next !== undefined) assert.ok(batch.length === maximum || sum(batch) + next > limit);
        }
      },
    ),
  );
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { inRequests, sendSplit } from "../../../src/jobs/exports/connectors/split.ts";
import type { ExportReason } from "../../../src/text/outbound-reasons.ts";

const things = fc
  .array(fc.integer({ min: 1, max: 100 }), { maxLength: 200 })
  .map((sizes) => sizes.map((bytes, n) => ({ id: `${n}`, bytes })));
const total = (part: readonly { bytes: number }[]) => part.reduce((sum, { bytes }) => sum + bytes, 0);

describe("inRequests", () => {
  it("keeps the order of all records, in parts within both limits", () => {
    const most = fc.record({
      count: fc.integer({ min: 1, max: 50 }),
      bytes: fc.integer({ min: 100, max: 1000 }),
    });
    fc.assert(
      fc.property(things, most, (all, limits) => {
        const parts = inRequests(all, limits);
        assert.deepEqual(parts.flat(), all);
        for (const part of parts) {
          assert.ok(part.length > 0 && part.length <= limits.count);
          assert.ok(total(part) <= limits.bytes);
        }
      }),
    );
  });

  it("makes as few parts as possible: no two neighbours would fit together", () => {
    fc.assert(
      fc.property(things, (all) => {
        const limits = { count: 10, bytes: 300 };
        for (const [n, part] of inRequests(all, limits).entries()) {
          const next = inRequests(all, limits)[n + 1]?.[0];
          if (next) assert.ok(part.length === limits.count || total(part) + next.bytes > limits.bytes);
        }
      }),
    );
  });
});

const reasonFor = (id: string): ExportReason => ({ code: "record_refused", detail: `${id} is bad` });

describe("sendSplit", () => {
  it("gets every valid record accepted once and rejects exactly the invalid ones, at any positions", async () => {
    const few = fc.integer({ min: 1, max: 60 });
    await fc.assert(
      fc.asyncProperty(things, fc.infiniteStream(fc.boolean()), few, async (all, coins, atOnce) => {
        if (all.length === 0) return;
        const bad = new Set(all.filter(() => coins.next().value).map(({ id }) => id));
        const taken: string[] = [];
        const rejected = await sendSplit(all, atOnce, (some) => {
          const culprit = some.find(({ id }) => bad.has(id));
          if (culprit) return Promise.resolve(reasonFor(culprit.id));
          taken.push(...some.map(({ id }) => id));
          return Promise.resolve(undefined);
        });
        assert.deepEqual(
          taken,
          all.map(({ id }) => id).filter((id) => !bad.has(id)),
        );
        assert.deepEqual(
          rejected,
          [...bad].map((id) => ({ id, reason: reasonFor(id) })),
        );
      }),
    );
  });
});

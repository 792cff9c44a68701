import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { sendSplit } from "../../../src/jobs/exports/connectors/split.ts";
import type { ExportReason } from "../../../src/text/outbound-reasons.ts";

const things = fc
  .array(fc.integer({ min: 1, max: 100 }), { maxLength: 200 })
  .map((sizes) => sizes.map((bytes, n) => ({ id: `${n}`, bytes })));
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

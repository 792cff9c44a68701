import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { Sums } from "../../../src/http/reports/variants.ts";
import { Problem } from "../../../src/ingest/problem.ts";

const names = fc.constantFrom("", "a", "a,b", "b", '"', "\u0000", "1 a");
const counters = fc.array(
  fc.record({
    variant: fc.record({
      by: fc.constantFrom("ref" as const, "id" as const),
      product: names,
      variant: names,
    }),
    currency: fc.constantFrom("", "EUR"),
    add: fc.integer({ min: -2, max: 3 }),
  }),
);

describe("Sums", () => {
  it("adds up the counters of each variant or product and currency, and ranks those above 0", async () => {
    await fc.assert(
      fc.asyncProperty(
        counters,
        fc.constantFrom("variant" as const, "product" as const),
        fc.integer({ min: 1, max: 60 }),
        async (all, by, limit) => {
          const sums = new Sums(by, () => ({ count: 0 }));
          const expected = new Map<string, number>();
          for (const { variant, currency, add } of all) {
            sums.of({ variant, currency }).count += add;
            const name = [variant.by, variant.product, by === "product" ? "" : variant.variant, currency];
            expected.set(JSON.stringify(name), (expected.get(JSON.stringify(name)) ?? 0) + add);
          }
          const found = await sums.most(limit, ({ count }) => count);
          const ranked = [...expected.values()].filter((count) => count > 0).sort((a, b) => b - a);
          assert.deepEqual(
            found.map(({ sum }) => sum.count),
            ranked.slice(0, limit),
          );
          for (const { variant, currency, sum } of found) {
            const name = [variant.by, variant.product, variant.variant, currency];
            assert.equal(sum.count, expected.get(JSON.stringify(name)));
          }
        },
      ),
    );
  });

  it("refuses more than a maximum number of variants, so that a report cannot fill the memory", () => {
    const sums = new Sums("variant", () => ({ count: 0 }), 2);
    const add = (variant: string) => sums.of({ variant: { by: "ref", product: "p", variant }, currency: "" });
    for (const variant of ["a", "b", "a"]) add(variant);
    assert.throws(
      () => add("c"),
      (err) => err instanceof Problem && err.status === 400 && err.message.includes("more than 2 variants"),
    );
    add("b");
  });
});

import assert from "node:assert/strict";
import { it } from "node:test";
import { planNamed } from "../../../src/actors/catalogue/product-variants.ts";
import type { PutRun } from "../../../src/actors/catalogue/product-version.ts";
import { variantId } from "../../../src/store/ids/ids.ts";
import type { ProductRecord } from "../../../src/store/records/catalogue.ts";

it("new variants get their numbers without a search through the product for each of them", () => {
  const readsFor = (count: number) => {
    let reads = 0;
    const refs = Array.from({ length: count }, (_, i) => `v${i}`);
    const variants = new Proxy(refs, {
      get(target, name): unknown {
        reads++;
        return Reflect.get(target, name);
      },
    });
    const command = { slot: "s", currency: null, variants: refs.map((variantRef) => ({ variantRef })) };
    const context = { time: "2026-01-01T00:00:00.000Z" };
    const run = { command, draft: { get: () => null }, context } as unknown as PutRun;
    const planned = planNamed(run, { productId: "p", variants } as unknown as ProductRecord);
    assert.equal(planned.at(-1)?.after.variantId, variantId("p", count));
    return reads;
  };
  assert.ok(readsFor(200) < 3 * readsFor(100));
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import fc from "fast-check";
import { productId, variantId } from "../../../src/store/ids/ids.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { firstFitting } from "../../../src/store/read/page-bytes.ts";
import { Products } from "../../../src/store/read/products.ts";
import type { ProductRecord, VariantRecord } from "../../../src/store/records/catalogue.ts";
import { References } from "../../../src/store/references/references.ts";
import { putState } from "../../support/data/state-keys.ts";
import { withRedis } from "../../support/redis.ts";

const storeKey = "t/s";
const PRODUCT = productId({ ms: 1_700_000_000_000, seq: 0 }, 0, "0".repeat(16));
const time = "2026-01-01T00:00:00.000Z";

const variantWith = (variantRef: string, number: number, length: number): VariantRecord => ({
  variantId: variantId(PRODUCT, number),
  variantRef,
  title: "é".repeat(length),
  inventoryPolicy: "deny",
  stock: {},
  isAvailable: false,
  isLow: false,
  cycle: 0,
  lowCycle: 0,
  priceCycle: 0,
});

describe("firstFitting", () => {
  it("takes the first records whose JSON fits in bytes, and one always", () => {
    const records = [{ a: "é" }, { a: "éé" }, { a: "" }];
    const sizes: [budget: number, count: number][] = [
      [1, 1],
      [21, 1],
      [22, 2],
      [29, 2],
      [30, 3],
    ];
    for (const [budget, count] of sizes)
      assert.deepEqual(
        firstFitting(records, budget),
        records.slice(0, count).map((record) => JSON.stringify(record)),
      );
  });
});

describe("pages of a product's variants", () => {
  it("fill the allowed bytes, and show every variant of any size once", async (t) => {
    const { redis, keys } = withRedis(t);
    const layout = await openLayout(redis, keys, 4);
    const products = new Products(redis, keys, layout, new References(redis, keys, layout, 0));
    let count = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat(400), { minLength: 1, maxLength: 120 }),
        fc.integer({ min: 1, max: 20_000 }),
        async (lengths, maxBytes) => {
          const productRef = `p${count++}`;
          const { partition, slot } = layout.slotOf("product", storeKey, productRef);
          const refs = lengths.map((_, i) => `v${i}`);
          const product: ProductRecord = {
            productId: PRODUCT,
            productRef,
            title: "",
            status: "active",
            prerelease: false,
            createdTime: time,
            modifiedTime: time,
            variants: refs,
          };
          await putState({ redis, keys }, partition, { kind: "product", id: slot }, product);
          const variants = refs.map((ref, i) => variantWith(ref, i + 1, lengths[i] ?? 0));
          const texts = Object.fromEntries(
            variants.map((each) => [`v${each.variantRef}`, JSON.stringify(each)]),
          );
          await redis.hset(keys.product(partition, slot), texts);
          const seen: VariantRecord[] = [];
          let after: string | undefined;
          do {
            const page = await products.page(storeKey, productRef, { after, maxBytes });
            assert.ok(page && page.variants.length > 0);
            const bytes = page.variants.reduce(
              (sum, each) => sum + Buffer.byteLength(JSON.stringify(each)),
              0,
            );
            assert.ok(bytes <= maxBytes || page.variants.length === 1);
            seen.push(...page.variants);
            after = page.lastVariantId;
          } while (after !== undefined);
          assert.deepEqual(seen, variants);
        },
      ),
      { numRuns: 15 },
    );
    assert.equal(await products.page(storeKey, "none"), undefined);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate as nextTurn } from "node:timers/promises";
import { VariantFinder } from "../../../src/ingest/variant-finder.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import type { Products } from "../../../src/store/read/products.ts";
import { type SearchedName, searchVariants } from "../../../src/store/read/variant-search.ts";
import type { ProductRecord, VariantRecord } from "../../../src/store/records/catalogue.ts";

const storeKey = "t/s";
const layout = new Layout(4, "salt");
const time = "2026-01-01T00:00:00.000Z";

const productOf = (productRef: string): ProductRecord => ({
  ...{ productId: productRef, productRef, title: "", status: "active", prerelease: false },
  ...{ createdTime: time, modifiedTime: time, variants: [] },
});

/** A variant that reports each read of its code. */
const variantOf = (
  i: number,
  names: Partial<VariantRecord>,
  onRead: () => void = () => undefined,
): VariantRecord => {
  const variant: VariantRecord = {
    ...{ variantId: `${i}`, variantRef: `v${i}`, inventoryPolicy: "deny", stock: {}, ...names },
    ...{ isAvailable: false, isLow: false, cycle: 0, lowCycle: 0, priceCycle: 0 },
  };
  const { gtin } = names;
  const get = () => {
    onRead();
    return gtin;
  };
  return Object.defineProperty(variant, "gtin", { get, enumerable: true });
};

/** Returns an object that reports the names of the members that are read. */
const reporting = <T extends object>(each: T, onRead: (name: string | symbol) => void): T =>
  new Proxy(each, {
    get(target, name): unknown {
      onRead(name);
      return Reflect.get(target, name);
    },
  });

/** Searches for variants of one product, and returns the number of reads of their codes. */
async function readsFor(count: number): Promise<number> {
  let reads = 0;
  const variants = Array.from({ length: count }, (_, i) => variantOf(i, { gtin: `${i}` }, () => reads++));
  const reader = {
    addressesOf: () =>
      Promise.resolve({ addresses: [layout.slotOf("product", storeKey, "p")], hasMore: false }),
    async *read() {
      yield await Promise.resolve({ product: productOf("p"), variants });
    },
  };
  const searches = variants.map((_, i) => ({ productRef: "p", names: { gtin: `${i}` } }));
  const found = await searchVariants(reader, searches, ({ variant }) => variant.variantRef);
  assert.deepEqual(
    found.map((each) => each.found),
    searches.map((_, i) => [`v${i}`]),
  );
  return reads;
}

describe("a search for many variants", () => {
  it("reads each variant of a product a fixed number of times, however many of them it finds", async () => {
    assert.equal(await readsFor(200), 2 * (await readsFor(100)));
  });

  it("reads each product once, a few at a time, and keeps none of them", async () => {
    const refs = Array.from({ length: 100 }, (_, i) => `p${i % 50}`);
    const reads: string[] = [];
    let [open, most] = [0, 0];
    const slots = new Map(refs.map((ref) => [layout.slotOf("product", storeKey, ref).slot, ref]));
    const reader = {
      addressesOf: ({ productRef = "" }: SearchedName) =>
        Promise.resolve({ addresses: [layout.slotOf("product", storeKey, productRef)], hasMore: false }),
      async *read({ slot }: { slot: string }) {
        const ref = slots.get(slot) ?? "";
        reads.push(ref);
        most = Math.max(most, ++open);
        await nextTurn();
        yield { product: productOf(ref), variants: [variantOf(0, { sku: "a" }), variantOf(1, { sku: "b" })] };
        open--;
      },
    };
    const searches = refs.map((productRef, i) => ({ productRef, names: { sku: i < 50 ? "a" : "b" } }));
    const kept: string[] = [];
    const found = await searchVariants(reader, searches, ({ product, variant }) => {
      kept.push(`${product.productRef} ${variant.sku}`);
      return variant.sku;
    });
    assert.deepEqual(
      found.map((each) => each.found),
      searches.map(({ names }) => [names.sku]),
    );
    assert.deepEqual(reads, [...slots.values()]);
    assert.equal(kept.length, refs.length);
    assert.ok(most <= 20, `${most} products at once`);
  });
});

describe("stock rows that share a code, and name their variants by another one", () => {
  const readsOf = async (count: number): Promise<number> => {
    let reads = 0;
    const onRead = (name: string | symbol) => {
      if (name === "gtin") reads++;
    };
    const address = layout.slotOf("product", storeKey, "p");
    const all = Array.from({ length: count }, (_, i) => variantOf(i, { sku: "same", gtin: `${i}` }));
    const variantsNamed: Products["variantsNamed"] = (_, searches, keep) => {
      const list = all.flatMap((variant) => {
        const kept = keep({ address, product: productOf("p"), variant });
        return typeof kept === "object" && kept !== null ? [reporting(kept, onRead)] : [];
      });
      return Promise.resolve(searches.map(() => ({ found: list, hasMore: false })));
    };
    const rows = all.map((_, i) => ({ names: { sku: "same", gtin: `${i}` } }));
    const lookups = await new VariantFinder({ variantsNamed }).lookUp(storeKey, rows);
    assert.ok(lookups.every((lookup) => "found" in lookup && lookup.found.length === 1));
    return reads;
  };

  it("compare each variant a fixed number of times", async () => {
    assert.equal(await readsOf(200), 2 * (await readsOf(100)));
  });
});

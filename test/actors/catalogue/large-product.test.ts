import assert from "node:assert/strict";
import { it } from "node:test";
import type { ProductFields, VariantFields } from "../../../src/actors/catalogue/messages.ts";
import { productStateKey, variantStateKey } from "../../../src/actors/catalogue/product.ts";
import type { VariantRecord } from "../../../src/store/records/catalogue.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const storeKey = "t/s";
const slot = `${storeKey}:key`;
const target = { storeKey, slot, key: "key", thresholds: { threshold: 1, lowStockThreshold: 0 } };

function withProduct() {
  const partition = new MemoryPartition();
  const put = (product: Partial<ProductFields>, variants: VariantFields[]) =>
    partition.run({
      type: "PutProduct",
      ...target,
      product: { productRef: "p", ...product },
      variants,
      currency: null,
    });
  const refs = Array.from({ length: 20 }, (_, i) => `v${i}`);
  put(
    { title: "Tent" },
    refs.map((variantRef) => ({ variantRef, available: 3 })),
  );
  return { partition, put, refs };
}

it("a change of a product writes only the variants that it changes, because there may be thousands", () => {
  const { partition, put, refs } = withProduct();
  const variantOf = (ref: string) => partition.value(variantStateKey(slot, ref));
  const product = partition.value(productStateKey(slot));
  const before = refs.map(variantOf);
  put({ title: "Large tent" }, [{ variantRef: "v1", available: 0 }]);
  assert.notEqual(partition.value(productStateKey(slot)), product);
  // A variant that is written is another object.
  assert.deepEqual(
    refs.filter((ref, i) => variantOf(ref) !== before[i]),
    ["v1"],
  );
});

it("a change of a product loads only the variants that it names, unless it shows or hides the product", () => {
  const { partition, put, refs } = withProduct();
  const loaded = () => partition.loaded.filter(({ kind }) => kind === "variant").map(({ field }) => field);
  put({ title: "Large tent" }, [{ variantRef: "v1", available: 0 }]);
  assert.deepEqual(loaded(), ["v1"]);
  for (const prerelease of [true, false]) {
    put({ prerelease }, []);
    assert.deepEqual(loaded(), refs);
    const { isAvailable } = partition.value(variantStateKey(slot, "v2")) as VariantRecord;
    assert.equal(isAvailable, !prerelease);
  }
});

it("a change of a product shows all its variants if it was published since its last change", () => {
  const { partition, put, refs } = withProduct();
  const isAvailable = (ref: string) =>
    (partition.value(variantStateKey(slot, ref)) as VariantRecord).isAvailable;
  put({ publishedTime: new Date(partition.now + 60_000).toISOString() }, []);
  assert.ok(!refs.some(isAvailable));
  // Nothing has checked the product at the time of its publication.
  partition.pass(120_000);
  put({ title: "Large tent" }, []);
  assert.ok(refs.every(isAvailable));
  put({ title: "Small tent" }, []);
  assert.ok(!partition.loaded.some(({ kind }) => kind === "variant"));
});

import assert from "node:assert/strict";
import { it } from "node:test";
import { productStateKey, variantStateKey } from "../../../src/actors/catalogue/product.ts";
import { MemoryPartition } from "../../support/memory/partition.ts";

const storeKey = "t/s";
const slot = `${storeKey}:key`;
const target = { storeKey, slot, key: "key", thresholds: { threshold: 1, lowStockThreshold: 0 } };

it("a change of a product writes only the variants that it changes, because there may be thousands", () => {
  const partition = new MemoryPartition();
  const put = (title: string, variants: { variantRef: string; available?: number }[]) =>
    partition.run({
      type: "PutProduct",
      ...target,
      product: { productRef: "p", title },
      variants,
      currency: null,
    });
  const refs = Array.from({ length: 20 }, (_, i) => `v${i}`);
  const variantOf = (ref: string) => partition.value(variantStateKey(slot, ref));
  put(
    "Tent",
    refs.map((variantRef) => ({ variantRef, available: 3 })),
  );
  const product = partition.value(productStateKey(slot));
  const before = refs.map(variantOf);
  put("Large tent", [{ variantRef: "v1", available: 0 }]);
  assert.notEqual(partition.value(productStateKey(slot)), product);
  // A variant that is written is another object.
  assert.deepEqual(
    refs.filter((ref, i) => variantOf(ref) !== before[i]),
    ["v1"],
  );
});

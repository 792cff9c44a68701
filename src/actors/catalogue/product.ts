import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { ProductRecord } from "../../store/records/catalogue.ts";
import { claimStateKey } from "../claim.ts";

/** State key of the product in a slot. */
export const productStateKey = (slot: string): StateKey<"product"> => ({ kind: "product", id: slot });

/** State key of a product's variant. */
export const variantStateKey = (slot: string, variantRef: string): StateKey<"variant"> => ({
  kind: "variant",
  id: slot,
  field: variantRef,
});

/** The index of variants gets a name before the commit. */
export const nameClaim = (storeKey: string, { productId }: Pick<ProductRecord, "productId">, name: string) =>
  claimStateKey({ reference: "variant", storeKey, value: name, holder: productId });

import { productHolder } from "../../store/ids/ids.ts";
import type { StateKey } from "../../store/partition/state/state-keys.ts";
import type { ProductRecord } from "../../store/records/catalogue.ts";
import { claimStateKey } from "../state/claim.ts";

/** Returns the state key of the product in a slot. */
export const productStateKey = (slot: string): StateKey<"product"> => ({ kind: "product", id: slot });

/** Returns the state key of a product's variant. */
export const variantStateKey = (slot: string, variantRef: string): StateKey<"variant"> => ({
  kind: "variant",
  id: slot,
  field: variantRef,
});

/**
 * Returns the claim that enters a name in the index of variants, before the commit. Its holder is not the id of the
 * product, which differs in each attempt: attempts that are not committed would leave many holders.
 */
export const nameClaim = (storeKey: string, { productId }: Pick<ProductRecord, "productId">, name: string) =>
  claimStateKey({ reference: "variant", storeKey, value: name, holder: productHolder(productId) });

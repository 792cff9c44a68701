import type { Cell } from "../../store/partition/cells.ts";
import type { ProductRecord } from "../../store/records/catalogue.ts";
import { claimCell } from "../claim.ts";

/** State key of the product in a slot. */
export const productCell = (slot: string): Cell<"product"> => ({ kind: "product", of: slot });

/** State key of a product's variant. */
export const variantCell = (slot: string, variantRef: string): Cell<"variant"> => ({
  kind: "variant",
  of: slot,
  field: variantRef,
});

/** The store-wide index of variants learns of a name before the commit. */
export const nameClaim = (storeKey: string, { productId }: Pick<ProductRecord, "productId">, name: string) =>
  claimCell({ reference: "variant", storeKey, value: name, holder: productId });

import type { Cell } from "../../store/partition/cells.ts";
import type { ProductRecord } from "../../store/records/catalogue.ts";
import { claimCell } from "../claim.ts";

export const productCell = (slot: string): Cell<"product"> => ({ kind: "product", of: slot });

export const variantCell = (slot: string, variantRef: string): Cell<"variant"> => ({
  kind: "variant",
  of: slot,
  field: variantRef,
});

/** The store-wide index of variants learns of a name before the commit. */
export const nameClaim = (scope: string, { productId }: Pick<ProductRecord, "productId">, name: string) =>
  claimCell({ reference: "variant", scope, value: name, holder: productId });

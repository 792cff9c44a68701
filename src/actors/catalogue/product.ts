import type { Cell } from "../../store/partition/cells.ts";
import type { ProductRecord, VariantRecord } from "../../store/records/catalogue.ts";
import { claimCell } from "../claim.ts";

export const productCell = (slot: string): Cell<"product"> => ({ kind: "product", of: slot });

export const variantCell = (slot: string, variantRef: string): Cell<"variant"> => ({
  kind: "variant",
  of: slot,
  field: variantRef,
});

type Identified = Pick<VariantRecord, "variantRef" | "sku" | "gtin" | "inventoryItemId">;

/** Names under which a variant is looked for: each kind has a letter of its own. */
export function namesOf({ variantRef, sku, gtin, inventoryItemId }: Identified): string[] {
  const names = [`r${variantRef}`];
  if (sku) names.push(`s${sku}`);
  if (gtin) names.push(`g${gtin}`);
  if (inventoryItemId) names.push(`i${inventoryItemId}`);
  return names;
}

/** The store-wide index of variants learns of a name before the commit. */
export const nameClaim = (scope: string, { productId }: Pick<ProductRecord, "productId">, name: string) =>
  claimCell({ reference: "variant", scope, value: name, holder: productId });

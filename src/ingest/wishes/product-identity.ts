import type { Patch } from "../../actors/patch.ts";
import type { ProductIdentity } from "../../store/records/records.ts";
import type { FieldError } from "../problem.ts";

/** Product and variant as a request names them. */
export type GivenIdentity = Patch<ProductIdentity>;

/** An identity without what is null: on creation, to clear is to leave out. */
export function productIdentity({
  productId,
  productRef,
  selectedVariantId,
  selectedVariantRef,
}: GivenIdentity): ProductIdentity {
  return {
    ...(productId ? { productId } : {}),
    ...(productRef ? { productRef } : {}),
    ...(selectedVariantId ? { selectedVariantId } : {}),
    ...(selectedVariantRef ? { selectedVariantRef } : {}),
  };
}

/** What is wrong with an identity: product and variant must both be there, by id or by reference. */
export function checkIdentity(identity: GivenIdentity, path: string): FieldError[] {
  const { productId, productRef, selectedVariantId, selectedVariantRef } = productIdentity(identity);
  if ((productId && selectedVariantId) || (productRef && selectedVariantRef)) return [];
  return [{ path, message: "needs productId and selectedVariantId, or productRef and selectedVariantRef" }];
}

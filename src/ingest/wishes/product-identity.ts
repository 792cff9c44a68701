import type { Patch } from "../../actors/patch.ts";
import { filled } from "../../collections/defined.ts";
import type { ProductIdentity } from "../../store/records/records.ts";
import type { FieldError } from "../problem.ts";

/** Product and variant, as a request names them. */
export type GivenIdentity = Patch<ProductIdentity>;

/** Removes null members from an identity: at a creation, null means the same as absent. */
export function productIdentity({
  productId,
  productRef,
  selectedVariantId,
  selectedVariantRef,
}: GivenIdentity): ProductIdentity {
  return filled({ productId, productRef, selectedVariantId, selectedVariantRef });
}

/** Checks an identity: it must have both product and variant, either by id or by reference. */
export function checkIdentity(identity: GivenIdentity, path: string): FieldError[] {
  const { productId, productRef, selectedVariantId, selectedVariantRef } = productIdentity(identity);
  if ((productId && selectedVariantId) || (productRef && selectedVariantRef)) return [];
  return [{ path, message: "needs productId and selectedVariantId, or productRef and selectedVariantRef" }];
}

import { parseVariantId } from "../ids/ids.ts";
import type { ProductRecord, VariantRecord } from "../records/catalogue.ts";

/** A cursor that is not the id of a variant of the product. */
export class NotOfProduct extends Error {}

/**
 * Returns the index of the variant after the one with an id; that of the first one without an id.
 *
 * @throws {NotOfProduct} if the product has no such variant
 */
export function startAfter({ productId, variants }: ProductRecord, after: string | undefined): number {
  if (after === undefined || after === "") return 0;
  const found = parseVariantId(after);
  if (found?.productId !== productId || found.number > variants.length) throw new NotOfProduct();
  return found.number;
}

/** A product with some of its variants. */
export interface VariantPage {
  product: ProductRecord;
  variants: VariantRecord[];
  /** Id of the last of these variants if more follow. */
  lastVariantId: string | undefined;
}

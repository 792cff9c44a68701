import type { ItemRecord, ProductIdentity } from "../../store/records/records.ts";
import { itemRefName, variantIdsName, variantRefsName } from "../../store/names.ts";
import type { Cell } from "../../store/partition/cells.ts";
import type { Draft } from "../state.ts";

type Marked = Pick<ItemRecord, "product"> & { wishlistItemRef?: string | null | undefined };

/** Marks under which an item with this product is found: one for its ids, one for its references. */
export function variantMarks(product: ProductIdentity): string[] {
  const { productId, selectedVariantId, productRef, selectedVariantRef } = product;
  const marks: string[] = [];
  if (productId !== undefined && selectedVariantId !== undefined) {
    marks.push(variantIdsName(productId, selectedVariantId));
  }
  if (productRef !== undefined && selectedVariantRef !== undefined) {
    marks.push(variantRefsName(productRef, selectedVariantRef));
  }
  return marks;
}

/** Name of the waiting list that a wish for this product stands in; undefined for what names no variant. */
export function waitingName(product: ProductIdentity): string {
  const marks = variantMarks(product);
  // What has references is found by them: retailers know no others.
  return marks.at(-1) ?? "";
}

/** All marks of an item. */
export function marksOf(item: Marked): string[] {
  const marks = variantMarks(item.product);
  if (typeof item.wishlistItemRef === "string") marks.push(itemRefName(item.wishlistItemRef));
  return marks;
}

/** State key of the items of a wishlist that have a mark. */
export const markCell = (wishlistId: string, mark: string): Cell<"mark"> => ({
  kind: "mark",
  of: wishlistId,
  field: mark,
});

/** Numbers of the items that bear a mark, the oldest first. */
export function bearers(draft: Draft, wishlistId: string, mark: string): number[] {
  return draft.get(markCell(wishlistId, mark)) ?? [];
}

/** Brings the marks in line with a change of one item; null stands for no item. */
export function remark(
  draft: Draft,
  wishlistId: string,
  number: number,
  before: Marked | null,
  after: Marked | null,
): void {
  const old = before ? marksOf(before) : [];
  const now = after ? marksOf(after) : [];
  for (const mark of old) {
    if (now.includes(mark)) continue;
    const rest = bearers(draft, wishlistId, mark).filter((other) => other !== number);
    draft.put(markCell(wishlistId, mark), rest.length > 0 ? rest : null);
  }
  for (const mark of now) {
    if (old.includes(mark)) continue;
    const all = [...bearers(draft, wishlistId, mark), number].sort((a, b) => a - b);
    draft.put(markCell(wishlistId, mark), all);
  }
}

/** Whether two identities name the same variant, as far as they can be compared. */
export function isSameVariant(a: ProductIdentity, b: ProductIdentity): boolean {
  const marks = new Set(variantMarks(a));
  return variantMarks(b).some((mark) => marks.has(mark));
}

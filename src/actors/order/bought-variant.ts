import type { OrderLine } from "../../store/records/orders.ts";
import type { ProductIdentity } from "../../store/records/records.ts";
import { isSameVariant } from "../wishlist/item-index.ts";
import type { Candidate } from "./messages.ts";

/** Variants of the catalogue that have the names of an order's line. */
export interface KnownVariants {
  byId?: ProductIdentity;
  /** The variant with the line's variantRef in the product that the line names. */
  exact?: ProductIdentity;
  /** Variants with the line's variantRef in any product; only where the line names no product. */
  byRef: ProductIdentity[];
  bySku: ProductIdentity[];
  byGtin: ProductIdentity[];
  /** The variant of the line's product whose reference is the line's sku, or its gtin. */
  likeSku?: LikeNamed;
  likeGtin?: LikeNamed;
}

/** A variant whose reference is what the line gives as a code. */
export interface LikeNamed {
  product: ProductIdentity;
  /** The catalogue says that this variant has another code. */
  isAnother: boolean;
}

/** Variants that a line can mean, according to the catalogue. */
export interface Meaning {
  /** Variants that it may have bought, the surest first. */
  candidates: Candidate[];
  /** Variants that have one of the line's names, but are not the one that was bought. */
  excluded: ProductIdentity[];
  /** It names no product, and several have a variant of its reference. */
  isAmbiguous: boolean;
  /** Later changes of the catalogue may change what the line means. */
  isOpen: boolean;
}

const candidate = (rule: string) => (product: ProductIdentity) => ({ rule, product });

/**
 * The variants with the line's sku, else with its gtin. A code belongs to the article in every product. But if the
 * line's own product has it, no other product counts.
 */
function byCode({ productRef, sku, gtin }: OrderLine, { bySku, byGtin }: KnownVariants) {
  const codes = [
    { rule: "sku", value: sku, found: bySku },
    { rule: "gtin", value: gtin, found: byGtin },
  ].filter(({ value }) => value !== undefined);
  const first = codes.find(({ found }) => found.length > 0);
  if (!first) return { found: [], isSettled: codes.length === 0 };
  const own = first.found.filter((variant) => variant.productRef === productRef);
  const meant = own.length > 0 ? own : first.found;
  const isSettled = first === codes[0] && (productRef === undefined || own.length > 0);
  return { found: meant.map(candidate(first.rule)), isSettled };
}

/** Some shops call a variant by its code: unless the catalogue knows that variant as another one. */
function guesses({ productRef, sku, gtin }: OrderLine, known: KnownVariants, meant: Candidate[]) {
  if (productRef === undefined) return [];
  const codes = [
    { rule: "sku", value: sku, like: known.likeSku },
    { rule: "gtin", value: gtin, like: known.likeGtin },
  ];
  const isFound = meant.some(({ product }) => product.productRef === productRef && product.productId);
  return codes.flatMap(({ rule, value, like }) => {
    if (value === undefined) return [];
    if (!like) return [{ rule, product: { productRef, selectedVariantRef: value } }];
    return like.isAnother || isFound ? [] : [{ rule, product: like.product }];
  });
}

function candidatesOf(line: OrderLine, known: KnownVariants): Pick<Meaning, "candidates" | "isOpen"> {
  const { productRef, variantRef: selectedVariantRef } = line;
  if (known.byId) return { candidates: [candidate("catalogue")(known.byId)], isOpen: false };
  if (known.exact) return { candidates: [candidate("variant")(known.exact)], isOpen: false };
  const { found, isSettled } = byCode(line, known);
  if (selectedVariantRef === undefined)
    return { candidates: found, isOpen: found.length === 0 || !isSettled };
  if (productRef !== undefined)
    return {
      candidates: [candidate("variant")({ productRef, selectedVariantRef }), ...found],
      isOpen: line.sku !== undefined || line.gtin !== undefined,
    };
  const candidates = known.byRef.length === 1 ? known.byRef.map(candidate("catalogue")) : found;
  return { candidates, isOpen: true };
}

/**
 * What an order's line bought, by what the catalogue knows. A line that names its product means no other product's
 * variant of the same reference; a code is never read as another product's reference. The same line and the same
 * catalogue have one meaning, whichever of them came first.
 */
export function meaningOf(line: OrderLine, known: KnownVariants): Meaning {
  const { candidates: meant, isOpen } = candidatesOf(line, known);
  const candidates = [...meant, ...guesses(line, known, meant)];
  const likes = [known.likeSku, known.likeGtin].flatMap((like) => like?.product ?? []);
  const excluded = [...known.byRef, ...known.bySku, ...known.byGtin, ...likes].filter(
    (variant) => !candidates.some(({ product }) => isSameVariant(product, variant)),
  );
  return { candidates, excluded, isAmbiguous: candidates.length === 0 && known.byRef.length > 1, isOpen };
}

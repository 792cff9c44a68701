import type { OrderLine } from "../../store/records/orders.ts";
import type { ProductIdentity } from "../../store/records/records.ts";
import { isSameVariant } from "../wishlist/state/item-index.ts";
import type { Candidate } from "./messages.ts";

/** Variants of the catalogue that have the names of an order's line. */
export interface KnownVariants {
  byId?: ProductIdentity;
  /** The variant with the line's variantRef in the product that the line names. */
  exact?: ProductIdentity;
  /** Variants with the line's variantRef in any product; only if the line names no product. */
  byRef: ProductIdentity[];
  bySku: ProductIdentity[];
  byGtin: ProductIdentity[];
  /** The variant of the line's product whose reference is the line's sku, or its gtin. */
  likeSku?: LikeNamed;
  likeGtin?: LikeNamed;
}

/** A variant whose reference equals a code of the line. */
export interface LikeNamed {
  product: ProductIdentity;
  /** Whether this variant has another code in the catalogue. */
  isAnother: boolean;
}

/** Variants that a line can mean, according to the catalogue. */
interface Meaning {
  /** Variants that it may have bought, the most reliable first. */
  candidates: Candidate[];
  /** Variants that have one of the line's names, but are not the one that was bought. */
  excluded: ProductIdentity[];
  /** Whether the line names no product, and several products have a variant with its reference. */
  isAmbiguous: boolean;
  /** Whether later changes of the catalogue may change what the line means. */
  isOpen: boolean;
}

const candidate = (rule: string) => (product: ProductIdentity) => ({ rule, product });

/**
 * Returns the variants with the line's sku, or if there are none, with its gtin. A code means the same article in every
 * product. But if the line's own product has the code, no other product counts.
 */
function byCode({ productRef, sku, gtin }: OrderLine, { bySku, byGtin }: KnownVariants): Candidate[] {
  const codes = [
    { rule: "sku", value: sku, found: bySku },
    { rule: "gtin", value: gtin, found: byGtin },
  ].filter(({ value }) => value !== undefined);
  const first = codes.find(({ found }) => found.length > 0);
  if (!first) return [];
  const ofProduct = first.found.filter((variant) => variant.productRef === productRef);
  return (ofProduct.length > 0 ? ofProduct : first.found).map(candidate(first.rule));
}

/**
 * Returns the variants whose reference equals a code of the line, as in some shops. `isAnother` means that the variant
 * has another code.
 */
function guessesOf({ productRef, sku, gtin }: OrderLine, { likeSku, likeGtin }: KnownVariants) {
  if (productRef === undefined) return [];
  const codes = [
    { rule: "sku", value: sku, like: likeSku },
    { rule: "gtin", value: gtin, like: likeGtin },
  ];
  return codes.flatMap(({ rule, value, like }) => {
    if (value === undefined) return [];
    const product = like?.product ?? { productRef, selectedVariantRef: value };
    return [
      { ...candidate(rule)(product), isKnown: like !== undefined, isAnother: like?.isAnother === true },
    ];
  });
}

/** Returns the variant that a line names by its reference or its id; empty if it names none. */
function namedBy(
  { productRef, variantRef: selectedVariantRef }: OrderLine,
  known: KnownVariants,
): Candidate[] {
  if (known.byId) return [candidate("catalogue")(known.byId)];
  if (known.exact) return [candidate("variant")(known.exact)];
  if (selectedVariantRef === undefined) return [];
  if (productRef !== undefined) return [candidate("variant")({ productRef, selectedVariantRef })];
  return known.byRef.length === 1 ? known.byRef.map(candidate("catalogue")) : [];
}

/**
 * Whether a later change of the catalogue may change what a line means. It may until the line's own variant is known.
 */
function mayChange({ productRef, variantRef, sku, gtin }: OrderLine, known: KnownVariants): boolean {
  if (known.byId ?? known.exact) return false;
  return variantRef === undefined || productRef === undefined || sku !== undefined || gtin !== undefined;
}

/**
 * Returns the variants that an order's line may have bought, by the catalogue. If the line names its product, a variant
 * of another product with the same reference does not count, and a code is never read as a reference of another
 * product. The result depends only on the line and the catalogue, not on which of them arrived first: names that need
 * no catalogue come first.
 */
export function meaningOf(line: OrderLine, known: KnownVariants): Meaning {
  const named = namedBy(line, known);
  const isSettled = named.some(({ product }) => product.productId !== undefined);
  const found = isSettled ? [] : byCode(line, known);
  const isFound = [...named, ...found].some(
    ({ product }) => product.productId !== undefined && product.productRef === line.productRef,
  );
  const guesses = guessesOf(line, known);
  const likely = guesses.filter(({ isKnown, isAnother }) => !isAnother && !(isKnown && isFound));
  const candidates: Candidate[] = [
    ...named,
    ...likely.map(({ rule, product }) => ({ rule, product })),
    ...found,
  ];
  const mentioned = [
    ...known.byRef,
    ...known.bySku,
    ...known.byGtin,
    ...guesses.map(({ product }) => product),
  ];
  return {
    candidates,
    excluded: mentioned.filter(
      (variant) => !candidates.some(({ product }) => isSameVariant(product, variant)),
    ),
    isAmbiguous: candidates.length === 0 && known.byRef.length > 1,
    isOpen: mayChange(line, known),
  };
}

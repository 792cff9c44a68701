import type { OrderLine } from "../../store/records/orders.ts";
import type { ProductIdentity } from "../../store/records/records.ts";
import { MAX_SAME_NAME } from "../catalogue/same-name.ts";
import { isOneOf } from "../wishlist/state/item-index.ts";
import type { Candidate } from "./messages.ts";

/**
 * Variants of the catalogue that have the names of an order's line. If too many have one of them, a list has only so
 * many that this shows, those of the line's product first.
 */
export interface KnownVariants {
  byId?: ProductIdentity;
  /** The variant with the line's variantRef in the product that the line names. */
  exact?: ProductIdentity;
  /** Variants with the line's variantRef in any product; only if the line names no product. */
  byRef: ProductIdentity[];
  bySku: ProductIdentity[];
  byGtin: ProductIdentity[];
  /**
   * The lists whose name more products have than are listed in the index of names. Too many variants have the name,
   * however few of them are found.
   */
  incomplete?: readonly NameList[];
  /** The variant of the line's product whose reference is the line's sku, or its gtin. */
  likeSku?: SameNamed;
  likeGtin?: SameNamed;
}

/** A list of {@link KnownVariants} with the variants that have a name. */
export type NameList = "byRef" | "bySku" | "byGtin";

/** A variant whose reference equals a code of the line. */
export interface SameNamed {
  product: ProductIdentity;
  /** Whether this variant has another code in the catalogue. */
  isAnother: boolean;
}

/** Variants that a line can mean, according to the catalogue. */
interface VariantGuess {
  /** Variants that it may have bought, the most reliable first. */
  candidates: Candidate[];
  /** Variants that have one of the line's names, but are not the one that was bought. */
  excluded: ProductIdentity[];
  /** Rules of the names that too many variants have: `excluded` does not list these variants. */
  commonNames: string[];
  /**
   * Whether no variant is known for the line because several fit: several products have a variant with its reference,
   * or too many variants have its code.
   */
  isAmbiguous: boolean;
  /** Whether later changes of the catalogue may change what the line means. */
  isOpen: boolean;
}

const isIncomplete = ({ incomplete = [] }: KnownVariants, list: NameList) => incomplete.includes(list);

const candidate = (rule: string) => (product: ProductIdentity) => ({ rule, product });

/**
 * Returns the variants with the line's sku, or if there are none, with its gtin. A code means the same article in every
 * product. But if the line's own product has the code, no other product counts. A code that too many variants have
 * means none of them.
 */
function byCode(
  { productRef, sku, gtin }: OrderLine,
  known: KnownVariants,
  maxSameName: number,
): { found: Candidate[]; isTooCommon: boolean } {
  const codes = [
    { rule: "sku", value: sku, found: known.bySku, hasMore: isIncomplete(known, "bySku") },
    { rule: "gtin", value: gtin, found: known.byGtin, hasMore: isIncomplete(known, "byGtin") },
  ].filter(({ value, found, hasMore }) => value !== undefined && (found.length > 0 || hasMore));
  const meant = codes.map(({ rule, found, hasMore }) => {
    const ofProduct = found.filter((variant) => variant.productRef === productRef);
    const variants = (ofProduct.length > 0 ? ofProduct : found).map(candidate(rule));
    const isTooCommon = variants.length > maxSameName || (hasMore && ofProduct.length === 0);
    return { variants, isTooCommon };
  });
  const first = meant.find(({ isTooCommon }) => !isTooCommon);
  return { found: first?.variants ?? [], isTooCommon: !first && meant.length > 0 };
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
  const isOnlyOne = known.byRef.length === 1 && !isIncomplete(known, "byRef");
  return isOnlyOne ? known.byRef.map(candidate("catalogue")) : [];
}

/**
 * Whether a later change of the catalogue may change what a line means. It may until the line's own variant is known.
 */
function mayRenameLine({ productRef, variantRef, sku, gtin }: OrderLine, known: KnownVariants): boolean {
  if (known.byId ?? known.exact) return false;
  return variantRef === undefined || productRef === undefined || sku !== undefined || gtin !== undefined;
}

/**
 * Returns the lists of variants by the line's names, each with the rule by which a line finds one of them, and whether
 * too many have the name.
 */
function listsOf({ variantId }: OrderLine, known: KnownVariants, maxSameName: number) {
  const { byRef, bySku, byGtin } = known;
  const listOf = (rule: string | undefined, list: NameList, found: ProductIdentity[]) => {
    return { rule, found, isTooCommon: found.length > maxSameName || isIncomplete(known, list) };
  };
  return [
    // A line with an id finds variants by the id with this rule too.
    listOf(variantId === undefined ? "catalogue" : undefined, "byRef", byRef),
    listOf("sku", "bySku", bySku),
    listOf("gtin", "byGtin", byGtin),
  ];
}

/**
 * Returns the variants that an order's line may have bought, by the catalogue. If the line names its product, a variant
 * of another product with the same reference does not count, and a code is never read as a reference of another
 * product. The result depends only on the line and the catalogue, not on which of them arrived first: names that need
 * no catalogue come first.
 *
 * @param maxSameName maximum number of variants that a name means
 */
export function meaningOf(line: OrderLine, known: KnownVariants, maxSameName = MAX_SAME_NAME): VariantGuess {
  const named = namedBy(line, known);
  const isSettled = named.some(({ product }) => product.productId !== undefined);
  const { found, isTooCommon } = isSettled
    ? { found: [], isTooCommon: false }
    : byCode(line, known, maxSameName);
  const isFound = [...named, ...found].some(
    ({ product }) => product.productId !== undefined && product.productRef === line.productRef,
  );
  const guesses = guessesOf(line, known);
  const likely = guesses
    .filter(({ isKnown, isAnother }) => !isAnother && !(isKnown && isFound))
    .map(({ rule, product }) => ({ rule, product }));
  const candidates: Candidate[] = [...named, ...likely, ...found];
  const lists = listsOf(line, known, maxSameName);
  const listed = lists.filter((list) => !list.isTooCommon);
  const mentioned = [...listed.flatMap((list) => list.found), ...guesses.map(({ product }) => product)];
  const isCandidate = isOneOf(candidates.map(({ product }) => product));
  const isShared = known.byRef.length > 1 || isIncomplete(known, "byRef");
  const isUnknown = !candidates.some(({ product }) => product.productId !== undefined);
  return {
    candidates,
    excluded: mentioned.filter((variant) => !isCandidate(variant)),
    commonNames: lists.flatMap((list) => (list.rule !== undefined && list.isTooCommon ? [list.rule] : [])),
    isAmbiguous: named.length === 0 && isUnknown && (isTooCommon || isShared),
    isOpen: mayRenameLine(line, known),
  };
}

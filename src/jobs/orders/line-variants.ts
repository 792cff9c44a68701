import { MAX_SAME_NAME } from "../../actors/catalogue/same-name.ts";
import type { KnownVariants, NameList, SameNamed } from "../../actors/order/bought-variant.ts";
import { batchesOf } from "../../collections/batches.ts";
import { defined } from "../../collections/defined.ts";
import { variantIdName, variantName, variantNames, variantRefsTerm } from "../../store/keys/names.ts";
import { identityOf, type Products } from "../../store/read/products.ts";
import type { FoundVariant, FoundVariants, SearchedVariants } from "../../store/read/variant-search.ts";
import type { VariantRecord } from "../../store/records/catalogue.ts";
import type { OrderLine } from "../../store/records/orders.ts";
import type { ProductIdentity } from "../../store/records/records.ts";

const NAME_LISTS: readonly NameList[] = ["byRef", "bySku", "byGtin"];

export interface VariantDeps {
  products: Pick<Products, "variantsNamed">;
}

/** A line whose variants are to be found. */
export interface UnknownLine {
  line: OrderLine;
  /** Whether the line was matched before: it may have bought a variant that only has its codes. */
  isMatched: boolean;
}

/** What a line needs of a variant. */
interface LineVariant {
  identity: Required<ProductIdentity>;
  codes: Pick<VariantRecord, "sku" | "gtin">;
}

const lineVariantOf = (found: FoundVariant): LineVariant => {
  const { sku, gtin } = found.variant;
  return { identity: identityOf(found), codes: defined({ sku, gtin }) };
};

/**
 * Returns the search for a variant by a reference in the product of a line; undefined if the line lacks one of them.
 */
const inProduct = ({ productRef }: OrderLine, variantRef: string | undefined): SearchedVariants | undefined =>
  productRef === undefined || variantRef === undefined ? undefined : { productRef, names: { variantRef } };

/** A list of variants that have a name. */
type LineVariants = FoundVariants<LineVariant>;

/**
 * Returns the variants that a name means to a line, its product's first: no more than show that they are too many.
 *
 * @param own the variants of the line's product with this name, if its products may not all be listed
 */
function identitiesFor(
  { productRef }: OrderLine,
  { found, hasMore }: LineVariants = { found: [], hasMore: false },
  own?: LineVariants,
): ProductIdentity[] {
  const isOwn = ({ identity }: LineVariant) => identity.productRef === productRef;
  const ofProduct = () => (hasMore && own ? own.found : found.filter(isOwn));
  // A thousand lines may share thousands of variants, so the lists are not copied for a line without a product.
  const ownFirst =
    productRef === undefined ? found : [...ofProduct(), ...found.filter((each) => !isOwn(each))];
  return ownFirst.slice(0, MAX_SAME_NAME + 1).map(({ identity }) => identity);
}

function likeNamed(
  { found: [found] }: LineVariants = { found: [], hasMore: false },
  named: "sku" | "gtin",
  code: string | undefined,
): SameNamed | undefined {
  const other = found?.codes[named];
  return found && { product: found.identity, isAnother: other !== undefined && other !== code };
}

/**
 * Finds the variants of the catalogue that have the names of each line. If a line's own variant is known, other
 * variants with its codes matter only if the line was matched before. A product is read a fixed number of times for all
 * lines. Of variants that share a name, no more are returned than show that they are too many; those of the line's
 * product come first, because they are preferred.
 */
export async function knownVariants<T extends UnknownLine>(
  { products }: VariantDeps,
  storeKey: string,
  lines: readonly T[],
): Promise<(T & { known: KnownVariants })[]> {
  const find = async (searches: (SearchedVariants | undefined)[][]) => {
    const found = await products.variantsNamed(storeKey, searches.flat(), lineVariantOf);
    return [...batchesOf(found, lines.length)];
  };
  const [byId = [], exact = []] = await find([
    lines.map(({ line: { variantId } }) => (variantId === undefined ? undefined : { names: { variantId } })),
    lines.map(({ line }) => inProduct(line, line.variantRef)),
  ]);
  const hasOwn = (i: number) => [byId, exact].some((all) => (all[i]?.found ?? []).length > 0);
  const byCode = (i: number, isMatched: boolean) => isMatched || !hasOwn(i);
  const [byRef = [], bySku = [], byGtin = [], likeSku = [], likeGtin = []] = await find([
    lines.map(({ line: { productRef, variantRef } }) =>
      variantRef === undefined || productRef !== undefined ? undefined : { names: { variantRef } },
    ),
    lines.map(({ line: { sku }, isMatched }, i) =>
      sku === undefined || !byCode(i, isMatched) ? undefined : { names: { sku } },
    ),
    lines.map(({ line: { gtin }, isMatched }, i) =>
      gtin === undefined || !byCode(i, isMatched) ? undefined : { names: { gtin } },
    ),
    lines.map(({ line }) => inProduct(line, line.sku)),
    lines.map(({ line }) => inProduct(line, line.gtin)),
  ]);
  // The line's product may not be listed among those with a common code.
  const inOwn = (all: readonly LineVariants[], named: "sku" | "gtin") =>
    lines.map(({ line: { productRef, [named]: code } }, i) =>
      all[i]?.hasMore && productRef !== undefined ? { productRef, names: { [named]: code } } : undefined,
    );
  const [ownSku = [], ownGtin = []] = await find([inOwn(bySku, "sku"), inOwn(byGtin, "gtin")]);
  return lines.map((each, i) => {
    const { line } = each;
    const lists = { byRef: byRef[i], bySku: bySku[i], byGtin: byGtin[i] };
    const incomplete = NAME_LISTS.filter((name) => lists[name]?.hasMore);
    const known = {
      ...defined({ byId: byId[i]?.found[0]?.identity, exact: exact[i]?.found[0]?.identity }),
      byRef: identitiesFor(line, lists.byRef),
      bySku: identitiesFor(line, lists.bySku, ownSku[i]),
      byGtin: identitiesFor(line, lists.byGtin, ownGtin[i]),
      incomplete,
      ...defined({
        likeSku: likeNamed(likeSku[i], "sku", line.sku),
        likeGtin: likeNamed(likeGtin[i], "gtin", line.gtin),
      }),
    };
    return { ...each, known };
  });
}

/** Returns the names that change the meaning of a line if a variant with one of them appears in the catalogue. */
export function namesOfLine({ productRef, variantRef, variantId, sku, gtin }: OrderLine): string[] {
  const codes = variantNames({ sku, gtin });
  const ids = variantId === undefined ? [] : [variantIdName(variantId)];
  // A line that names its product waits for variants of that product only. Its codes are among the references, because
  // a variant of that product whose reference equals a code changes the meaning of the code.
  const refs =
    productRef === undefined
      ? [variantRef].flatMap((ref) => (ref === undefined ? [] : [variantName("variantRef", ref)]))
      : [variantRef, sku, gtin].flatMap((ref) =>
          ref === undefined ? [] : [variantRefsTerm(productRef, ref)],
        );
  return [...new Set([...refs, ...ids, ...codes])];
}

/** Returns every name under which a line may wait for this variant. */
export const namesOfVariant = (
  productRef: string,
  variant: Pick<VariantRecord, "variantRef" | "variantId" | "sku" | "gtin" | "inventoryItemId">,
): string[] => [
  ...variantNames(variant),
  variantRefsTerm(productRef, variant.variantRef),
  variantIdName(variant.variantId),
];

import type { StockLevel } from "../actors/catalogue/messages.ts";
import { MAX_SAME_NAME } from "../actors/catalogue/same-name.ts";
import type { RejectionCode } from "../actors/reply.ts";
import { batchesOf } from "../collections/batches.ts";
import { nameWithin, parseVariantName, VARIANT_NAMINGS, variantName } from "../store/keys/names.ts";
import type { FoundVariant, Products, ReadProducts, VariantNames } from "../store/read/products.ts";
import type { SentNames } from "./sent-names.ts";

/** Stock of a variant, which the sender identifies by the names that it has. */
export interface StockFeedRow extends Omit<StockLevel, "variantRef"> {
  names: VariantNames;
  /** Product of the variant, if variants of several products have the same name. */
  productRef?: string;
  /** The names of its fields in the row, if they differ. */
  sentNames?: SentNames;
}

/** Why a row was refused. */
export interface StockRefusal {
  code: RejectionCode | "AmbiguousReference" | "LimitExceeded";
  detail: string;
  /** JSON Pointer to the field, if one field is the reason. */
  path?: string;
}

/** How a row names its variant. */
type NamedVariant = Pick<StockFeedRow, "names" | "productRef">;

/** A variant that the catalogue does not have yet, and the name under which its stock is pending. */
export interface PendingVariant extends NamedVariant {
  pendingName: string;
}

/** Result of a lookup: the variants of one product, an unknown variant, or a refusal. */
export type VariantLookup = { found: FoundVariant[] } | PendingVariant | { error: StockRefusal };

/** Number of rows whose names are looked up together. */
const LOOKUP_BATCH_SIZE = 256;
/** Maximum number of products that a refusal names. */
const MAX_NAMED = 5;

/** Returns the refusal of a stock row whose variant is unknown. */
export const variantNotFound = (): { error: StockRefusal } => ({
  error: { code: "ResourceNotFound", detail: "There is no such variant." },
});

function ambiguous(detail: string): { error: StockRefusal } {
  return { error: { code: "AmbiguousReference", detail, path: "/productRef" } };
}

function severalProducts(productRefs: readonly string[]): { error: StockRefusal } {
  const others = productRefs.length > MAX_NAMED ? " or another product" : "";
  const named = productRefs.slice(0, MAX_NAMED).join(", ");
  return ambiguous(`Variants of several products match; add productRef: ${named}${others}.`);
}

/**
 * Returns the name under which a row is pending; undefined if the row has only a service id, which no later variant can
 * get.
 */
function pendingOf({ names, productRef }: NamedVariant): PendingVariant | undefined {
  for (const named of VARIANT_NAMINGS) {
    const value = names[named];
    if (value === undefined) continue;
    const name = variantName(named, value);
    if (productRef === undefined) return { pendingName: name, names: { [named]: value } };
    return { pendingName: nameWithin(productRef, name), productRef, names: { [named]: value } };
  }
  return undefined;
}

const productsOf = (found: readonly FoundVariant[]) => [
  ...new Set(found.map(({ product }) => product.productRef)),
];

/** The repository of the variants of stock rows. */
type FinderProducts = Pick<Products, "variantsWith" | "variantsOf">;

/** Returns the variants with these names: of the given product, or else of any product. */
export const variantsNamed = (
  products: FinderProducts,
  storeKey: string,
  { productRef, names }: { productRef?: string | undefined; names: VariantNames },
  known?: ReadProducts,
): Promise<FoundVariant[]> =>
  productRef === undefined
    ? products.variantsWith(storeKey, names, known)
    : products.variantsOf(storeKey, productRef, names, known);

/** Finds the variants of stock rows. A row is about one product. */
export class VariantFinder {
  readonly #products: FinderProducts;

  constructor(products: FinderProducts) {
    this.#products = products;
  }

  /** Returns the result of each row, in order. */
  async lookUp(storeKey: string, rows: readonly StockFeedRow[]): Promise<VariantLookup[]> {
    const known: ReadProducts = new Map();
    const started = new Map<string, Promise<VariantLookup>>();
    const lookups: VariantLookup[] = [];
    for (const batch of batchesOf(rows, LOOKUP_BATCH_SIZE)) {
      const some = batch.map((row) => {
        const key = JSON.stringify([row.productRef, row.names]);
        const lookup = started.get(key) ?? this.#lookUpOne(storeKey, row, known);
        started.set(key, lookup);
        return lookup;
      });
      lookups.push(...(await Promise.all(some)));
    }
    return lookups;
  }

  async #lookUpOne(storeKey: string, row: StockFeedRow, known: ReadProducts): Promise<VariantLookup> {
    return (await this.find(storeKey, row, known)) ?? pendingOf(row) ?? variantNotFound();
  }

  /**
   * Finds the variants of one product that a row names, or why they are ambiguous; undefined if there are none. If
   * variants of several products have a name, the row must also have the product or another name.
   */
  async find(
    storeKey: string,
    named: NamedVariant,
    known?: ReadProducts,
  ): Promise<{ found: FoundVariant[] } | { error: StockRefusal } | undefined> {
    const { names } = named;
    const candidates = await variantsNamed(this.#products, storeKey, named, known);
    if (candidates.length === 0) return undefined;
    const haveAll = candidates.filter(({ variant }) =>
      VARIANT_NAMINGS.every((naming) => names[naming] === undefined || names[naming] === variant[naming]),
    );
    const found = productsOf(haveAll).length === 1 ? haveAll : candidates;
    const productRefs = productsOf(found);
    if (productRefs.length > 1) return severalProducts(productRefs);
    if (found.length > MAX_SAME_NAME)
      return ambiguous(`${found.length} variants of the product ${productRefs.join()} match.`);
    return { found };
  }

  /** Returns whether the pending stock of a name may be applied: the name matches variants of only one product. */
  async isClear(storeKey: string, name: string): Promise<boolean> {
    const parsed = parseVariantName(name);
    const lookup = parsed && (await this.find(storeKey, { names: { [parsed.naming]: parsed.value } }));
    return lookup !== undefined && "found" in lookup;
  }
}

import type { StockLevel } from "../actors/catalogue/messages.ts";
import { MAX_SAME_NAME } from "../actors/catalogue/same-name.ts";
import type { RejectionCode } from "../actors/reply.ts";
import { defined } from "../collections/defined.ts";
import { groupedBy } from "../collections/grouped.ts";
import {
  nameWithin,
  parseVariantName,
  VARIANT_NAMINGS,
  variantName,
  type VariantNaming,
} from "../store/keys/names.ts";
import type { SlotAddress } from "../store/layout/layout.ts";
import type { Products } from "../store/read/products.ts";
import type { FoundVariant, FoundVariants, VariantNames } from "../store/read/variant-search.ts";
import type { VariantRecord } from "../store/records/catalogue.ts";
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

/** What stock rows need of a variant: a record may have megabytes of stock, and a request names many variants. */
export interface StockVariant extends Pick<VariantRecord, VariantNaming> {
  address: SlotAddress;
  productRef: string;
  /** See {@link VariantRecord.isWithdrawn}. */
  isWithdrawn: boolean;
}

/** Result of a lookup: the variants of one product, an unknown variant, or a refusal. */
export type VariantLookup = { found: StockVariant[] } | PendingVariant | { error: StockRefusal };

/** Maximum number of products that a refusal names. */
const MAX_NAMED = 5;

const STOCK_NAMINGS = ["variantId" as const, ...VARIANT_NAMINGS];

/** Returns the refusal of a stock row whose variant is unknown. */
export const variantNotFound = (): { error: StockRefusal } => ({
  error: { code: "ResourceNotFound", detail: "There is no such variant." },
});

function ambiguous(detail: string): { error: StockRefusal } {
  return { error: { code: "AmbiguousReference", detail, path: "/productRef" } };
}

function severalProducts(productRefs: readonly string[], hasMore: boolean): { error: StockRefusal } {
  const others = hasMore || productRefs.length > MAX_NAMED ? ["another product"] : [];
  const named = productRefs.slice(0, MAX_NAMED).join(", ");
  const products = [...(named === "" ? [] : [named]), ...others].join(" or ");
  return ambiguous(`Variants of several products match; add productRef: ${products}.`);
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

const stockVariantOf = ({ address, product, variant }: FoundVariant): StockVariant => {
  const { variantRef, inventoryItemId, sku, gtin, isWithdrawn = false } = variant;
  const { productRef } = product;
  return { address, productRef, variantRef, isWithdrawn, ...defined({ inventoryItemId, sku, gtin }) };
};

/** Returns what was found without the variants that their products no longer list. Results keep the lists they share. */
function withoutWithdrawn(found: readonly FoundVariants<StockVariant>[]): FoundVariants<StockVariant>[] {
  const lists = new Map(
    found.map((each) => [each.found, each.found.filter(({ isWithdrawn }) => !isWithdrawn)]),
  );
  return found.map((each) => ({ ...each, found: lists.get(each.found) ?? [] }));
}

/** Variants that a row may mean, with the references of their products. */
interface Candidates {
  variants: StockVariant[];
  productRefs: string[];
}

const candidatesOf = (variants: StockVariant[]): Candidates => ({
  variants,
  productRefs: [...new Set(variants.map(({ productRef }) => productRef))],
});

/**
 * Returns a function that returns those of some variants that have all of the given names. Many rows may share
 * thousands of variants, so the variants are grouped once for each kind of names.
 */
function havingAll(variants: readonly StockVariant[]): (names: VariantNames) => Candidates | undefined {
  const groups = new Map<string, Map<string, Candidates>>();
  return (names) => {
    const given = VARIANT_NAMINGS.filter((naming) => names[naming] !== undefined);
    const keyOf = (named: VariantNames) => JSON.stringify(given.map((naming) => named[naming]));
    const known = groups.get(given.join());
    const byNames =
      known ?? new Map([...groupedBy(variants, keyOf)].map(([key, some]) => [key, candidatesOf(some)]));
    groups.set(given.join(), byNames);
    return byNames.get(keyOf(names));
  };
}

/**
 * Returns the variants of one product that a row names, or why they are ambiguous. If variants of several products have
 * a name, the row must also have the product or another name. `hasMore` means that not all candidates are known.
 */
function meantBy(
  candidates: Candidates,
  haveAll: Candidates | undefined,
  hasMore: boolean,
): { found: StockVariant[] } | { error: StockRefusal } {
  const isExact = haveAll?.productRefs.length === 1;
  const { variants: found, productRefs } = isExact ? haveAll : candidates;
  if (productRefs.length > 1 || (hasMore && !isExact)) return severalProducts(productRefs, hasMore);
  if (found.length > MAX_SAME_NAME)
    return ambiguous(`${found.length} variants of the product ${productRefs.join()} match.`);
  return { found };
}

/** Returns a row without its first name; undefined if it has no other. */
function withoutFirstName({ names, ...row }: NamedVariant): NamedVariant | undefined {
  const [, ...others] = STOCK_NAMINGS.filter((naming) => names[naming] !== undefined);
  if (others.length === 0) return undefined;
  return { ...row, names: Object.fromEntries(others.map((naming) => [naming, names[naming]])) };
}

/** Finds the variants of stock rows. A row is about one product. */
export class VariantFinder {
  readonly #products: Pick<Products, "variantsNamed">;

  constructor(products: Pick<Products, "variantsNamed">) {
    this.#products = products;
  }

  /** Returns the result of each row, in order. */
  async lookUp(storeKey: string, rows: readonly NamedVariant[]): Promise<VariantLookup[]> {
    const found = await this.#findAll(storeKey, rows);
    return rows.map((row, i) => found[i] ?? pendingOf(row) ?? variantNotFound());
  }

  /** Finds the variants that each row names, or why they are ambiguous; undefined if there are none. */
  async #findAll(
    storeKey: string,
    rows: readonly NamedVariant[],
  ): Promise<({ found: StockVariant[] } | { error: StockRefusal } | undefined)[]> {
    const found = withoutWithdrawn(await this.#products.variantsNamed(storeKey, rows, stockVariantOf));
    const complete = await this.#completeLists(storeKey, rows, found);
    // Rows with the same name share a list.
    const lists = new Map(
      [...found.map((each) => each.found), ...complete].flatMap((list) =>
        list ? [[list, { candidates: candidatesOf(list), having: havingAll(list) }] as const] : [],
      ),
    );
    return rows.map(({ names }, i) => {
      const { found: list = [], hasMore = false } = found[i] ?? {};
      const [shared, whole] = [lists.get(list), lists.get(complete[i] ?? [])];
      if (!shared || (list.length === 0 && !hasMore)) return undefined;
      return meantBy(shared.candidates, whole?.having(names), hasMore);
    });
  }

  /**
   * Returns for each row a list with all variants that have all of its names: what was found, or if a name has more
   * products than are listed, what is found by the names after it; undefined if there is no such list.
   */
  async #completeLists(
    storeKey: string,
    rows: readonly NamedVariant[],
    found: readonly FoundVariants<StockVariant>[],
  ): Promise<(StockVariant[] | undefined)[]> {
    const complete = found.map(({ found: list, hasMore }) => (hasMore ? undefined : list));
    const narrower = rows.map((row, i) => (found[i]?.hasMore ? withoutFirstName(row) : undefined));
    const open = narrower.flatMap((row, i) => (row ? [{ row, i }] : []));
    if (open.length === 0) return complete;
    const others = open.map(({ row }) => row);
    const next = withoutWithdrawn(await this.#products.variantsNamed(storeKey, others, stockVariantOf));
    for (const [n, list] of (await this.#completeLists(storeKey, others, next)).entries()) {
      const { i } = open[n] ?? {};
      if (i !== undefined) complete[i] = list;
    }
    return complete;
  }

  /** Whether the pending stock of a name may be applied: the name matches variants of only one product. */
  async isClear(storeKey: string, name: string): Promise<boolean> {
    const parsed = parseVariantName(name);
    if (!parsed) return false;
    const [lookup] = await this.#findAll(storeKey, [{ names: { [parsed.naming]: parsed.value } }]);
    return lookup !== undefined && "found" in lookup;
  }
}

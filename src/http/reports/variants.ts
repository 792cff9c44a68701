import { eachInTurns, sortedInTurns } from "../../collections/in-turns.ts";
import type { FoundVariant } from "../../store/read/variant-search.ts";
import type { VariantCount, VariantName } from "../../store/reports/counter-fields.ts";
import type { ReportParts, ReportQuery } from "./report.ts";

/** Members of a row that identify its variant, in their order. */
export const VARIANT_COLUMNS = [
  "productRef",
  "productId",
  "variantRef",
  "variantId",
  "title",
  "variantTitle",
  "sku",
];

/** Sums of counters by variant, or by product. */
export class Sums<V> {
  readonly #sums = new Map<string, { name: VariantName; currency: string; sum: V }>();
  readonly #by: "variant" | "product";
  readonly #start: () => V;

  constructor(by: "variant" | "product", start: () => V) {
    this.#by = by;
    this.#start = start;
  }

  /** Returns the sums that a counter adds to. */
  of({ variant: { by, product, variant }, currency }: Omit<VariantCount, "what">): V {
    const name = { by, product, variant: this.#by === "product" ? "" : variant };
    const key = JSON.stringify([by, product, name.variant, currency]);
    let found = this.#sums.get(key);
    if (!found) this.#sums.set(key, (found = { name, currency, sum: this.#start() }));
    return found.sum;
  }

  /** Returns all sums whose count is not 0, the highest rank first. There may be one for each variant of the store. */
  async most(
    countOf: (sum: V) => number,
    rankOf = countOf,
  ): Promise<{ name: VariantName; currency: string; sum: V }[]> {
    const counted: [string, { name: VariantName; currency: string; sum: V }][] = [];
    await eachInTurns(this.#sums, (each) => {
      if (countOf(each[1].sum) > 0) counted.push(each);
    });
    const sorted = await sortedInTurns(
      counted,
      ([a, x], [b, y]) => rankOf(y.sum) - rankOf(x.sum) || (a < b ? -1 : 1),
    );
    return sorted.map(([, each]) => each);
  }
}

/** Finds a variant in the catalogue by the names that wishes have for it. */
export async function lookUp(
  { products }: ReportParts,
  { storeKey }: ReportQuery,
  { by, product, variant }: VariantName,
): Promise<FoundVariant | undefined> {
  if (!(await products.hasCatalogue(storeKey))) return undefined;
  if (by === "ref") return products.variantIn(storeKey, { productRef: product }, variant);
  const [found] = await products.variantsWith(storeKey, { variantId: variant });
  return found?.product.productId === product ? found : undefined;
}

/** Returns the members of a row that identify its variant, from the catalogue or else from the wishes. */
export function variantNamesOf({ by, product, variant }: VariantName, found: FoundVariant | undefined) {
  if (!found)
    return by === "ref"
      ? { productRef: product, variantRef: variant }
      : { productId: product, variantId: variant };
  const { productRef, productId, title } = found.product;
  const { variantRef, variantId, title: variantTitle, sku } = found.variant;
  return { productRef, productId, variantRef, variantId, title, variantTitle, sku };
}

/** Returns the members of a row that identify its product, from the catalogue or else from the wishes. */
export async function productNamesOf(
  { products, layout }: ReportParts,
  { storeKey }: ReportQuery,
  { by, product }: VariantName,
) {
  const address =
    by === "ref" ? layout.slotOf("product", storeKey, product) : products.addressOf(storeKey, product);
  const found = address && (await products.hasCatalogue(storeKey)) && (await products.recordAt(address));
  if (!found) return by === "ref" ? { productRef: product } : { productId: product };
  const { productRef, productId, title } = found;
  return { productRef, productId, title };
}

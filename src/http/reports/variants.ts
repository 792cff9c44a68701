import { batchesOf } from "../../collections/batches.ts";
import { firstInTurns } from "../../collections/in-turns.ts";
import { Problem } from "../../ingest/problem.ts";
import type { FoundVariant } from "../../store/read/variant-search.ts";
import { type Summed, summedIn, sumKeyOf, type VariantName } from "../../store/reports/counter-fields.ts";
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

/** Maximum number of variants, or products, of a report: its process keeps about 200 bytes for each of them. */
const MAX_SUMS = 500_000;

/** Sums of counters by variant, or by product. */
export class Sums<V> {
  /** The sums by their keys. There may be one for each variant of the store, so their names are not kept twice. */
  readonly #sums = new Map<string, V>();
  readonly #by: "variant" | "product";
  readonly #start: () => V;
  readonly #most: number;

  /** @param most maximum number of sums */
  constructor(by: "variant" | "product", start: () => V, most = MAX_SUMS) {
    this.#by = by;
    this.#start = start;
    this.#most = most;
  }

  /**
   * Returns the sums that a counter adds to.
   *
   * @throws {Problem} `LimitExceeded` if there are too many
   */
  of({ variant, currency }: Summed): V {
    const key = sumKeyOf({
      variant: this.#by === "product" ? { ...variant, variant: "" } : variant,
      currency,
    });
    let found = this.#sums.get(key);
    if (!found) {
      if (this.#sums.size >= this.#most)
        throw new Problem("LimitExceeded", {
          detail: `The report would have more than ${this.#most.toLocaleString("en")} ${this.#by}s. Ask for a shorter period.`,
        });
      this.#sums.set(key, (found = this.#start()));
    }
    return found;
  }

  /**
   * Returns the sums whose count is not 0, the highest rank first.
   *
   * @param limit maximum number of sums that are returned
   */
  async most(limit: number, countOf: (sum: V) => number, rankOf = countOf): Promise<(Summed & { sum: V })[]> {
    // Those whose count is 0 come last.
    const rank = (sum: V) => (countOf(sum) > 0 ? rankOf(sum) : -Infinity);
    const first = await firstInTurns(
      this.#sums,
      limit,
      ([a, x], [b, y]) => rank(y) - rank(x) || (a < b ? -1 : 1),
    );
    return first.flatMap(([key, sum]) => (countOf(sum) > 0 ? [{ ...summedIn(key), sum }] : []));
  }
}

/** Number of variants or products that are looked up together. */
export const LOOKED_UP = 200;

/** Makes the rows of a report, in their order. There may be thousands: other work of the process runs in between. */
export async function reportRows<T>(
  all: readonly T[],
  rowOf: (each: T) => Promise<object>,
): Promise<object[]> {
  const rows: object[] = [];
  for (const batch of batchesOf(all, LOOKED_UP)) rows.push(...(await Promise.all(batch.map(rowOf))));
  return rows;
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

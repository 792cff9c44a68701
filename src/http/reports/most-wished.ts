import type { RankedQuery, Report, ReportParts } from "./report.ts";
import { lookUp, VARIANT_COLUMNS, productNamesOf, Sums, variantNamesOf } from "./variants.ts";

interface MostWishedQuery extends RankedQuery {
  /** Whether a row is about a variant or a product. */
  by: "variant" | "product";
}

/**
 * Reports the wishes that were made in the period by variant or product, the highest number first, with the numbers of
 * wishes that were removed in the period and that are still open.
 */
export async function mostWished(parts: ReportParts, query: MostWishedQuery): Promise<Report> {
  const { storeKey, dayParts, location, limit, by } = query;
  const sums = new Sums(by, () => ({ made: 0, removed: 0, open: 0 }));
  await parts.counters.eachWish(storeKey, dayParts, (count) => {
    if (location === undefined || count.location === location)
      sums.of(count)[count.what] += Number(count.count);
  });
  const most = await sums.most(({ made }) => made);
  const rows = most.slice(0, limit).map(async ({ name, sum: { made: wishes, removed, open: standing } }) => {
    const names =
      by === "product"
        ? await productNamesOf(parts, query, name)
        : variantNamesOf(name, await lookUp(parts, query, name));
    return { ...names, wishes, removed, standing };
  });
  return { columns: [...VARIANT_COLUMNS, "wishes", "removed", "standing"], rows: await Promise.all(rows) };
}

import type { RankedQuery, Report, ReportParts } from "./report.ts";
import { lookUp, VARIANT_COLUMNS, productNamesOf, reportRows, Sums, variantNamesOf } from "./variants.ts";

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
  await parts.counters.eachWish(storeKey, dayParts, (counter, { made = 0n, removed = 0n, open = 0n }) => {
    if (location !== undefined && counter.location !== location) return;
    const sum = sums.of(counter);
    sum.made += Number(made);
    sum.removed += Number(removed);
    sum.open += Number(open);
  });
  const most = await sums.most(limit, ({ made }) => made);
  const rows = await reportRows(most, async ({ variant, sum: { made: wishes, removed, open: standing } }) => {
    const names =
      by === "product"
        ? await productNamesOf(parts, query, variant)
        : variantNamesOf(variant, await lookUp(parts, query, variant));
    return { ...names, wishes, removed, standing };
  });
  return { columns: [...VARIANT_COLUMNS, "wishes", "removed", "standing"], rows };
}

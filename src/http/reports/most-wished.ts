import type { VariantCount } from "../../store/reports/counter-fields.ts";
import type { RankedQuery, Report, ReportParts } from "./report.ts";
import { lookUp, NAMES, productNamesOf, Sums, variantNamesOf } from "./variants.ts";

interface MostWishedQuery extends RankedQuery {
  /** What a row is. */
  by: "variant" | "product";
}

/**
 * Wishes of the period, the highest first, with the number that left their lists then, and the number that is still
 * open.
 */
export async function mostWished(parts: ReportParts, query: MostWishedQuery): Promise<Report> {
  const { storeKey, parts: dayParts, location, limit, by } = query;
  const sums = new Sums(by, () => ({ made: 0, removed: 0, standing: 0 }));
  const add = (count: VariantCount) => {
    const { what } = count;
    if (location !== undefined && count.location !== location) return;
    if (what === "made" || what === "removed" || what === "standing")
      sums.of(count)[what] += Number(count.count);
  };
  await parts.counters.eachVariant(storeKey, "wishes", dayParts, add);
  await parts.counters.eachVariant(storeKey, "standing", dayParts, add);
  const rows = sums
    .most(({ made }) => made)
    .slice(0, limit)
    .map(async ({ name, sum: { made: wishes, removed, standing } }) => {
      const names =
        by === "product"
          ? await productNamesOf(parts, query, name)
          : variantNamesOf(name, await lookUp(parts, query, name));
      return { ...names, wishes, removed, standing };
    });
  return { columns: [...NAMES, "wishes", "removed", "standing"], rows: await Promise.all(rows) };
}

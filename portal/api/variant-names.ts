import type { Api } from "./api.ts";
import { orNothing } from "./problem.ts";
import { titleOf } from "./reports.ts";
import type { Variant } from "./types.ts";

/** Names of variants by their references or ids; without those that the catalogue does not know. */
export async function namesOfVariants(api: Api, variants: readonly string[]): Promise<Map<string, string>> {
  const distinct = [...new Set(variants)].filter((variant) => variant !== "");
  const names = await Promise.all(
    distinct.map(async (variant): Promise<[string, string][]> => {
      const found = await api.get<Variant>(`/variants/${encodeURIComponent(variant)}`).catch(orNothing);
      if (found?.productTitle === undefined) return [];
      return [[variant, titleOf({ title: found.productTitle, ...variantTitleOf(found) })]];
    }),
  );
  return new Map(names.flat());
}

const variantTitleOf = ({ title }: Variant) => (title === undefined ? {} : { variantTitle: title });

import type { Api } from "./api.ts";
import { titleOf } from "./reports.ts";
import type { FoundVariants } from "./types.ts";

/** Loads the names of variants by their references or ids; undefined if the product has no title. */
export async function namesOfVariants(
  api: Api,
  refs: readonly string[],
): Promise<readonly (string | undefined)[]> {
  const { results } = await api.read<FoundVariants>("/variants/lookup", { refs });
  return results.map(({ variant: { productTitle, title } = {} }) =>
    productTitle === undefined
      ? undefined
      : titleOf({ title: productTitle, ...(title === undefined ? {} : { variantTitle: title }) }),
  );
}

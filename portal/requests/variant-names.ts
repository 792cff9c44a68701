import type { Api } from "../api/api.ts";
import type { FoundVariants } from "../api/types.ts";
import { titleOf } from "./reports.ts";

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

import type { Api } from "./api.ts";
import { titleOf } from "./reports.ts";
import type { Variant } from "./types.ts";

/** The name of a variant by its reference or id; undefined if its product has no title. */
export async function nameOfVariant(api: Api, variant: string): Promise<string | undefined> {
  const { productTitle, title } = await api.get<Variant>(`/variants/${encodeURIComponent(variant)}`);
  if (productTitle === undefined) return undefined;
  return titleOf({ title: productTitle, ...(title === undefined ? {} : { variantTitle: title }) });
}

/**
 * Returns the address of the catalogue page with a search result. The product distinguishes variants that have the same
 * reference.
 */
export function catalogueAddress(wanted: string, productRef = ""): string {
  const product = productRef === "" ? "" : `&product=${encodeURIComponent(productRef)}`;
  return `/portal/catalogue?find=${encodeURIComponent(wanted)}${product}`;
}

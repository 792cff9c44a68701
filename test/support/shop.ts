import { type Caller, type Json, unique, WS } from "./service.ts";

/** Adds a product with one variant to the catalogue. Resolves to their references and ids. */
export async function newProduct(
  shop: Caller,
  variant: Record<string, unknown> = {},
  product: Record<string, unknown> = {},
): Promise<{ productRef: string; variantRef: string; productId: string; variantId: string }> {
  const productRef = unique("p");
  const variantRef = unique("v");
  const row = { productRef, title: "Beanie", variants: [{ variantRef, ...variant }], ...product };
  const { status, body, text } = await shop.post(`${WS}/products`, row);
  if (status !== 202) throw new Error(text);
  const [result] = body.results;
  return { productRef, variantRef, productId: result.productId, variantId: result.variants[0].variantId };
}

/** Creates a customer with a wish for a variant. */
export async function wishFor(
  shop: Caller,
  { productRef, variantRef }: { productRef: string; variantRef: string },
  fields: Record<string, unknown> = {},
  customer: Record<string, unknown> = {},
): Promise<{ customer: Json; item: Json }> {
  const created = await shop.newCustomer(customer);
  const { id } = await shop.newWishlist({ customerRef: created.id });
  const item = await shop.newItem(id, { product: { productRef, selectedVariantRef: variantRef }, ...fields });
  return { customer: created, item };
}

export async function alertsOf(shop: Caller, customer: Json): Promise<Json[]> {
  return (await shop.get(`${WS}/alerts?customerRef=${customer.id}&pageSize=50`)).body.alerts;
}

export const setStock = (shop: Caller, variantRef: string, available: number | null, more: object = {}) =>
  shop.post(`${WS}/stock-levels`, { variantRef, available, ...more });

/** Creates a guest's wishlist with some items, whose notes are `wish 0`, `wish 1` and so on. */
export async function newGuestList(shop: Caller, items = 3): Promise<{ id: string; guestToken: string }> {
  const { status, body, text } = await shop.post(`${WS}/wishlists`, { name: "mine", guest: true });
  if (status !== 201) throw new Error(text);
  for (let i = 0; i < items; i++) await shop.newItem(body.id, { note: `wish ${i}` });
  return body;
}

/**
 * Returns the explanation of a customer's alert about a variant; `more` has more parameters, such as `&type=low_stock`.
 */
export const explanationOf = async (
  shop: Caller,
  customer: Json,
  variantRef: string,
  more = "",
): Promise<Json> =>
  (await shop.get(`${WS}/alerts/explain?customerRef=${customer.id}&variantRef=${variantRef}${more}`)).body;

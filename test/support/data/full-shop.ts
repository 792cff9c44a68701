import assert from "node:assert/strict";
import { type Json, type Service, unique, WS } from "../service.ts";

export const MEGABYTE = 1_000_000;
/** The budget of stored bytes, in megabytes. */
export const BUDGET_MB = 10;
/** Attribute groups with a long text. */
export const LONG = { a: { attributes: { note: "x".repeat(2000) } } };

/** Registers a tenant with a budget of {@link BUDGET_MB} and one large record of each kind. */
export async function newFullShop(service: Service) {
  const credentials = await service.tenants.create(unique("t"));
  await service.tenants.setSettings(credentials.tenantId, { budgets: { stored: BUDGET_MB } });
  const shop = await service.callerFor(credentials);
  const { id: customer } = await shop.newCustomer({
    email: `${unique("c")}@shop.example`,
    note: "x".repeat(500),
  });
  const { id: list } = await shop.newWishlist({ customerRef: customer, attributeGroups: LONG });
  const item = () => shop.newItem(list, { wishlistItemRef: unique("r"), attributeGroups: LONG });
  const items: Json[] = [await item(), await item(), await item()];
  const product = (extra: object = {}) => ({
    productRef: "shirt",
    title: "Shirt",
    variants: [{ variantRef: "s" }],
    ...extra,
  });
  const order = (extra: object = {}) => ({
    orderRef: "o1",
    createdTime: "2026-01-01T00:00:00Z",
    lines: [{ lineRef: "1", sku: "s", quantity: 1 }],
    ...extra,
  });
  assert.equal((await shop.post(`${WS}/products`, product({ title: "x".repeat(200) }))).status, 202);
  assert.equal((await shop.post(`${WS}/stock-levels`, { variantRef: "s", available: 9 })).status, 202);
  assert.equal((await shop.post(`${WS}/orders`, order())).status, 202);
  return { shop, customer, list, items, product, order };
}

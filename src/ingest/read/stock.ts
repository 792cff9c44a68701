import type { VariantNames } from "../../store/read/variant-search.ts";
import { invalidRow, type RowError } from "../rows.ts";
import { StockLevelBody } from "../schemas/catalogue.ts";
import { compileBody } from "../validation/validation.ts";
import type { StockFeedRow } from "../variant-finder.ts";

const validate = compileBody(StockLevelBody);

interface Body {
  variantRef?: string | null;
  variantId?: string | null;
  productRef?: string | null;
  sku?: string | null;
  gtin?: string | null;
  inventoryItemId?: string | null;
  inventory_item_id?: string | null;
  locationRef?: string | null;
  location_id?: string | null;
  available: number | null;
  updatedTime?: string | null;
  updated_at?: string | null;
}

/**
 * Reads a row of a stock feed, in the service's format or as Shopify's inventory level.
 * https://shopify.dev/docs/api/admin-rest/latest/resources/inventorylevel
 */
export function readStock(row: unknown): StockFeedRow | { error: RowError } {
  const errors = validate(row);
  if (errors.length > 0) return { error: invalidRow(errors) };
  const body = row as Body;
  const names: VariantNames = {
    variantId: body.variantId ?? undefined,
    variantRef: body.variantRef ?? undefined,
    inventoryItemId: body.inventoryItemId ?? body.inventory_item_id ?? undefined,
    sku: body.sku ?? undefined,
    gtin: body.gtin ?? undefined,
  };
  if (Object.values(names).every((name) => name === undefined)) {
    const message = "is required unless variantId, sku, gtin or inventoryItemId is given";
    return { error: invalidRow([{ path: "/variantRef", message }]) };
  }
  const { updatedTime, updated_at } = body;
  return {
    names,
    ...(body.productRef ? { productRef: body.productRef } : {}),
    locationRef: body.locationRef ?? body.location_id ?? "",
    available: body.available,
    ...(updatedTime
      ? { updatedTime }
      : updated_at
        ? { updatedTime: updated_at, sentNames: { "/updatedTime": "/updated_at" } }
        : {}),
  };
}

import type { ProductStatus } from "../../store/records/catalogue.ts";
import type { ForSlot } from "../address.ts";
import type { LevelStatus } from "./availability.ts";

/** Fields of a variant in a feed: an absent member stays unchanged, null clears it. */
export interface VariantFields {
  variantRef: string;
  title?: string | null;
  sku?: string | null;
  gtin?: string | null;
  inventoryItemId?: string | null;
  price?: string | null;
  currency?: string | null;
  inventoryPolicy?: "deny" | "continue" | null;
  /** Units over all locations; null if they are not counted. */
  available?: number | null;
}

/** Fields of a product in a feed: an absent member stays unchanged, null clears it. */
export interface ProductFields {
  productRef: string;
  title?: string | null;
  url?: string | null;
  /** Name of the product in addresses of the shop. */
  handle?: string | null;
  imageUrl?: string | null;
  status?: ProductStatus | null;
  publishedTime?: string | null;
  prerelease?: boolean | null;
  updatedTime?: string | null;
}

/** Minimum number of units of an available variant, and maximum number of units of low stock. */
export interface StockThresholds {
  threshold: number;
  lowStockThreshold: number;
}

/** Creates a product, or changes an existing one. Variants that are not named stay unchanged. */
export interface PutProduct extends ForSlot {
  type: "PutProduct";
  product: ProductFields;
  variants: VariantFields[];
  /** Whether the product has no other variants: other known variants are then sold out. */
  isWhole?: true;
  /** Whether totals are numbers also for variants whose units are not counted. */
  mayBeUncounted?: true;
  thresholds: StockThresholds;
  /** Whether this comes from a platform: it then does not restore a product that was deleted later. */
  isNews?: true;
  /** Currency of prices without one; null for none. */
  currency: string | null;
  /** When the row arrived, if that was before the command. ISO 8601. */
  arrivedTime?: string;
}

/** Reply to {@link PutProduct}, with the variants that it named. */
export interface PutResult {
  productRef: string;
  productId: string;
  variants: { variantRef: string; variantId: string }[];
  /** `stale` if a newer version is known. */
  status: "created" | "updated" | "unchanged" | "stale";
}

/** Deletes a product. */
export interface DeleteProduct extends ForSlot {
  type: "DeleteProduct";
  /** The product must have this id; absent if its address identifies it. */
  productId?: string;
  /**
   * Whether this comes from a platform: the deletion of an unknown product is then recorded too, because an earlier
   * update may still arrive.
   */
  isNews?: true;
}

/** A stock level of a variant. */
export interface StockLevel {
  variantRef: string;
  /** Empty for a total over all locations. */
  locationRef: string;
  available: number | null;
  /** When the sender counted; if absent, the time of the command. */
  updatedTime?: string;
}

/** Sets levels in their order. The reply has the result of each level: a list of {@link LevelResult}. */
export interface SetStock extends ForSlot {
  type: "SetStock";
  levels: StockLevel[];
  thresholds: StockThresholds;
}

/** Result of a level: `unknown` if the product has no such variant. */
export interface LevelResult {
  status: LevelStatus | "unknown";
}

/** Checks a product whose publication is due. */
export interface CheckProduct extends ForSlot {
  type: "CheckProduct";
  thresholds: StockThresholds;
}

export type CatalogueCommand = PutProduct | DeleteProduct | SetStock | CheckProduct;

import type { ProductStatus } from "../../store/records/catalogue.ts";
import type { ForSlot } from "../address.ts";
import type { LevelStatus } from "./availability.ts";

/** What a feed says of a variant: an absent member stays, null clears it. */
export interface VariantFields {
  variantRef: string;
  title?: string | null;
  sku?: string | null;
  gtin?: string | null;
  inventoryItemId?: string | null;
  price?: string | null;
  currency?: string | null;
  inventoryPolicy?: "deny" | "continue" | null;
  /** Units over all locations; null where they are not counted. */
  available?: number | null;
}

/** What a feed says of a product: an absent member stays, null clears it. */
export interface ProductFields {
  productRef: string;
  title?: string | null;
  url?: string | null;
  /** What the product is called in addresses of the shop. */
  handle?: string | null;
  imageUrl?: string | null;
  status?: ProductStatus | null;
  publishedTime?: string | null;
  prerelease?: boolean | null;
  updatedTime?: string | null;
}

/** From how many units on a variant is available, and up to how many its stock is low. */
export interface StockThresholds {
  threshold: number;
  lowStockThreshold: number;
}

/** Creates a product, or changes the one that is there. Variants that are not named stay. */
export interface PutProduct extends ForSlot {
  type: "PutProduct";
  product: ProductFields;
  variants: VariantFields[];
  /** The product has no other variants: those that are known are sold out. */
  isWhole?: true;
  thresholds: StockThresholds;
  /** From a platform: does not restore a product that was deleted later. */
  isNews?: true;
  /** Of prices that come without one; null for none. */
  currency: string | null;
  /** When the row arrived, if that was before the command did. ISO 8601. */
  arrivedTime?: string;
}

/** Reply to {@link PutProduct}, with the variants that it named. */
export interface PutResult {
  productRef: string;
  productId: string;
  variants: { variantRef: string; variantId: string }[];
  /** `stale` where something newer is known. */
  status: "created" | "updated" | "unchanged" | "stale";
}

export interface DeleteProduct extends ForSlot {
  type: "DeleteProduct";
  /** From a platform: also records the deletion of an unknown product, because an earlier update may still arrive. */
  isNews?: true;
}

export interface StockLevel {
  variantRef: string;
  /** Empty where none is named. */
  locationRef: string;
  available: number | null;
  /** When the sender counted; where it is absent the level is as old as the command. */
  updatedTime?: string;
}

/** Sets levels in their order. What becomes of each is in the reply: a list of {@link LevelResult}. */
export interface SetStock extends ForSlot {
  type: "SetStock";
  levels: StockLevel[];
  thresholds: StockThresholds;
}

/** Result of a level: `unknown` if the product has no such variant. */
export interface LevelResult {
  status: LevelStatus | "unknown";
}

/** Looks again at a product whose time of publication has come. */
export interface CheckProduct extends ForSlot {
  type: "CheckProduct";
  thresholds: StockThresholds;
}

export type CatalogueCommand = PutProduct | DeleteProduct | SetStock | CheckProduct;

import { decoderOf } from "./decode.ts";
import type { Price } from "./records.ts";

/** What is stored of a retailer's catalogue. */

/** Stock of a variant at one location. */
export interface StockRow {
  /** Units that can be sold; null where they are not counted. */
  available: number | null;
  /** When the sender counted or, where it did not say, when the row arrived; ISO 8601. Absent in old records. */
  updatedTime?: string;
  /** Of a location: its units when the total was counted, where they were others. */
  covered?: number;
  /** Of a total: its units at locations without a level. Absent until a location is known. */
  elsewhere?: number;
}

/** Stock of a variant by location; the total over all of them has the location "". */
export type Stock = Readonly<Record<string, StockRow>>;

export type ProductStatus = "active" | "draft" | "archived";

export interface ProductRecord {
  productId: string;
  productRef: string;
  title: string;
  url?: string;
  /** What it is called in addresses of the shop. */
  handle?: string;
  imageUrl?: string;
  status: ProductStatus;
  /** Null: not published; absent: unknown. */
  publishedTime?: string | null;
  prerelease: boolean;
  /** When the sender changed it, ISO 8601; an older row is stale. */
  updatedTime?: string;
  createdTime: string;
  modifiedTime: string;
  /** Variants in the order of their numbers, by reference. */
  variants: string[];
}

/** Reads a stored product. */
export const decodeProduct = decoderOf<ProductRecord>("product", { needs: "productRef" });

export interface VariantRecord {
  variantId: string;
  variantRef: string;
  title?: string;
  sku?: string;
  gtin?: string;
  inventoryItemId?: string;
  price?: string;
  currency?: string;
  inventoryPolicy: "deny" | "continue";
  stock: Stock;
  /** Whether it can be bought. */
  isAvailable: boolean;
  /** Whether few are left. */
  isLow: boolean;
  /** How often it has become available, how often few were left, and how often it became cheaper or no longer was. */
  cycle: number;
  lowCycle: number;
  priceCycle: number;
  /** Whether customers can see it; absent in records of earlier versions. */
  isShown?: boolean;
  /** Units came while customers could not see it: the next time that they can is a new rise. */
  isRestocked?: true;
  /** When it last became available. */
  availableSince?: string;
  /** When it could be bought for the first time. */
  releasedTime?: string;
  /** Since when few are left; null where it came back into stock with few. */
  lowSince?: string | null;
  /** When it last could be bought for less; absent where it is offered anew since, and not for less. */
  cheaperSince?: string;
  /** The prices at which it became known what it costs, in a currency; the oldest first. */
  firstPrices?: DatedPrice[];
  /** The highest price in each currency; absent where that is the price. */
  highestPrices?: Record<string, string>;
}

/** Reads a stored variant. */
export const decodeVariant = decoderOf<VariantRecord>("variant", { needs: "variantRef" });

export interface DatedPrice extends Price {
  /** ISO 8601. */
  time: string;
}

/** Field of a product's hash that holds the variant with this reference. */
export const variantField = (variantRef: string) => `v${variantRef}`;

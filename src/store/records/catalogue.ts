import { decoderOf } from "./decode.ts";
import type { Price } from "./records.ts";

/** Stored records of a retailer's catalogue. */

/** Stock of a variant at one location. */
export interface StockRow {
  /** Units that can be sold; null if they are not counted. */
  available: number | null;
  /** When the sender counted, or when the row arrived if the sender gave no time; ISO 8601. Absent in old records. */
  updatedTime?: string;
  /** For a location: its units when the total was counted, if they were different. */
  covered?: number;
  /** For a total: its units at locations without a level. Absent until a location is known. */
  elsewhere?: number;
  /** For a total: whether its sender gives a number of units also if units are not counted. */
  mayBeUncounted?: true;
}

/** Stock of a variant by location; the total over all of them has the location "". */
export type Stock = Readonly<Record<string, StockRow>>;

export type ProductStatus = "active" | "draft" | "archived";

export interface ProductRecord {
  productId: string;
  productRef: string;
  title: string;
  url?: string;
  /** Name of the product in addresses of the shop. */
  handle?: string;
  imageUrl?: string;
  status: ProductStatus;
  /** Null: not published; absent: unknown. */
  publishedTime?: string | null;
  prerelease: boolean;
  /** When the sender changed the product, ISO 8601; an older row is stale. */
  updatedTime?: string;
  /** When the newest row arrived, if its sender gave it no time; absent if that is the time of the last change. */
  arrivedTime?: string;
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
  /** Whether the currency is that of the settings, because the sender has given none; absent in earlier records. */
  hasDefaultCurrency?: true;
  inventoryPolicy: "deny" | "continue";
  stock: Stock;
  /** Whether its product no longer lists it: it is sold out, and has no further stock, until its product lists it again. */
  isWithdrawn?: true;
  /** Whether customers can see it, and its units reached the threshold of a rise at its last change. */
  isAvailable: boolean;
  /** Whether few are left. */
  isLow: boolean;
  /**
   * How often the variant became available, how often few units were left, and how often it became cheaper or stopped
   * being cheaper.
   */
  cycle: number;
  lowCycle: number;
  priceCycle: number;
  /** Whether customers can see it; absent in records of earlier versions. */
  isShown?: boolean;
  /**
   * Whether units arrived while customers could not see the variant, or too few for the threshold: it counts as a new
   * rise when the variant can be bought again.
   */
  isRestocked?: true;
  /** When it last became available. */
  availableSince?: string;
  /**
   * When it last stopped being available during its current cycle, because it was hidden or the threshold was raised.
   * Absent in records of earlier versions.
   */
  unavailableSince?: string;
  /** When its current cycle began; absent in records of earlier versions, and before the first cycle. */
  cycleSince?: string;
  /** When the variant could be bought for the first time. */
  releasedTime?: string;
  /**
   * When the variant could last be bought again with units below the threshold; absent if it became available since.
   * Absent in records of earlier versions.
   */
  buyableSince?: string;
  /** Since when few units are left; null if it came back into stock with few units. */
  lowSince?: string | null;
  /**
   * When its price last fell while it could be bought; absent if it has been offered again since without a lower price.
   */
  cheaperSince?: string;
  /** The first prices after times without a known price in a currency; the oldest first. */
  firstPrices?: DatedPrice[];
  /** The highest price in each currency; absent if the current price is the highest. */
  highestPrices?: Record<string, string>;
}

/** Reads a stored variant. */
export const decodeVariant = decoderOf<VariantRecord>("variant", { needs: "variantRef" });

export interface DatedPrice extends Price {
  /** ISO 8601. */
  time: string;
}

/** Returns the field of a product's hash that has the variant with this reference. */
export const variantField = (variantRef: string) => `v${variantRef}`;

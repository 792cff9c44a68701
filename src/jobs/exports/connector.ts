/** The interface between an export's run and the platform that it sends to. */

import type { ItemRecord } from "../../store/records/records.ts";

/** The customer of a record, as far as it is known and may be exported. */
export interface ExportedCustomer {
  customerId: string;
  /** The retailer's own reference, if there is one: platforms identify the person by it. */
  customerRef?: string;
  email?: string;
  phone?: string;
  firstName?: string;
  lastName?: string;
  acceptsMarketing: boolean;
}

export interface ExportedWishlist {
  wishlistId: string;
  wishlistRef?: string;
  name?: string;
  isPrivate: boolean;
}

/** What the catalogue knows of a wish. */
export interface ExportedProduct {
  title?: string;
  variantTitle?: string;
  url?: string;
  imageUrl?: string;
  sku?: string;
  /** Decimal text. */
  price?: string;
  currency?: string;
  /** Units in stock; null where they are not counted. */
  available?: number | null;
}

interface ExportedEntry {
  /** The same in every export of this change: platforms recognise duplicates by it. */
  id: string;
  /** When it happened, ISO 8601. */
  time: string;
}

/** A wish in its current state, and the change that it is exported for. */
export interface ExportedItem extends ExportedEntry {
  type: "item";
  /** `added` also for all wishes of a full run. */
  change: "added" | "updated" | "purchased";
  customer: ExportedCustomer;
  wishlist: ExportedWishlist;
  item: ItemRecord;
  product: ExportedProduct;
}

/**
 * A deletion: an item, a wishlist with its items, or a customer with all wishlists. `withdrawn` if it still exists but
 * may not be exported any more, because consent was withdrawn or the wishlist was made private.
 */
export interface ExportedDeletion extends ExportedEntry {
  type: "deleted";
  what: "item" | "wishlist" | "customer";
  reason: "removed" | "withdrawn";
  customerId?: string;
  /** Only where the person is still known here. */
  customer?: ExportedCustomer;
  wishlistId?: string;
  itemId?: string;
  /** The variant of a removed item. */
  product?: { productRef?: string; selectedVariantRef?: string };
}

export type ExportedRecord = ExportedItem | ExportedDeletion;

/** Records that go out together. */
export interface Batch {
  /** The same whenever this batch is sent. */
  id: string;
  records: readonly ExportedRecord[];
}

/** What the platform did with a batch; records that it did not reject were accepted or left out. */
export interface BatchResult {
  accepted: number;
  /** Records that the platform cannot take, by reason; for example, it needs an e-mail address. */
  skipped?: Record<string, number>;
  rejected: { id: string; reason: string }[];
}

/** The platform is busy or away: the batch is to be sent again, after `afterMs` at the earliest. */
export class RetryLater extends Error {
  readonly afterMs: number | undefined;

  constructor(message: string, afterMs?: number) {
    super(message);
    this.afterMs = afterMs;
  }
}

/**
 * The platform refuses everything, for example because of a wrong key: the run has failed, and the operator must act.
 */
export class Refused extends Error {}

/** The way to one platform, for one run. */
export interface Connector {
  /** What one batch may have at most. */
  readonly limits: { records: number };
  /** Sends a batch. Throws {@link RetryLater} or {@link Refused}; then it is unknown what arrived. */
  send(batch: Batch, signal: AbortSignal): Promise<BatchResult>;
  /** After the last batch. Resolves to what the run made, where that is a file or an object. */
  finish?(signal: AbortSignal): Promise<{ file?: string }>;
  /** Closes connections; the run may continue later. */
  close?(): Promise<void>;
}

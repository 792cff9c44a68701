/** What a connector is: the small interface between an export's run and the platform that it feeds. */

import type { ItemRecord } from "../../store/records/records.ts";

/** The customer whom a record is about, as far as is known and may be told. */
export interface ExportedCustomer {
  customerId: string;
  /** The retailer's own reference, where there is one; what platforms know the person by. */
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
  /** The same whenever this change is told: what platforms find doubles by. */
  id: string;
  /** When it happened, ISO 8601. */
  time: string;
}

/** A wish as it is now, and the change that it is told for. */
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
 * What is not to be known any more: an item, a wishlist with its items, or a customer with all. `withdrawn` when it is
 * still here but may not be told any more, as consent was withdrawn or the list made private.
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
  /** Records that the platform can not be told, by the reason: it needs an e-mail address, say. */
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

/** The platform refuses whatever is sent, for a wrong key say: the run has failed, and the operator has to act. */
export class Refused extends Error {}

/** The way to one platform, for one run. */
export interface Connector {
  /** What one batch may have at most. */
  readonly limits: { records: number };
  /** Sends a batch. Throws {@link RetryLater} or {@link Refused}; then nobody knows what arrived. */
  send(batch: Batch, signal: AbortSignal): Promise<BatchResult>;
  /** After the last batch. Resolves to what the run made, where that is a file or an object. */
  finish?(signal: AbortSignal): Promise<{ file?: string }>;
  /** Lets go of connections; the run may be gone on with later. */
  close?(): Promise<void>;
}

/** The interface between an export run and the platform that it sends to. */

import type { StoredReason } from "../../store/exports/stored-reason.ts";
import type { ItemRecord } from "../../store/records/records.ts";
import { type ExportReason, exportReasonInWords } from "../../text/outbound-reasons.ts";

/** The known fields of a record's customer that may be exported. */
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

/** The catalogue's data about the product of a wish. */
export interface ExportedProduct {
  title?: string;
  variantTitle?: string;
  url?: string;
  imageUrl?: string;
  sku?: string;
  /** Decimal text. */
  price?: string;
  currency?: string;
  /** Units in stock; null if they are not counted. */
  available?: number | null;
}

interface ExportedEntry {
  /** The same in every export of this change, so that platforms recognise duplicates. */
  id: string;
  /** Time of the change, ISO 8601. */
  time: string;
}

/** A wish in its current state, with the change that exports it. */
export interface ExportedItem extends ExportedEntry {
  type: "item";
  /** All wishes of a full run are `added`. */
  change: "added" | "updated" | "purchased";
  customer: ExportedCustomer;
  wishlist: ExportedWishlist;
  item: ItemRecord;
  product: ExportedProduct;
}

/**
 * The deletion of an item, of a wishlist with its items, or of a customer with all wishlists. It is `withdrawn` if the
 * data still exists but may no longer be exported, because consent was withdrawn or the wishlist was made private.
 */
export interface ExportedDeletion extends ExportedEntry {
  type: "deleted";
  what: "item" | "wishlist" | "customer";
  reason: "removed" | "withdrawn";
  customerId?: string;
  /** Present only if the service still has the person's data. */
  customer?: ExportedCustomer;
  wishlistId?: string;
  itemId?: string;
  /** The variant of a removed item. */
  product?: { productRef?: string; selectedVariantRef?: string };
}

export type ExportedRecord = ExportedItem | ExportedDeletion;

/**
 * Records that are sent together. A repeated batch may have none, if they may not be exported any more, and more than the
 * connector's limit, if wishes were added in between.
 */
export interface Batch {
  /** The same each time this batch is sent. */
  id: string;
  records: readonly ExportedRecord[];
}

/** The platform's result for a batch. Records that it did not reject were accepted or skipped. */
export interface BatchResult {
  accepted: number;
  /** Number of records that the platform cannot accept, by reason; for example, because it needs an e-mail address. */
  skipped?: Record<string, number>;
  rejected: { id: string; reason: StoredReason }[];
}

/** A run cannot continue now, for a reason that its tenant may read. */
export class Interrupted extends Error {
  readonly reason: ExportReason;

  constructor(reason: ExportReason) {
    super(exportReasonInWords(reason));
    this.reason = reason;
  }
}

/**
 * The platform is busy or unavailable. The batch must be sent again, after `afterMs` milliseconds at the earliest, but
 * a run waits for six hours at most.
 */
export class RetryLater extends Interrupted {
  readonly afterMs: number | undefined;

  constructor(reason: ExportReason, afterMs?: number) {
    super(reason);
    this.afterMs = afterMs;
  }
}

/**
 * The platform refuses every request, for example because of a wrong key. The run has failed, and the tenant must
 * correct the export.
 */
export class Refused extends Interrupted {}

/** Sends the batches of one run to one platform. */
export interface Connector {
  /** Maximum size of a batch. */
  readonly limits: { records: number };
  /** Sends a batch. If it throws {@link RetryLater} or {@link Refused}, it is unknown which records arrived. */
  send(batch: Batch, signal: AbortSignal): Promise<BatchResult>;
  /**
   * Completes the run after the last of its `batches`. Resolves to the name of the run's file or object, if it made one.
   */
  finish?(batches: number, signal: AbortSignal): Promise<{ file?: string }>;
  /** Closes connections; the run may continue later. */
  close?(): Promise<void>;
}

import type { AlertType } from "../store/records/alerts.ts";
import { decoderOf } from "../store/records/decode.ts";
import { withStoreKey } from "../store/records/of-store.ts";
import type { Sale } from "../store/records/orders.ts";
import type { ProductIdentity } from "../store/records/records.ts";

/**
 * A committed fact. It names entities by the keys of their records, never by data that must not outlive an erasure: a
 * wishlist by its id, a customer by the key of its slot. Readers find the rest in the records.
 */
export interface Event {
  type:
    | "customer.created"
    | "customer.updated"
    | "customer.deleted"
    | "wishlist.created"
    | "wishlist.updated"
    | "wishlist.deleted"
    | "wishlist.claimed"
    | "wishlist.item.added"
    | "wishlist.item.updated"
    | "wishlist.item.removed"
    | "wishlist.item.purchased"
    | "wishlist.item.purchase_reverted"
    | "order.received"
    | "order.match_forgotten"
    | "order.match_moved"
    | "report.counted"
    | `alert.${AlertType}`
    | "mail.retried"
    | "webhook.endpoint_disabled"
    | "catalogue.product.changed"
    | VariantEventType;
  storeKey: string;
  time: string;
  customerKey?: string;
  /** Customer of a deleted wishlist, which no longer has one; leads to a person only as long as the customer exists. */
  ownerKey?: string;
  /** Service id of a customer who is deleted. */
  customerId?: string;
  wishlistId?: string;
  itemId?: string;
  product?: ProductIdentity;
  /** The wish is a guest's. */
  isGuest?: true;
  /** The item was for another variant before. */
  hasMoved?: true;
  /** Since when a wish from another list waits, ISO 8601: it keeps its position in the waiting list. */
  waitingSince?: string;
  /** The item that was moved here, or that this one was moved to. */
  movedFrom?: string;
  movedTo?: string;
  purchasedAndRemoved?: boolean;
  /** When the item was bought, ISO 8601. */
  purchasedDate?: string;
  /**
   * Slot key of the order, and the retailer's reference. A wish has the key only, so that an erasure removes the link.
   */
  orderKey?: string;
  orderRef?: string;
  /** Slot key of the product. */
  productKey?: string;
  variantRef?: string;
  /** Variants with names that the index did not have. */
  variantRefs?: string[];
  cycle?: number;
  /** Only wishes created before this time are included. */
  since?: string;
  /** When to check the product or the order again. */
  dueTime?: string;
  alertId?: string;
  alertName?: string;
  /** The alert is also sent by e-mail. */
  isMailed?: true;
  endpointId?: string;
  reason?: string;
  /** Location of a new wish. */
  locationRef?: string;
  counted?: CountedChange;
  /** Whether the customer may be sent offers from now on. */
  consent?: "given" | "withdrawn";
  /** The wishlist has become private, or public. */
  visibility?: "private" | "public";
  /** The trace context of the span that caused it, where a trace is taken. */
  traceContext?: string;
}

/** Reads a stored event. Version 0.1.0 named its store key `scope`. */
export const decodeEvent = decoderOf<Event>("event", { needs: "type", upgrade: withStoreKey });

/** Whether a wish left its list because it was purchased; a separate event reports the purchase. */
export const isRemovalByPurchase = ({ type, orderKey }: Event): boolean =>
  type === "wishlist.item.removed" && orderKey !== undefined;

/** An occasion that can raise alerts. */
export type VariantEventType =
  | "catalogue.variant.available"
  | "catalogue.variant.released"
  | "catalogue.variant.price_dropped"
  | "catalogue.variant.low_stock";

/** A wish as reports count it. */
export interface CountedWish {
  product: ProductIdentity;
  locationRef?: string;
  /** When it was made. */
  madeTime: string;
  /** When it left its list; absent while it is there. */
  leftTime?: string;
  purchased: boolean;
}

/** How an event changes the counters of reports, as far as that does not follow from its other members. */
interface CountedChange {
  /** A wish that is now counted in another way. */
  wish?: { was: CountedWish; is: CountedWish };
  /** Wishes that were on their list to the end of it. */
  gone?: CountedWish[];
  /** For a new item that came from another list: that wish, which is counted in place of the event's own. */
  arrived?: CountedWish;
  /** Wishes that left for another list, and wishes that returned because the claim of their list was refused. */
  moved?: CountedWish[];
  returned?: CountedWish[];
  /** Sales of an order's lines that are added, and sales that are removed. */
  sold?: Sale[];
  unsold?: Sale[];
  /** Alerts that were erased: type and time of each. */
  forgotten?: { type: AlertType; time: string }[];
}

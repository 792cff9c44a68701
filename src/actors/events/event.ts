import type { AlertType } from "../../store/records/alerts.ts";
import { decoderOf } from "../../store/records/decode.ts";
import { withStoreKey } from "../../store/records/of-store.ts";
import type { Sale } from "../../store/records/orders.ts";
import type { ProductIdentity } from "../../store/records/records.ts";

/**
 * A committed fact. It names entities by the keys of their records, never by data that must not outlive an erasure: a
 * wishlist by its id, a customer by the key of its slot. Readers find all other data in the records.
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
    | "order.match_made"
    | "order.match_offered"
    | "order.match_dropped"
    | "report.counted"
    | `alert.${AlertType}`
    | "mail.retried"
    | "webhook.endpoint_disabled"
    | "catalogue.product.changed"
    | VariantEventType;
  storeKey: string;
  time: string;
  customerKey?: string;
  /** Former customer of a deleted wishlist. It identifies a person only as long as the customer exists. */
  ownerKey?: string;
  /** Service id of a customer who is deleted. */
  customerId?: string;
  wishlistId?: string;
  itemId?: string;
  product?: ProductIdentity;
  /** Variants of the wishes that are offered to the customer's orders; absent if any wish may be. */
  offered?: ProductIdentity[];
  /** Whether the wish belongs to a guest. */
  isGuest?: true;
  /** Whether the item was for another variant before. */
  hasMoved?: true;
  /** Since when a wish from another list, or one joined with it, waits, ISO 8601: its position in the waiting list. */
  waitingSince?: string;
  /** When an item was created that has left for another list, or was joined with an item from another list, ISO 8601. */
  createdTime?: string;
  /** The item that this one was moved from, or was moved to. */
  movedFrom?: string;
  movedTo?: string;
  purchasedAndRemoved?: boolean;
  /** When the item was bought, ISO 8601. */
  purchasedDate?: string;
  /**
   * Slot key of the order, and the retailer's reference. Events about a wish have only the key, so that an erasure
   * removes the link.
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
  /** Whether the alert is also sent by e-mail. */
  isMailed?: true;
  endpointId?: string;
  /** Why the endpoint was disabled: a code, or a sentence from an earlier version. */
  reason?: string;
  /** Since when every attempt to reach the endpoint has failed, ISO 8601. */
  failingSince?: string;
  /** Location of a new wish. */
  locationRef?: string;
  counted?: CountedChange;
  /** Whether the customer has given or withdrawn the consent to marketing. */
  consent?: "given" | "withdrawn";
  /** Whether the new customer has the wishlists of a deleted customer with the same reference. */
  isRecreated?: true;
  /** Whether the wishlist has become private or public. */
  visibility?: "private" | "public";
  /** Trace context of the span that caused the event, if it is traced. */
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
  /** When the wish was made. */
  madeTime: string;
  /** When the wish left its list; absent while it is on it. */
  leftTime?: string;
  purchased: boolean;
}

/** Changes of the report counters that do not follow from the event's other members. */
interface CountedChange {
  /** A wish that is now counted in another way: its state before and after. */
  wish?: { was: CountedWish; is: CountedWish };
  /** Wishes that were on their list when it was deleted. */
  gone?: CountedWish[];
  /** For a new item from another list: the wish there, which is counted instead of the event's own item. */
  arrived?: CountedWish;
  /** Wishes that left for another list, and wishes that returned because the claim of their list was refused. */
  moved?: CountedWish[];
  returned?: CountedWish[];
  /** Removed wishes that are no longer stored. */
  dropped?: CountedWish[];
  /** Sales of an order's lines that are added, and sales that are removed. */
  sold?: Sale[];
  unsold?: Sale[];
  /** Alerts that were erased: type and time of each. */
  forgotten?: { type: AlertType; time: string }[];
}

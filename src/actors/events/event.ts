import type { AlertType } from "../../store/records/alerts.ts";
import { decoderOf } from "../../store/records/decode.ts";
import { withStoreKey } from "../../store/records/of-store.ts";
import type { ProductIdentity } from "../../store/records/records.ts";
import type { CountedChange } from "./counted.ts";
import type { EventBase, OfCustomer, OfWishlist } from "./event-base.ts";
import type { EventOfWishlist } from "./wishlist-events.ts";

/**
 * A committed fact. It names entities by the keys of their records, never by data that must not outlive an erasure: a
 * wishlist by its id, a customer by the key of its slot. Readers find all other data in the records.
 *
 * A member is required if every stored event of the type has it, also the events of version 0.1.0.
 */
export type Event =
  | CustomerCreated
  | CustomerUpdated
  | CustomerDeleted
  | EventOfWishlist
  | OrderReceived
  | MatchForgotten
  | MatchMoved
  | MatchMade
  | MatchDropped
  | WishesOffered
  | ProductChanged
  | VariantsDeleted
  | VariantChanged
  | AlertRaised
  | MailRetried
  | ReportCounted
  | EndpointDisabled;

/** The events of some types. Types of one interface, such as those of alerts, are only found together. */
export type EventOf<T extends Event["type"]> = Extract<Event, { type: T }>;

interface CustomerCreated extends OfCustomer {
  type: "customer.created";
  /** Whether the new customer has the wishlists of a deleted customer with the same reference. */
  isRecreated?: true;
  /** Whether the customer has given the consent to marketing. Only for a customer who has such wishlists. */
  consent?: "given" | "withdrawn";
}

interface CustomerUpdated extends OfCustomer {
  type: "customer.updated";
  /** Whether the customer has given or withdrawn the consent to marketing. */
  consent?: "given" | "withdrawn";
}

interface CustomerDeleted extends OfCustomer {
  type: "customer.deleted";
  /** Service id of the customer. */
  customerId: string;
}

interface OrderReceived extends EventBase {
  type: "order.received";
  /** Slot key of the order, and the retailer's reference. */
  orderKey: string;
  orderRef: string;
  /** When to match the order again, if its time is in the future. */
  dueTime?: string;
}

/** A wishlist was deleted from which the order had bought wishes. */
interface MatchForgotten extends OfWishlist {
  type: "order.match_forgotten";
  orderRef: string;
}

/** Items that the order had bought were moved. */
interface MatchMoved extends EventBase {
  type: "order.match_moved";
  orderRef: string;
}

/** The order has bought wishes of a customer whose ledger did not have the order. */
interface MatchMade extends OfCustomer {
  type: "order.match_made";
  orderRef: string;
}

/** The order, which has bought nothing, was dropped from the ledger of a customer with very many orders. */
interface MatchDropped extends OfCustomer {
  type: "order.match_dropped";
  orderRef: string;
}

/** Open wishes of the customer are offered to earlier orders of the customer. */
interface WishesOffered extends OfCustomer {
  type: "order.match_offered";
  /** Variants of the wishes; absent if any wish may be offered. */
  offered?: ProductIdentity[];
}

/** An event about a product. */
interface OfProduct extends EventBase {
  /** Slot key of the product. */
  productKey: string;
}

interface ProductChanged extends OfProduct {
  type: "catalogue.product.changed";
  /** Variants with names that the index did not have; absent if only `dueTime` is new. */
  variantRefs?: string[];
  /** When to check the product again, if its publication is in the future. */
  dueTime?: string;
}

/** Variants were deleted with their product: what an order's line means may be clear now. */
interface VariantsDeleted extends EventBase {
  type: "catalogue.variants.deleted";
  /** Their names in the index of variants. Their records no longer have them. */
  names: string[];
}

/** An occasion that can raise alerts. */
export interface VariantChanged extends OfProduct {
  type:
    | "catalogue.variant.available"
    | "catalogue.variant.released"
    | "catalogue.variant.price_dropped"
    | "catalogue.variant.low_stock";
  /** Only wishes created before this time are included. */
  since: string;
  variantRef: string;
  cycle: number;
}

interface AlertRaised extends OfCustomer {
  type: `alert.${AlertType}`;
  alertId: string;
  alertName: string;
  variantRef: string;
  cycle: number;
  /** Whether the alert is also sent by e-mail. */
  isMailed?: true;
}

/** The e-mail of an alert had failed, and is to be sent again. */
interface MailRetried extends OfCustomer {
  type: "mail.retried";
  alertId: string;
  isMailed: true;
}

/** The counters of reports change, without another event that says so. */
interface ReportCounted extends EventBase {
  type: "report.counted";
  counted: CountedChange;
}

interface EndpointDisabled extends EventBase {
  type: "webhook.endpoint_disabled";
  endpointId: string;
  /** Why the endpoint was disabled: a code, or a sentence from an earlier version. */
  reason?: string;
  /** Since when every attempt to reach the endpoint has failed, ISO 8601. Version 0.1.0 did not store it. */
  failingSince?: string;
}

/** Reads a stored event. Version 0.1.0 named its store key `scope`. */
export const decodeEvent = decoderOf<Event>("event", { needs: "type", upgrade: withStoreKey });

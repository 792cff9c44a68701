/**
 * What travels between HTTP and the actors.
 *
 * Command: an imperative that may be refused. Rejection: why it was. Event: a fact, in the past tense, that is
 * committed together with the change it tells of. Reply: what the sender of a command hears after the commit.
 */

import type { AttributeGroups, CustomerRecord, Price, ProductIdentity } from "../store/records.ts";
import type { AlertType } from "../store/alerts.ts";
import type { Cell } from "../store/cells.ts";
import type { ForSlot, ForStore } from "./address.ts";
import type { AlertCommand } from "./alert/messages.ts";
import type { CatalogueCommand, VariantEventType } from "./catalogue/messages.ts";
import type { News } from "./news.ts";
import type { OrderCommand } from "./order/messages.ts";
import type { CountedChange } from "./report/messages.ts";
import type { Draft } from "./state.ts";

/** Fields to change: a present one is set, null clears it, an absent one stays. */
export type Changes<T> = { [K in keyof T]?: T[K] | null | undefined };

export interface WishlistFields {
  name: string;
  description?: string;
  wishlistRef?: string;
  isPrivate?: boolean;
  attributeGroups?: AttributeGroups;
}

export interface ItemFields {
  wishlistItemRef?: string;
  product: ProductIdentity;
  addedFromCart?: boolean;
  addedByStaff?: boolean;
  staffRef?: string;
  locationRef?: string;
  disableNotification?: boolean;
  prerelease?: boolean;
  purchasedAndRemoved?: boolean;
  notifyMe?: boolean;
  priceWhenAdded?: Price;
  attributeGroups?: AttributeGroups;
}

export interface ProductChange extends ProductIdentity {
  oldVariantId?: string;
  oldVariantRef?: string;
}

export type CustomerFields = Omit<CustomerRecord, "id" | "svc_customer_id">;

interface ForWishlist extends ForStore {
  wishlistId: string;
  /** The wishlist must bear this reference: it was found by it, or the sender named both. */
  wishlistRef?: string;
  /** Versions that the wishlist may have, else the command is refused. `*` stands for any. */
  ifMatch?: string[];
}

export interface CreateWishlist extends ForSlot {
  type: "CreateWishlist";
  /** The customer must have this service id, and this reference. */
  customerId?: string;
  customerRef?: string;
  /** The most wishlists that a customer has. */
  most?: number;
  fields: Changes<WishlistFields> & { name: string };
}
export interface UpdateWishlist extends ForWishlist {
  type: "UpdateWishlist";
  changes: Changes<WishlistFields>;
  /** The customer that the sender believes to be the wishlist's. */
  customerId?: string;
  customerRef?: string;
}
export interface DeleteWishlist extends ForWishlist {
  type: "DeleteWishlist";
}
/** Deletes some of a customer's wishlists; the reply says whether any remain. */
export interface DeleteWishlists extends ForSlot {
  type: "DeleteWishlists";
  customerId?: string;
  customerRef?: string;
}
export interface AddItem extends ForWishlist {
  type: "AddItem";
  item: Changes<ItemFields> & { product: ProductIdentity };
  allowDuplicates: boolean;
}
/** Adds all items or none. */
export interface AddItems extends ForWishlist {
  type: "AddItems";
  items: (Changes<ItemFields> & { product: ProductIdentity })[];
  /** JSON Pointer of each item in the sender's body. */
  pointers: string[];
  allowDuplicates: boolean;
}
export interface UpdateItem extends ForWishlist {
  type: "UpdateItem";
  number: number;
  /** The item must bear this reference: it was found by it. */
  wishlistItemRef?: string;
  /** Reference of the wishlist that the sender believes to be the item's. */
  believedWishlistRef?: string;
  changes: Omit<Changes<ItemFields>, "product"> & { product?: ProductChange };
}
export interface RemoveItem extends ForWishlist {
  type: "RemoveItem";
  number: number;
  wishlistItemRef?: string;
  purchasedAndRemoved?: boolean;
}
export interface CreateCustomer extends ForSlot {
  type: "CreateCustomer";
  /** The retailer's reference; without it the service id serves as one. */
  ref?: string;
  fields: Changes<CustomerFields>;
}
export interface UpdateCustomer extends ForSlot {
  type: "UpdateCustomer";
  ref?: string;
  customerId?: string;
  fields: Changes<CustomerFields>;
  ifMatch?: string[];
}
/** Creates the customer, or updates the one that is there. */
export interface UpsertCustomer extends ForSlot {
  type: "UpsertCustomer";
  /** Told by a platform: older news changes nothing, and brings back nobody who was deleted. */
  news?: News;
  ref?: string;
  customerId?: string;
  fields: Changes<CustomerFields>;
}
export interface DeleteCustomer extends ForSlot {
  type: "DeleteCustomer";
  /** The retailer's reference or the service's id. */
  id: string;
  /** Erase the customer's wishlists too; the reply says whether any remain. */
  withWishlists: boolean;
  /** Told by a platform: also who is not known is noted as deleted, for earlier news may still come. */
  isNews?: true;
  ifMatch?: string[];
}

/** Sends the customer no more e-mail of alerts. */
export interface Unsubscribe extends ForSlot {
  type: "Unsubscribe";
}

export type Command =
  | CreateWishlist
  | UpdateWishlist
  | DeleteWishlist
  | DeleteWishlists
  | AddItem
  | AddItems
  | UpdateItem
  | RemoveItem
  | CreateCustomer
  | UpdateCustomer
  | UpsertCustomer
  | DeleteCustomer
  | Unsubscribe
  | CatalogueCommand
  | OrderCommand
  | AlertCommand;

export type RejectionCode =
  | "ResourceNotFound"
  | "InvalidInput"
  | "LimitExceeded"
  | "BudgetExceeded"
  | "DuplicateReference"
  | "VariantMismatch"
  | "PreconditionFailed"
  | "Internal";

/** Why a command was refused. */
export interface Rejection {
  ok: false;
  code: RejectionCode;
  /** For the caller: names the field and what is wrong with it. */
  detail: string;
  /** JSON Pointer of the field, where it is one. */
  path?: string;
}

export interface Acceptance {
  ok: true;
  /** What the answer shows; absent where there is nothing to say. */
  body?: object;
  /** Version of the wishlist or customer after the command. */
  version?: string;
  /** Of an upsert: whether the customer is new. */
  created?: boolean;
  /** Of an upsert: the customer was like this before. */
  unchanged?: true;
  /** The command has to be sent again, as the dispatcher does: it did a part of a long work. */
  remaining?: boolean;
}

export type Decision = Acceptance | Rejection;

/**
 * An earlier answer that was too long to be kept: it showed the record of a wishlist, an item or a customer. Where the
 * record is still the same it is the answer.
 */
export interface RecordAnswer {
  /** The wishlist, or the customer's slot. */
  about: string;
  /** What the answer said of the record's ids. */
  ids: { id?: string; svc_customer_id?: string };
  /** Of the answer's JSON. */
  digest: string;
}

/**
 * A decision as its sender gets it: the body is the JSON to serve, `replayed` the answer to an earlier try. Of a
 * replayed one there may be a `record` in place of the body.
 */
export type Reply = ((Omit<Acceptance, "body"> & { json?: string; record?: RecordAnswer }) | Rejection) & {
  replayed?: true;
};

/**
 * A committed fact. It names entities by what leads to their records and by nothing that outlives an erasure: a
 * wishlist by its id, a customer by the key of its slot. Whoever reads it finds the rest in the records.
 */
export interface Event {
  type:
    | "customer.created"
    | "customer.updated"
    | "customer.deleted"
    | "wishlist.created"
    | "wishlist.updated"
    | "wishlist.deleted"
    | "wishlist.item.added"
    | "wishlist.item.updated"
    | "wishlist.item.removed"
    | "wishlist.item.purchased"
    | "wishlist.item.purchase_reverted"
    | "order.received"
    | "order.match_forgotten"
    | "report.counted"
    | `alert.${AlertType}`
    | "webhook.endpoint_disabled"
    | "catalogue.product.changed"
    | VariantEventType;
  scope: string;
  time: string;
  customerKey?: string;
  /** Of a deleted wishlist, which does not say any more whose it was: leads to a person as long as there is one. */
  ownerKey?: string;
  /** Of a customer who is not known any more. */
  customerId?: string;
  wishlistId?: string;
  itemId?: string;
  product?: ProductIdentity;
  /** The item was for another variant before. */
  hasMoved?: true;
  purchasedAndRemoved?: boolean;
  /** When the item was bought, ISO 8601. */
  purchasedDate?: string;
  /** Slot key of the order, and the retailer's reference. Of a wish the key alone: an erasure ends what it leads to. */
  orderKey?: string;
  orderRef?: string;
  /** Slot key of the product. */
  productKey?: string;
  variantRef?: string;
  /** Variants with names that the index did not have. */
  variantRefs?: string[];
  cycle?: number;
  /** Only wishes made before are meant. */
  since?: string;
  /** When the product, or the order, is to be looked at again. */
  dueTime?: string;
  alertId?: string;
  alertName?: string;
  /** The alert is told by e-mail too. */
  isMailed?: true;
  endpointId?: string;
  reason?: string;
  /** Location of a new wish. */
  locationRef?: string;
  counted?: CountedChange;
  /** The customer may be told of offers from now on, or not any more. */
  consent?: "given" | "withdrawn";
  /** The wishlist has become private, or public. */
  visibility?: "private" | "public";
}

/** Whether a wish has left its list because it was bought, which an event of its own tells. */
export const isRemovalByPurchase = ({ type, orderKey }: Event): boolean =>
  type === "wishlist.item.removed" && orderKey !== undefined;

/** Time and new ids of a command: all come from its stream entry, so that a replay decides the same. */
export interface Moment {
  /** ISO 8601. */
  readonly time: string;
  /** Version of whatever this command changes. */
  readonly version: string;
  readonly newWishlistId: string;
  newCustomerId(key: string): string;
  itemId(wishlistId: string, number: number): string;
  newProductId(key: string): string;
  variantId(productId: string, number: number): string;
  newAlertId(number: number): string;
}

/**
 * One kind of command. Both functions are pure: no clock, no chance, no I/O.
 *
 * `decide` asks the draft for every cell that it depends on, also for claims of references that it only has to have
 * made. A cell that nobody has read is loaded, and the command decided anew. `reads` saves these rounds: it names
 * cells that `decide` will ask for, as far as they are known, and is asked again after they are loaded, until it
 * names nothing new. It must not name a claim that the command may not make.
 */
export interface Handler<C> {
  readonly reads: (command: C, draft: Draft, moment: Moment) => Cell[];
  readonly decide: (command: C, draft: Draft, moment: Moment) => Decision;
}

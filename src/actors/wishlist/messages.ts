import type { AttributeGroups, Price, ProductIdentity } from "../../store/records/records.ts";
import type { ShareRecord } from "../../store/records/shares.ts";
import type { ForSlot, ForWishlist } from "../address.ts";
import type { Patch } from "../patch.ts";

export interface WishlistFields {
  name: string;
  description?: string;
  wishlistRef?: string;
  isPrivate?: boolean;
  isDefault?: boolean;
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
  quantity?: number;
  priority?: number;
  note?: string;
  priceWhenAdded?: Price;
  attributeGroups?: AttributeGroups;
}

export interface ProductChange extends ProductIdentity {
  oldVariantId?: string;
  oldVariantRef?: string;
}

export interface CreateWishlist extends ForSlot {
  type: "CreateWishlist";
  /** The customer must have this service id, and this reference. */
  customerId?: string;
  customerRef?: string;
  /** The wishlist has no customer, but a guest. This is the hash of the guest's token. */
  guest?: { hash: string };
  /** Maximum number of wishlists of a customer. */
  most?: number;
  fields: Patch<WishlistFields> & { name: string };
}

export interface UpdateWishlist extends ForWishlist, BySender {
  type: "UpdateWishlist";
  changes: Patch<WishlistFields>;
  /** The wishlist's customer, according to the sender. */
  customerId?: string;
  customerRef?: string;
}

export interface DeleteWishlist extends ForWishlist {
  type: "DeleteWishlist";
}

export interface CreateShare extends ForWishlist {
  type: "CreateShare";
  /** SHA-256 of the link's token, in base64url. */
  hash: string;
  /** ISO 8601 with milliseconds, in UTC. */
  expires?: string;
  displayName?: string;
  /** See {@link ShareRecord}. */
  repeatKey?: string;
}

export interface RevokeShare extends ForWishlist {
  type: "RevokeShare";
  shareId: string;
}

/** A link to a wishlist, as callers see it. */
export type ShareView = Omit<ShareRecord, "hash" | "repeatKey">;

/** Identifies who requests a change. */
export interface BySender {
  /** The sender is a shopper with their own token, who must not change references and staff fields. */
  byShopper?: true;
}

export interface AddItem extends ForWishlist, BySender {
  type: "AddItem";
  item: Patch<ItemFields> & { product: ProductIdentity };
  allowDuplicates: boolean;
}

/** Adds all items or none. */
export interface AddItems extends ForWishlist, BySender {
  type: "AddItems";
  items: (Patch<ItemFields> & { product: ProductIdentity })[];
  /** JSON Pointer of each item in the sender's body. */
  pointers: string[];
  allowDuplicates: boolean;
}

/** Reply to {@link AddItems}: the results in the order of the items. */
export interface AddedItems {
  wishlistId: string;
  items: { id: string; wishlistItemRef?: string; status: "created" | "existing" }[];
}

export interface UpdateItem extends ForWishlist, BySender {
  type: "UpdateItem";
  number: number;
  /** The item must have this reference, because it was found by it. */
  wishlistItemRef?: string;
  /** Reference of the item's wishlist, according to the sender. */
  believedWishlistRef?: string;
  changes: Omit<Patch<ItemFields>, "product"> & { product?: ProductChange };
}

export interface RemoveItem extends ForWishlist, BySender {
  type: "RemoveItem";
  number: number;
  wishlistItemRef?: string;
  purchasedAndRemoved?: boolean;
}

/** The current price of the variant that an item is for. */
export interface CopiedPrice {
  product: ProductIdentity;
  price: Price;
}

/** Moves items to another wishlist of the same customer, or copies them: all of them or none. */
export interface MoveItems extends ForWishlist, BySender {
  type: "MoveItems";
  /** The wishlist that receives them. {@link ForWishlist.ifMatch} must have the versions of both. */
  to: { wishlistId: string; wishlistRef?: string };
  /** The number or the reference of each item. */
  items: (number | string)[];
  /** JSON Pointer of each item in the sender's body. */
  pointers: string[];
  /** The items also stay on their wishlist. */
  isCopy: boolean;
  /** For a copy: the price of each item, if the catalogue has one. */
  prices?: (CopiedPrice | null | undefined)[];
  allowDuplicates: boolean;
}

/** Reply to {@link MoveItems}: the resulting items, in the order of the command's items. */
export interface MovedItems {
  wishlistId: string;
  toWishlistId: string;
  items: { fromItemId: string; id: string; status: "created" | "existing" }[];
}

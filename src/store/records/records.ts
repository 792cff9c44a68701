import { decoderOf } from "./decode.ts";
import { withStoreKey } from "./of-store.ts";

/** Stored records of the entities. Wishlists, items and customers are stored as the JSON that is served. */

export type AttributeGroups = Record<string, AttributeGroup>;

interface AttributeGroup {
  attributes?: Record<string, string>;
  description?: string;
}

/** A wishlist as it is served, without its items. A deleted wishlist has nothing that identifies a person. */
export interface WishlistRecord {
  id: string;
  customerId?: string;
  customerRef?: string;
  name?: string;
  description?: string;
  wishlistRef?: string;
  isPrivate: boolean;
  /** Only on the one default wishlist of its customer. */
  isDefault?: true;
  /** Only on a list without a customer. */
  guest?: true;
  deleted: boolean;
  createdTime: string;
  modifiedTime: string;
  attributeGroups?: AttributeGroups;
}

/** Reads a stored wishlist. */
export const decodeWishlist = decoderOf<WishlistRecord>("wishlist", { needs: "id" });

/** The data of a wishlist that every command needs. */
export interface WishlistMeta {
  /** `<tenant>/<store>` that the wishlist belongs to. */
  storeKey: string;
  /** Slot of its customer; null once deleted. */
  slot: string | null;
  wishlistRef: string | null;
  /** Number of the newest item; numbers are never used again. */
  lastNumber: number;
  /** Number of items that are not removed. */
  count: number;
  /** Maximum number of its items. Only a wishlist of a guest has it, which marks it as such. */
  maxGuestItems?: number;
  /** Entity tag of the wishlist: changes with every change of the wishlist or its items. */
  version: string;
  deleted: boolean;
  /** Whether items may be stored with a former reference of the wishlist; they are served with the present one. */
  hasFormerRefs?: true;
}

export interface ProductIdentity {
  productId?: string;
  productRef?: string;
  selectedVariantId?: string;
  selectedVariantRef?: string;
}

/** An amount of money: decimal text, with a currency of ISO 4217. */
export interface Price {
  amount: string;
  currency: string;
}

export interface ItemRecord {
  id: string;
  wishlistItemRef?: string;
  wishlistId: string;
  wishlistRef?: string;
  product: ProductIdentity;
  purchased: boolean;
  purchasedAndRemoved: boolean;
  purchasedDate?: string;
  /** Time of the last order that bought units, while more are wanted. Absent in records of earlier versions. */
  lastPurchaseDate?: string;
  /** Units that are wanted; one if absent. */
  quantity?: number;
  /** Units that orders have bought, if that does not follow from `purchased`: some of the units, or more than all. */
  purchasedQuantity?: number;
  /** From 1 to 5. */
  priority?: number;
  note?: string;
  addedFromCart: boolean;
  addedByStaff: boolean;
  staffRef?: string;
  locationRef?: string;
  disableNotification: boolean;
  prerelease: boolean;
  notifyMe: boolean;
  /** Price of the variant when the wish was made, if the catalogue had one. */
  priceWhenAdded?: Price;
  /**
   * When the wish began to wait for its current alerts, ISO 8601: when it changed to this variant, when its purchase
   * was undone, or when a flag for alerts was set. Absent if it has waited since its creation.
   */
  waitingSince?: string;
  /**
   * Since when it wishes for the open units of this variant, ISO 8601: when it changed to the variant, or was joined
   * with a purchased wish. Orders and prices from before do not count. Absent if that is since its creation.
   */
  variantSince?: string;
  createdTime: string;
  modifiedTime: string;
  attributeGroups?: AttributeGroups;
}

/**
 * Reads an item as it is stored. Its wishlist may have another reference since: `itemDecoderFor` reads it as served.
 */
export const decodeItem = decoderOf<ItemRecord>("item", { needs: "id" });

/** An item that was removed from its wishlist, kept for reports, events and refunds. */
export interface RemovedItemRecord extends ItemRecord {
  deleted: true;
  deletedTime: string;
  /** Whether an order removed the item by buying the last of several units. */
  isRemovedByPurchase?: true;
}

/** Reads a removed item. */
export const decodeRemovedItem = decoderOf<RemovedItemRecord>("removed item", { needs: "id" });

interface AddressRecord {
  address1?: string;
  address2?: string;
  city?: string;
  company?: string;
  country?: string;
  country_code?: string;
  country_name?: string;
  customer_id?: string;
  default?: boolean;
  email?: string;
  first_name?: string;
  id?: string;
  last_name?: string;
  latitude?: number;
  longitude?: number;
  name?: string;
  phone?: string;
  province?: string;
  province_code?: string;
  zip?: string;
}

export interface CustomerRecord {
  id: string;
  svc_customer_id: string;
  accepts_marketing: boolean;
  accepts_marketing_updated_at?: string;
  /** When the customer unsubscribed from e-mail about alerts. */
  alerts_unsubscribed_at?: string;
  addresses: AddressRecord[];
  admin_graphql_api_id?: string;
  created_at: string;
  currency?: string;
  default_address?: AddressRecord;
  email?: string;
  first_name?: string;
  last_name?: string;
  last_order_id?: string;
  last_order_name?: string;
  marketing_opt_in_level: string | null;
  multipass_identifier?: string;
  note?: string;
  orders_count: number;
  phone?: string;
  state: string;
  tags: string;
  tax_exempt: boolean;
  tax_exemptions: string[];
  total_spent: number;
  updated_at: string;
  verified_email: boolean;
  // Only the platform's SDK sends the following members.
  alternate_customer_ref?: string;
  attribute_groups?: AttributeGroups;
  date_of_birth?: string;
  joined_store_id?: string;
  /** A phone number without its country, as it was given. Unlike `phone`, it does not identify a customer. */
  local_phone?: string;
  loyalty_tier?: string;
  member_since?: string;
  mobile?: string;
  sms_opt_in?: { opt_in_active?: boolean; opt_in_updated_at?: string; opted_in_at?: string };
  spend_to_next_tier?: string;
  vip_status?: boolean;
}

/** Reads a stored customer. */
export const decodeCustomer = decoderOf<CustomerRecord>("customer", { needs: "id" });

/** The remaining record of a deleted customer: that there was one. */
export interface FormerCustomerRecord {
  svc_customer_id: string;
  deleted: true;
  created_at: string;
  deleted_at: string;
  /** The customer that is being created in this slot, and the last wishlist that it took over. */
  heir?: { svc_customer_id: string; after: string };
}

/** Reads the remaining record of a deleted customer. */
export const decodeFormerCustomer = decoderOf<FormerCustomerRecord>("former customer", {
  needs: "svc_customer_id",
});

/** The state of a customer's slot: empty, occupied, or left by a deleted customer whose wishlists remain. */
export interface Customer {
  record: CustomerRecord | null;
  version: string;
  /** Null if there is a record. */
  former: FormerCustomerRecord | null;
}

/** An item of a wishlist with its number. */
export interface Numbered<T extends ItemRecord> {
  number: number;
  item: T;
}

/** References that only one holder at a time may have in a store. */
export type UniqueReference = "wishlistRef" | "email" | "phone";
/** References that several holders may have: an item's in several wishlists, a variant's name in several products. */
export type SharedReference = "itemRef" | "variant";

/** A reservation of a reference by the entity that has it. */
export interface Claim {
  reference: UniqueReference | SharedReference;
  storeKey: string;
  value: string;
  /** Id of the wishlist or customer, or the name of the product in the index of variants (`productHolder`). */
  holder: string;
}

/** Whether several holders may have the reference of a claim. */
export const isShared = <T extends Pick<Claim, "reference">>(
  claim: T,
): claim is T & { reference: SharedReference } =>
  claim.reference === "itemRef" || claim.reference === "variant";

/**
 * A claim or its release, at the time of its command: in milliseconds since 1970, with the number of the command in its
 * millisecond, 0 if it is absent.
 */
export interface DatedClaim extends Claim {
  at: number;
  seq?: number;
}

/** Reads a stored claim. Version 0.1.0 named its store key `scope`. */
export const decodeClaim = decoderOf<DatedClaim>("claim", { needs: "reference", upgrade: withStoreKey });

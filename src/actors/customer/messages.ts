import type { CustomerRecord } from "../../store/records/records.ts";
import type { ForSlot } from "../address.ts";
import type { Patch } from "../patch.ts";
import type { PlatformUpdate } from "../state/platform-update.ts";

/** Fields of a customer that a command may set. */
export type CustomerFields = Omit<CustomerRecord, "id" | "svc_customer_id">;

/** Creates a customer. */
export interface CreateCustomer extends ForSlot {
  type: "CreateCustomer";
  /** The retailer's reference; without it, the service id is the reference too. */
  ref?: string;
  /** Currency of the shop, for a new customer who has none. */
  shopCurrency?: string;
  fields: Patch<CustomerFields>;
}

/** Changes a customer. */
export interface UpdateCustomer extends ForSlot {
  type: "UpdateCustomer";
  ref?: string;
  customerId?: string;
  fields: Patch<CustomerFields>;
  ifMatch?: string[];
}

/** Creates a customer, or updates an existing one. */
export interface UpsertCustomer extends ForSlot {
  type: "UpsertCustomer";
  /** Present if this comes from a platform: an older update changes nothing and does not restore a deleted customer. */
  news?: PlatformUpdate;
  ref?: string;
  /** Currency of the shop, for a new customer who has none. */
  shopCurrency?: string;
  customerId?: string;
  fields: Patch<CustomerFields>;
}

/** Deletes a customer. */
export interface DeleteCustomer extends ForSlot {
  type: "DeleteCustomer";
  /** The retailer's reference or the service's id. */
  id: string;
  /** Whether to erase the customer's wishlists too; the reply says whether any remain. */
  withWishlists: boolean;
  /**
   * Whether this comes from a platform: the deletion of an unknown customer is then recorded too, because an earlier
   * update may still arrive.
   */
  isNews?: true;
  ifMatch?: string[];
}

/** Deletes some of a customer's wishlists; the reply says whether any remain. */
export interface DeleteWishlists extends ForSlot {
  type: "DeleteWishlists";
  customerId?: string;
  customerRef?: string;
}

/** Stops e-mail about alerts to the customer. */
export interface Unsubscribe extends ForSlot {
  type: "Unsubscribe";
}

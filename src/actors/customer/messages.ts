import type { ForSlot } from "../address.ts";
import type { CustomerFields } from "../customer-slot.ts";
import type { Patch } from "../patch.ts";
import type { PlatformUpdate } from "../platform-update.ts";

export interface CreateCustomer extends ForSlot {
  type: "CreateCustomer";
  /** The retailer's reference; without it the service id serves as one. */
  ref?: string;
  fields: Patch<CustomerFields>;
}

export interface UpdateCustomer extends ForSlot {
  type: "UpdateCustomer";
  ref?: string;
  customerId?: string;
  fields: Patch<CustomerFields>;
  ifMatch?: string[];
}

/** Creates the customer, or updates the one that is there. */
export interface UpsertCustomer extends ForSlot {
  type: "UpsertCustomer";
  /** From a platform: an older update changes nothing and does not restore a deleted customer. */
  news?: PlatformUpdate;
  ref?: string;
  customerId?: string;
  fields: Patch<CustomerFields>;
}

export interface DeleteCustomer extends ForSlot {
  type: "DeleteCustomer";
  /** The retailer's reference or the service's id. */
  id: string;
  /** Erase the customer's wishlists too; the reply says whether any remain. */
  withWishlists: boolean;
  /** From a platform: also records the deletion of an unknown customer, because an earlier update may still arrive. */
  isNews?: true;
  ifMatch?: string[];
}

/** Deletes some of a customer's wishlists; the reply says whether any remain. */
export interface DeleteWishlists extends ForSlot {
  type: "DeleteWishlists";
  customerId?: string;
  customerRef?: string;
}

/** Sends the customer no more e-mail of alerts. */
export interface Unsubscribe extends ForSlot {
  type: "Unsubscribe";
}

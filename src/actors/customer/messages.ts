import type { ForSlot } from "../address.ts";
import type { Patch } from "../patch.ts";
import type { CustomerFields } from "../customer-slot.ts";
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
  /** Told by a platform: older news changes nothing, and brings back nobody who was deleted. */
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
  /** Told by a platform: also who is not known is noted as deleted, for earlier news may still come. */
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

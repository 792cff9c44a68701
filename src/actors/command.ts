/**
 * What travels between HTTP and the actors.
 *
 * Command: an imperative that may be refused. Rejection: why it was. Event: a fact, in the past tense, that is
 * committed together with the change it tells of. Reply: what the sender of a command hears after the commit.
 */

import type {
  CreateWishlist,
  UpdateWishlist,
  DeleteWishlist,
  AddItem,
  AddItems,
  UpdateItem,
  RemoveItem,
} from "./wishlist/messages.ts";
import type {
  DeleteWishlists,
  CreateCustomer,
  UpdateCustomer,
  UpsertCustomer,
  DeleteCustomer,
  Unsubscribe,
} from "./customer/messages.ts";
import type { CatalogueCommand } from "./catalogue/messages.ts";
import type { OrderCommand } from "./order/messages.ts";
import type { AlertCommand } from "./alert/messages.ts";

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

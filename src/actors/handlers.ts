import { settleMail, retryMail, takeMail } from "./alert/mail-alerts.ts";
import { settleAlerts, raiseAlerts } from "./alert/raise-alert.ts";
import { deleteProduct } from "./catalogue/delete-product.ts";
import { putProduct } from "./catalogue/put-product.ts";
import { checkProduct, setStock } from "./catalogue/set-stock.ts";
import type { Command, ReplyBodies } from "./command.ts";
import { deleteCustomer, deleteWishlists } from "./customer/delete-customer.ts";
import { unsubscribe } from "./customer/unsubscribe.ts";
import { createCustomer, updateCustomer, upsertCustomer } from "./customer/write-customer.ts";
import { acceptHandover, refuseHandover } from "./guest/accept-handover.ts";
import { beginHandover, endHandover, lapseGuest, renewGuest } from "./guest/guest-list.ts";
import type { Handler } from "./handler.ts";
import { amendOrder } from "./order/amend-order.ts";
import { forgetBuyer } from "./order/forget-buyer.ts";
import { forgetPurchases } from "./order/forget-purchases.ts";
import { matchOrder } from "./order/match-order.ts";
import { forgetMatches, noteMatches } from "./order/note-matches.ts";
import { putOrder } from "./order/put-order.ts";
import { addItem, addItems } from "./wishlist/items/add-item.ts";
import { moveItems } from "./wishlist/items/move-items.ts";
import { removeItem } from "./wishlist/items/remove-item.ts";
import { updateItem } from "./wishlist/items/update-item.ts";
import { createWishlist } from "./wishlist/list/create-wishlist.ts";
import { deleteWishlist } from "./wishlist/list/delete-wishlist.ts";
import { createShare, revokeShare } from "./wishlist/list/share-wishlist.ts";
import { updateWishlist } from "./wishlist/list/update-wishlist.ts";

/** A handler for each type of command. */
export type Handlers = {
  readonly [T in Command["type"]]: Handler<Extract<Command, { type: T }>, ReplyBodies[T]>;
};

/** The handler of every command. */
export const HANDLERS: Handlers = {
  CreateWishlist: createWishlist,
  UpdateWishlist: updateWishlist,
  DeleteWishlist: deleteWishlist,
  CreateShare: createShare,
  RevokeShare: revokeShare,
  DeleteWishlists: deleteWishlists,
  AddItem: addItem,
  AddItems: addItems,
  UpdateItem: updateItem,
  RemoveItem: removeItem,
  MoveItems: moveItems,
  CreateCustomer: createCustomer,
  UpdateCustomer: updateCustomer,
  UpsertCustomer: upsertCustomer,
  DeleteCustomer: deleteCustomer,
  Unsubscribe: unsubscribe,
  BeginHandover: beginHandover,
  AcceptHandover: acceptHandover,
  RefuseHandover: refuseHandover,
  EndHandover: endHandover,
  RenewGuest: renewGuest,
  LapseGuest: lapseGuest,
  PutProduct: putProduct,
  DeleteProduct: deleteProduct,
  SetStock: setStock,
  CheckProduct: checkProduct,
  PutOrder: putOrder,
  AmendOrder: amendOrder,
  NoteMatches: noteMatches,
  ForgetBuyer: forgetBuyer,
  ForgetMatches: forgetMatches,
  ForgetPurchases: forgetPurchases,
  MatchOrder: matchOrder,
  RaiseAlerts: raiseAlerts,
  SettleAlerts: settleAlerts,
  TakeMail: takeMail,
  SettleMail: settleMail,
  RetryMail: retryMail,
};

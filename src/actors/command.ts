/**
 * Commands to the actors, from HTTP and from jobs, and the bodies of their replies. A command is a request to change
 * something, which may be refused.
 */

import type { HandoverRecord, HandoverResult } from "../store/records/guests.ts";
import type { CustomerRecord, ItemRecord, WishlistRecord } from "../store/records/records.ts";
import type { AlertCommand, RaiseResult, RetriedMail, TakenMail } from "./alert/messages.ts";
import type { CatalogueCommand, LevelResult, PutResult } from "./catalogue/messages.ts";
import type {
  CreateCustomer,
  DeleteCustomer,
  DeleteWishlists,
  Unsubscribe,
  UpdateCustomer,
  UpsertCustomer,
} from "./customer/messages.ts";
import type { BegunHandover, GuestCommand } from "./guest/messages.ts";
import type { MatchResult, OrderCommand, OrderResult } from "./order/messages.ts";
import type { Reply } from "./reply.ts";
import type {
  AddedItems,
  AddItem,
  AddItems,
  CreateShare,
  CreateWishlist,
  DeleteWishlist,
  MovedItems,
  MoveItems,
  RemoveItem,
  RevokeShare,
  ShareView,
  UpdateItem,
  UpdateWishlist,
} from "./wishlist/messages.ts";

export type Command =
  | CreateWishlist
  | UpdateWishlist
  | DeleteWishlist
  | CreateShare
  | RevokeShare
  | DeleteWishlists
  | AddItem
  | AddItems
  | UpdateItem
  | RemoveItem
  | MoveItems
  | CreateCustomer
  | UpdateCustomer
  | UpsertCustomer
  | DeleteCustomer
  | Unsubscribe
  | GuestCommand
  | CatalogueCommand
  | OrderCommand
  | AlertCommand;

/** The body of the reply to each type of command; `never` if it has none. */
export interface ReplyBodies {
  CreateWishlist: WishlistRecord;
  UpdateWishlist: WishlistRecord;
  DeleteWishlist: never;
  CreateShare: ShareView;
  RevokeShare: never;
  DeleteWishlists: never;
  AddItem: ItemRecord;
  AddItems: AddedItems;
  UpdateItem: ItemRecord;
  RemoveItem: never;
  MoveItems: MovedItems;
  CreateCustomer: CustomerRecord;
  UpdateCustomer: CustomerRecord;
  /** Empty if a late update of a deleted customer changes nothing. */
  UpsertCustomer: Partial<CustomerRecord>;
  DeleteCustomer: never;
  Unsubscribe: never;
  BeginHandover: BegunHandover;
  AcceptHandover: HandoverResult;
  RefuseHandover: HandoverRecord;
  EndHandover: never;
  RenewGuest: never;
  LapseGuest: never;
  PutProduct: PutResult;
  DeleteProduct: never;
  SetStock: { results: LevelResult[] };
  CheckProduct: never;
  PutOrder: OrderResult;
  AmendOrder: OrderResult;
  NoteMatches: never;
  ForgetBuyer: never;
  ForgetMatches: never;
  ForgetPurchases: never;
  MatchOrder: MatchResult;
  RaiseAlerts: RaiseResult[];
  SettleAlerts: never;
  TakeMail: TakenMail;
  SettleMail: never;
  RetryMail: RetriedMail;
}

/** The body of the reply to a command. */
export type BodyOf<C extends Command> = ReplyBodies[C["type"]];

/** The reply to a command. */
export type ReplyTo<C extends Command> = Reply<BodyOf<C>>;

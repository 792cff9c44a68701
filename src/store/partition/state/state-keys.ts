import type { AlertRecord } from "../../records/alerts.ts";
import type { ProductRecord, VariantRecord } from "../../records/catalogue.ts";
import type { GuestRecord, HandoverRecord } from "../../records/guests.ts";
import type { OrderRecord, Purchase } from "../../records/orders.ts";
import type {
  Claim,
  Customer,
  ItemRecord,
  Numbered,
  RemovedItemRecord,
  WishlistMeta,
  WishlistRecord,
} from "../../records/records.ts";
import type { ShareRecord } from "../../records/shares.ts";

/** A record with the hash field that it is stored in. */
export interface Named<T> {
  field: string;
  record: T;
}

/** Some records of a customer, and whether there may be more of them. */
export interface SomeRecords<T> {
  records: Named<T>[];
  hasMore: boolean;
}

/** Some items of a wishlist, and whether it may have more of them. */
export interface SomeItems<T extends ItemRecord = ItemRecord> {
  items: Numbered<T>[];
  hasMore: boolean;
}

/** When the sender of a customer's newest report had the data, ISO 8601. */
export interface UpdateTime {
  time: string;
  /** The latest time of a row whose sender's clock was ahead; absent if `time` is not before it. */
  aheadTime?: string;
}

/** The kinds of state keys in the state of a partition, with the types of their values. */
export interface StateValues {
  /** A customer, by slot. */
  customer: Customer;
  /** A wishlist's metadata, by wishlist. */
  meta: WishlistMeta;
  /** The record of a wishlist as the API serves it, by wishlist. */
  record: WishlistRecord;
  /** The guest of a wishlist without a customer, by wishlist. */
  guest: GuestRecord;
  /** The decision about the claim of a guest's wishlist, by store and wishlist; expires. */
  handover: HandoverRecord;
  /** One item, by wishlist and number. */
  item: ItemRecord;
  /** A removed item, by wishlist and number. */
  removed: RemovedItemRecord;
  /** Numbers of the items that are indexed under a term, by wishlist and term. */
  itemIndex: number[];
  /** Whether a wishlist is in its customer's list, by slot and wishlist; write only. */
  listed: true;
  /** All links to a wishlist, by wishlist; null if it has none. */
  shares: ShareRecord[];
  /** Order and index of a wishlist's items, by wishlist; can only be deleted. */
  index: never;
  /** Whether a reference could be claimed; read only. */
  claim: "granted" | "taken";
  /** A stored answer of a command that came with an Idempotency-Key, by digest. */
  answer: string;
  /** A product, by slot. */
  product: ProductRecord;
  /** A product's variant, by slot and reference. */
  variant: VariantRecord;
  /** When the entity of a slot was deleted; expires. */
  tombstone: { time: string };
  /** Time of the newest platform update of a customer, by slot. */
  updateTime: UpdateTime;
  /** An order, by slot. */
  order: OrderRecord;
  /** The effects of an order on a customer's wishes, by the customer's slot and the order's key. */
  purchase: Purchase;
  /** An alert of a customer, by slot and unique name. */
  alert: AlertRecord;
  /** Whole collections; read only, by a command that is alone in its batch. */
  /** All items of a wishlist, without removed items. */
  items: Numbered<ItemRecord>[];
  /** All removed items of a wishlist. */
  removedItems: Numbered<RemovedItemRecord>[];
  /**
   * Items, and removed items, of a wishlist that have one of the fields that the state key names, at most
   * {@link SOME_ITEMS}. Others may be among them.
   */
  itemsWith: SomeItems;
  removedWith: SomeItems<RemovedItemRecord>;
  /** All purchases of a customer; only for commands of version 0.1.0. */
  purchases: Named<Purchase>[];
  /**
   * Purchases of a customer that have bought wishes of a wishlist, by slot and wishlist, at most
   * {@link SOME_RECORDS}; and those that have bought a wish, by slot and item.
   */
  listPurchases: SomeRecords<Purchase>;
  itemPurchases: Named<Purchase>[];
  /**
   * Alerts of a customer, at most {@link SOME_RECORDS}: of any wishes, or of those of the wishlist that the state key
   * names; and the newest of those that name one of some items, whose ids are separated by spaces.
   */
  someAlerts: SomeRecords<AlertRecord>;
  newestAlerts: Named<AlertRecord>[];
  /** The oldest stored answers about a wishlist or customer, at most {@link ANSWERS_READ}, and all those of 0.1.0. */
  answers: string[];
  /** Whether a stored answer is in the index of its wishlist or slot, by digest; can only be deleted. */
  answerIndex: never;
  /** A customer's wishlists, by slot and maximum number; read only. */
  wishlists: string[];
  /**
   * A page of a customer's wishlists, by slot, maximum number and the last wishlist of the previous page; read only.
   */
  wishlistPage: string[];
  /**
   * Some removed items with the lowest numbers, by wishlist and the maximum number of its removed items: none unless it
   * has more. Never written: it follows from `removed`.
   */
  excessRemoved: Numbered<RemovedItemRecord>[];
  /**
   * The alerts, and the purchases, of a customer, by slot and maximum number: none unless there are more. Never
   * written: they follow from `alert` and `purchase`.
   */
  excessAlerts: Named<AlertRecord>[];
  excessPurchases: Named<Purchase>[];
  /** Number of a customer's wishlists, by slot; follows from `listed`, so it is never written. */
  wishlistCount: number;
}

export type StateKind = keyof StateValues;

/** Address of one value in a partition's state. */
export interface StateKey<K extends StateKind = StateKind> {
  readonly kind: K;
  /** Wishlist, slot or digest. */
  readonly id: string;
  /** Item number, term, wishlist, count or name, if the kind has one. */
  readonly field?: string | number;
  /** The claimed reference and its holder; only for kind `claim`. */
  readonly claim?: Claim;
}

/** The new value of a state key; null deletes it. */
export interface StateChange<K extends StateKind = StateKind> {
  readonly stateKey: StateKey<K>;
  readonly value: StateValues[K] | null;
  /** The value before the change; undefined if it was not read. */
  readonly before: StateValues[K] | null | undefined;
}

/** Returns a value with the type of its kind. The kind decides the type, but the compiler cannot see that. */
export const valueOf = <K extends StateKind>(_kind: K, value: StateChange["value"]) =>
  value as StateValues[K] | null;

/** Replaces a value that cannot be decoded. */
export class Unreadable {
  readonly cause: unknown;

  constructor(cause: unknown) {
    this.cause = cause;
  }
}

/**
 * Reads the field of a page, `<count> <wishlist>`: the maximum number of wishlists, and the last one of the previous
 * page.
 */
export function parsePage({ field = "" }: StateKey): { count: number; after: string } {
  const [count = "0", after = ""] = String(field).split(" ");
  return { count: Number(count), after };
}

/** Returns a text that is unique to a state key within its partition. */
export function addressOf({ kind, id, field = "" }: StateKey): string {
  return `${kind} ${id} ${field}`;
}

/** Text that replaces a stored answer about an erased wishlist or customer. It is stored, so it must not change. */
export const ERASED_ANSWER = "erased";
/** Maximum number of stored answers about a wishlist or customer that are read at once. */
export const ANSWERS_READ = 2000;

/**
 * Maximum number, and about the maximum characters, of items of a wishlist, and of alerts or purchases of a customer,
 * that are read at once to change all of them.
 */
export const SOME_ITEMS = { count: 2000, characters: 8_000_000 };
export const SOME_RECORDS = { count: 1000, characters: 2_000_000 };

/** Whether so many records, of so many characters, are as many as one command takes. */
export const areEnough = (most: typeof SOME_ITEMS, count: number, characters: number): boolean =>
  count >= most.count || characters >= most.characters;

const COLLECTIONS = new Set<StateKind>([
  "items",
  "removedItems",
  "itemsWith",
  "removedWith",
  "answers",
  "purchases",
  "listPurchases",
  "itemPurchases",
  "someAlerts",
  "newestAlerts",
  "wishlistPage",
]);

/**
 * Whether a state key is a collection. Collections change with every member, so a command that reads one must see all
 * earlier commands committed. A customer's wishlists do not count as a collection: after a command that adds or removes
 * a wishlist, later commands read them again.
 */
export function isCollection({ kind }: StateKey): boolean {
  return COLLECTIONS.has(kind);
}

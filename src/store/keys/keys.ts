import { KEY_LETTERS } from "./key-letters.ts";
import { ServiceKeys } from "./service-keys.ts";

/** Indexes of all records of one kind in a store. Each is in the partitions of its records. */
export type StoreIndex = "wishlists" | EnteredIndex;

/**
 * The indexes that the commit of a record keeps up to date. Entries of `alerts` and `orders-by-time` sort by time.
 * `guests` has the wishlists of guests. Wishlists whose claim has begun are also in `open-claims`, and wishlists that a
 * customer has received are also in `claimed` until they are forgotten.
 */
export type EnteredIndex =
  | "customers"
  | "customer-names"
  | "orders"
  | "orders-by-time"
  | "products"
  | "alerts"
  | "guests"
  | "open-claims"
  | "claimed";

const SEGMENTS = "changes-segments";

/**
 * Every Redis key of the service; this class has those of the partitions. The keys of a partition share a hash tag, so
 * that one script can change them together, also on Redis Cluster. The keys of a queue share one too, and so do the
 * keys of a tenant's consumption and results. The configuration of all tenants has one hash tag, because each change
 * raises one version. Keys of single wishlists and customers have one-letter names, because there are millions of them.
 */
export class Keys extends ServiceKeys {
  /** Stream: commands that wait to be applied. */
  commands(partition: number) {
    return `${this.at(partition)}commands`;
  }
  /**
   * Hash: the fence of the worker that may commit, the last applied command, and the position of the relay. The key has
   * the name of version 0.1.0.
   */
  lease(partition: number) {
    return `${this.at(partition)}owner`;
  }
  /** Set: cancelled commands. */
  cancelled(partition: number) {
    return `${this.at(partition)}cancelled`;
  }
  /** Stream: events of committed changes. */
  outbox(partition: number) {
    return `${this.at(partition)}outbox`;
  }
  /** Stream: commands that could not be applied, with the reason. */
  deadLetters(partition: number) {
    return `${this.at(partition)}dead`;
  }
  /** Set: claims on references that are to be released. */
  releases(partition: number) {
    return `${this.at(partition)}releases`;
  }
  /** Hash: replies for one HTTP process that wait until their batch is durable, by request id; expires. */
  heldReplies(partition: number, instance: string) {
    return `${this.at(partition)}held:${instance}`;
  }
  /** String: written before a wait for disks or replicas, so that the wait includes all earlier writes. */
  durableMark(partition: number) {
    return `${this.at(partition)}durable`;
  }
  /** Stream: replies for one HTTP process; expires. */
  replies(partition: number, instance: string) {
    return `${this.at(partition)}replies:${instance}`;
  }
  /** String: the stored answer of a command that came with an Idempotency-Key; expires. */
  answer(partition: number, digest: string) {
    return `${this.at(partition)}answer:${digest}`;
  }
  /** Sorted set: stored answers about one wishlist or customer by time, to find them at an erasure; expires. */
  answersOf(partition: number, id: string) {
    return `${this.at(partition)}kept:${id}`;
  }
  /** Set: the same, in the form of version 0.1.0; expires. */
  formerAnswersOf(partition: number, id: string) {
    return `${this.at(partition)}answers:${id}`;
  }
  /** String: the holder of an Idempotency-Key, its request, and its answer if no partition keeps it; expires. */
  idempotency(partition: number, digest: string) {
    return `${this.at(partition)}idempotency:${digest}`;
  }
  /** Hash: estimated bytes of the records of each tenant in this partition. */
  storedBytes(partition: number) {
    return `${this.at(partition)}stored-bytes`;
  }
  /** Hash: a store's references of one kind that belong to this partition, with their holders. */
  references(partition: number, kind: string, storeKey: string) {
    return `${this.at(partition)}${kind}:${storeKey}`;
  }

  /** Sorted set: ids of a store's wishlists in this partition. */
  wishlists(partition: number, storeKey: string) {
    return this.storeIndex(partition, "wishlists", storeKey);
  }
  /** Sorted set: a store's records of one kind in this partition, in the order of the entries. */
  storeIndex(partition: number, index: StoreIndex, storeKey: string) {
    return `${this.at(partition)}${index}:${storeKey}`;
  }
  /**
   * Hash: a wishlist's metadata `m`, its record as served `j`, the links to it `s`, its guest `g`, and its items by
   * number.
   */
  wishlist(partition: number, id: string) {
    return this.recordAt(partition, KEY_LETTERS.wishlist, id);
  }
  /** Sorted set: numbers of a wishlist's items, in the order of their ids. */
  itemOrder(partition: number, id: string) {
    return this.recordAt(partition, KEY_LETTERS.itemOrder, id);
  }
  /** Hash: from index terms of a wishlist's items (their variants and references) to the numbers of the items. */
  itemIndex(partition: number, id: string) {
    return this.recordAt(partition, KEY_LETTERS.itemIndex, id);
  }
  /** Hash: a wishlist's latest removed items by number, kept for reports, events and refunds. */
  removedItems(partition: number, id: string) {
    return this.recordAt(partition, KEY_LETTERS.removedItems, id);
  }
  /** String: when the customer or product of a slot was deleted; expires. */
  tombstone(partition: number, slot: string) {
    return this.recordAt(partition, KEY_LETTERS.tombstone, slot);
  }
  /** String: the decision about the claim of a guest's wishlist, `<storeKey>:<id>`; expires. */
  handover(partition: number, guestWishlist: string) {
    return this.recordAt(partition, KEY_LETTERS.handover, guestWishlist);
  }
  /**
   * Hash: a customer's record as served `j`, version `v` and time of the newest platform update `n`, or what remains of
   * a deleted customer `d`.
   */
  customer(partition: number, slot: string) {
    return this.recordAt(partition, KEY_LETTERS.customer, slot);
  }
  /** Hash: the effects of each order on a customer's wishes, by the order's key. */
  purchases(partition: number, slot: string) {
    return this.recordAt(partition, KEY_LETTERS.purchases, slot);
  }
  /** Hash: a customer's alerts, by their unique names. */
  alerts(partition: number, slot: string) {
    return this.recordAt(partition, KEY_LETTERS.alerts, slot);
  }
  /** Hash: bodies of webhooks about a customer that wait for their next attempt; expires. */
  webhookBodies(partition: number, slot: string) {
    return this.recordAt(partition, KEY_LETTERS.webhookBodies, slot);
  }
  /** Hash: a product `j`, and its variants by reference. */
  product(partition: number, slot: string) {
    return this.recordAt(partition, KEY_LETTERS.product, slot);
  }
  /** Stream: events of a store, for callers to follow. */
  changes(partition: number, storeKey: string) {
    return `${this.at(partition)}changes:${storeKey}`;
  }
  /** Stream: the older parts of a store's change feed, which are in an archive, each with the id of its last entry. */
  changeSegments(partition: number, storeKey: string) {
    return `${this.at(partition)}${SEGMENTS}:${storeKey}`;
  }
  /** Whether a key is one of {@link Keys.changeSegments}. */
  isChangeSegments(key: string): boolean {
    return key.slice(this.prefix.length).includes(`}:${SEGMENTS}:`);
  }
  /** Hash: the last event of each partition that is in a store's change feed. */
  changesPositions(partition: number, storeKey: string) {
    return `${this.at(partition)}changes-places:${storeKey}`;
  }
  /** Hash: the last event of each partition that is in a store's counters. */
  counterPositions(partition: number, storeKey: string) {
    return `${this.at(partition)}tally-places:${storeKey}`;
  }
  /** Hash: counters of a store, either of one kind and day or of all days. */
  counters(partition: number, storeKey: string, name: string) {
    return `${this.at(partition)}tallies:${storeKey}:${name}`;
  }
  /** Hash: counters of a store during one run of a recount, not in use yet. */
  newCounters(partition: number, storeKey: string, run: string, name: string) {
    return `${this.at(partition)}recount:${storeKey}:${run}:${name}`;
  }
  /** Hash: counters that an interrupted recount of 0.1.0 has left. */
  leftCounters(partition: number, storeKey: string, name: string) {
    return `${this.at(partition)}new-tallies:${storeKey}:${name}`;
  }
  /** Sorted set: items that wait for a variant, by the time of the wish. String: the list is divided. */
  waiting(partition: number, storeKey: string, variant: string) {
    return `${this.at(partition)}waiting:${storeKey}:${variant}`;
  }
  /** Sorted set: items of a divided waiting list from before its division. */
  undividedWaiting(partition: number, storeKey: string, variant: string) {
    return `${this.at(partition)}waiting-undivided:${storeKey}:${variant}`;
  }
  /** Sorted set: items of customers of some partitions, in a divided waiting list. */
  waitingSublist(partition: number, storeKey: string, variant: string) {
    return `${this.at(partition)}waiting-sublist:${storeKey}:${variant}`;
  }
  /** Sorted set: orders that wait for a person or a variant, by the time of the last match; expires. */
  waitingOrders(partition: number, storeKey: string, digest: string) {
    return `${this.at(partition)}waiting-orders:${storeKey}:${digest}`;
  }
  /** String: when a person was erased, in milliseconds, by a digest of one of its names; expires. */
  erased(partition: number, storeKey: string, digest: string) {
    return `${this.at(partition)}erased:${storeKey}:${digest}`;
  }
  /** String: what the erasure of a person that has not ended found, by a digest of one of its names; expires. */
  begunErasure(partition: number, storeKey: string, digest: string) {
    return `${this.at(partition)}begun-erasure:${storeKey}:${digest}`;
  }
  /** String: number of erasures in a store; expires. */
  erasureCount(partition: number, storeKey: string) {
    return `${this.at(partition)}erasures:${storeKey}`;
  }
  /** Hash: stock that arrived before its variant, by location; expires. */
  pendingStock(partition: number, storeKey: string, name: string) {
    return `${this.at(partition)}parked:${storeKey}:${name}`;
  }
  /** Hash: an order `j`. */
  order(partition: number, slot: string) {
    return this.recordAt(partition, KEY_LETTERS.order, slot);
  }
  /** Hash: a file of rows, its received and applied chunks, and the results of the rows; expires. */
  feed(partition: number, storeKey: string, id: string) {
    return `${this.at(partition)}feed:${storeKey}:${id}`;
  }
  /** Sorted set: the feeds of a store by the time of their start, each with that time before its id; expires. */
  feedsOf(partition: number, storeKey: string) {
    return `${this.at(partition)}feeds:${storeKey}`;
  }
  /** List: rows of a feed that wait to be applied, in chunks. This is the only copy of a file's rows; expires. */
  feedChunks(partition: number, storeKey: string, id: string) {
    return `${this.at(partition)}feed-chunks:${storeKey}:${id}`;
  }
  /** List: the errors of a feed's rows, without the rows; expires. */
  feedErrors(partition: number, storeKey: string, id: string) {
    return `${this.at(partition)}feed-errors:${storeKey}:${id}`;
  }
  /**
   * Sorted set: the feeds of a store with errors, by the bytes of all errors of the store up to their last; expires.
   */
  feedsWithErrors(partition: number, storeKey: string) {
    return `${this.at(partition)}feeds-with-errors:${storeKey}`;
  }
  /** Sorted set: chunks of all feeds of a store that wait to be applied, by the time of their arrival; expires. */
  feedsWaiting(partition: number, storeKey: string) {
    return `${this.at(partition)}feeds-waiting:${storeKey}`;
  }
  /** Sorted set: ids of a customer's wishlists. */
  customerWishlists(partition: number, slot: string) {
    return this.recordAt(partition, KEY_LETTERS.customerWishlists, slot);
  }
}

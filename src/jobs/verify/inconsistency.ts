import type { EnteredIndex } from "../../store/keys/keys.ts";
import type { Claim } from "../../store/records/records.ts";

/** An index that is compared with the records; `itemCount` is the number of items in a wishlist's metadata. */
export type VerifiedIndex =
  | "itemOrder"
  | "itemIndex"
  | "itemCount"
  | "customerWishlists"
  | "storeWishlists"
  | "waitingList"
  | "waitingOrders"
  | EnteredIndex
  | Claim["reference"];

/** An index and a record that do not fit, or a record that cannot be decoded. */
export interface Inconsistency {
  /** A {@link VerifiedIndex}; of a record that cannot be decoded, its kind, such as `removed item`. */
  index: string;
  /** The record has no entry, or one that differs; or there is an entry without its record. */
  what: "missing" | "wrong" | "extra" | "undecodable";
  /** Id of the wishlist, item, customer, product or alert, or key of the order. */
  record: string;
  /** What makes it another one of the same record, with the record's version: it may name a person, and is not shown. */
  detail: string;
  /**
   * Puts the index right. False where the record has changed since, cannot be decoded, or another one holds the reference.
   */
  repair: () => Promise<boolean>;
}

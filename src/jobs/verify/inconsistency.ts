import type { EnteredIndex } from "../../store/keys/keys.ts";
import type { Claim } from "../../store/records/records.ts";

/**
 * An index that is compared with the records. `itemCount` is the number of items in a wishlist's metadata, and
 * `itemReferences` whether its metadata say that items are stored with another reference.
 */
export type VerifiedIndex =
  | "itemOrder"
  | "itemIndex"
  | "itemCount"
  | "itemReferences"
  | "customerWishlists"
  | "storeWishlists"
  | "waitingList"
  | "waitingOrders"
  | EnteredIndex
  | Claim["reference"];

/** A difference between an index and a record, or a record that cannot be decoded. */
export interface Inconsistency {
  /** A {@link VerifiedIndex}; for a record that cannot be decoded, the kind of the record, such as `removed item`. */
  index: string;
  /** `missing` if the record has no entry, `wrong` if the entry differs, `extra` if an entry has no record. */
  what: "missing" | "wrong" | "extra" | "undecodable";
  /** Id of the wishlist, item, customer, product or alert, or key of the order. */
  record: string;
  /**
   * Distinguishes several inconsistencies of a record, and contains the record's version. It is not shown, because it
   * may name a person.
   */
  detail: string;
  /**
   * Repairs the index. Resolves to false if the record has changed since, cannot be decoded, or another record has the
   * reference.
   */
  repair: () => Promise<boolean>;
}

import type { OfStore } from "../../store/records/of-store.ts";
import type { CountedChange } from "./counted.ts";

/** What every event has. */
export interface EventBase extends OfStore {
  /** ISO 8601. */
  time: string;
  /** Absent in the change feed and in the jobs of webhooks, because only the counters of reports need it. */
  counted?: CountedChange;
  /** Trace context of the span that caused the event, if it is traced. */
  traceContext?: string;
}

/** What a type of event has in `counted`. */
export type CountsOf<K extends keyof CountedChange> = Required<Pick<CountedChange, K>>;

/** An event about a customer. */
export interface OfCustomer extends EventBase {
  /** Slot key of the customer. */
  customerKey: string;
}

/** An event about a wishlist. */
export interface OfWishlist extends EventBase {
  wishlistId: string;
}

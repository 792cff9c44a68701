import type { Product, Variant } from "./catalogue.ts";

export interface Customer {
  id: string;
  first_name: string;
  last_name: string;
  email: string;
  accepts_marketing: boolean;
}

export interface Wish {
  ref: string;
  variant: Variant;
  notifyMe: boolean;
  prerelease: boolean;
}

/** A customer visits, perhaps for the first time, and adds a wish. */
export interface Visit {
  kind: "visit";
  customer: Customer;
  isNewCustomer: boolean;
  wishlist: { ref: string; name: string; isNew: boolean };
  wishes: Wish[];
}

/** An event of a shop: a request of its storefront, its stock system or its till. */
export type ShopEvent = { at: number } & (
  | Visit
  | { kind: "removal"; customer: Customer; ref: string }
  | { kind: "order"; orderRef: string; customer: Customer; variant: Variant; price: number }
  | { kind: "stock"; isDelivery: boolean; levels: { variant: Variant; available: number }[] }
  | { kind: "price"; product: Product; factor: number }
  | { kind: "product"; product: Product; isComing: boolean; available: number }
);

export interface HistoryOptions {
  catalogue: readonly Product[];
  /** Number of days, the last of which is that of `end`. */
  days: number;
  /** Approximate number of customers with wishes. */
  customers: number;
  /** Nothing happens after this time, in milliseconds since 1970. */
  end: number;
  seed?: number;
}

/** Tasks, each at its time. */
export class Schedule {
  readonly #entries: { at: number; act: () => void }[] = [];

  add(at: number, act: () => void): void {
    let [low, high] = [0, this.#entries.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#entries[middle]?.at ?? at) <= at) low = middle + 1;
      else high = middle;
    }
    this.#entries.splice(low, 0, { at, act });
  }

  /**
   * Runs all tasks that are due up to a time, in the order of their times, including tasks that are added meanwhile.
   */
  run(until: number, onTime: (at: number) => void): void {
    for (;;) {
      const [first] = this.#entries;
      if (!first || first.at > until) return;
      this.#entries.shift();
      onTime(first.at);
      first.act();
    }
  }
}

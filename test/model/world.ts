import { numbersFrom } from "../support/random.ts";
import type { Json } from "../support/service.ts";

/** What happens in a world, one thing after the other. Numbers name customers, variants and orders. */
export type Step =
  | { kind: "wish"; customer: number; variant: number; notifyMe: boolean }
  | { kind: "remove"; customer: number; variant: number }
  | { kind: "stock"; variant: number; units: number }
  | { kind: "order"; customer: number; variant: number; quantity: number; price: number }
  | { kind: "cancel"; order: number }
  | { kind: "consent"; customer: number; isGiven: boolean }
  | { kind: "export" };

export interface Wish {
  id: string;
  customer: number;
  variant: number;
  notifyMe: boolean;
  isRemoved: boolean;
}

export interface Order {
  number: number;
  customer: number;
  variant: number;
  quantity: number;
  price: number;
  isOpen: boolean;
  /** Wishes that were made before it. */
  candidates: readonly Wish[];
  bought: Wish | undefined;
}

/** The rules of alerts, purchases, exports and reports, as simple as they can be said: no events, no jobs, no store. */
export class World {
  readonly units: number[];
  readonly consents: boolean[];
  readonly wishes: Wish[] = [];
  readonly orders: Order[] = [];
  /** Alerts, as customer, variant and the ids of the wishes that they name. */
  readonly alerts: { customer: number; variant: number; itemIds: string[] }[] = [];

  constructor(customers: number, variants: number) {
    this.units = Array.from({ length: variants }, () => 0);
    this.consents = Array.from({ length: customers }, () => true);
  }

  isBought(wish: Wish): boolean {
    return this.orders.some(({ bought }) => bought === wish);
  }

  /** The wish that a customer has for a variant, bought or not. */
  wishOf(customer: number, variant: number): Wish | undefined {
    return this.wishes.find(
      (wish) => wish.customer === customer && wish.variant === variant && !wish.isRemoved,
    );
  }

  /** Whether a step makes sense here; others are left out. */
  allows(step: Step): boolean {
    switch (step.kind) {
      case "wish":
        return this.wishOf(step.customer, step.variant) === undefined;
      case "remove": {
        const wish = this.wishOf(step.customer, step.variant);
        return wish !== undefined && !this.isBought(wish);
      }
      case "cancel":
        return this.orders[step.order]?.isOpen === true;
      case "consent":
        return this.consents[step.customer] !== step.isGiven;
      default:
        return true;
    }
  }

  addWish({ customer, variant, notifyMe }: Extract<Step, { kind: "wish" }>, id: string): void {
    this.wishes.push({ id, customer, variant, notifyMe, isRemoved: false });
  }

  remove({ customer, variant }: Extract<Step, { kind: "remove" }>): Wish | undefined {
    const wish = this.wishOf(customer, variant);
    if (wish) wish.isRemoved = true;
    return wish;
  }

  /** Stock that rises from none tells each customer who waits, once, of all their wishes for the variant. */
  setStock({ variant, units }: Extract<Step, { kind: "stock" }>): void {
    const hasRisen = this.units[variant] === 0 && units > 0;
    this.units[variant] = units;
    if (!hasRisen) return;
    for (const customer of this.consents.keys()) {
      const waiting = this.wishes.filter(
        (wish) =>
          wish.customer === customer &&
          wish.variant === variant &&
          wish.notifyMe &&
          !wish.isRemoved &&
          !this.isBought(wish),
      );
      if (waiting.length > 0) this.alerts.push({ customer, variant, itemIds: waiting.map(({ id }) => id) });
    }
  }

  /** An order buys the oldest wish that was made before it and is still open. */
  order({ customer, variant, quantity, price }: Extract<Step, { kind: "order" }>): Order {
    const candidates = this.wishes.filter((wish) => wish.customer === customer && wish.variant === variant);
    const order: Order = {
      number: this.orders.length,
      ...{ customer, variant, quantity, price, candidates },
      isOpen: true,
      bought: undefined,
    };
    this.orders.push(order);
    this.#match(order);
    return order;
  }

  #match(order: Order): void {
    order.bought = order.candidates.find((wish) => !wish.isRemoved && !this.isBought(wish));
  }

  /** A cancelled order gives its wish back; the oldest open order that could have bought it takes it. */
  cancel({ order: number }: Extract<Step, { kind: "cancel" }>): void {
    const order = this.orders[number];
    if (!order) return;
    const freed = order.bought;
    order.isOpen = false;
    order.bought = undefined;
    const next = this.orders.find(
      ({ isOpen, bought, candidates }) =>
        isOpen && !bought && freed !== undefined && candidates.includes(freed),
    );
    if (next) this.#match(next);
  }

  /** Wishes that a platform knows of: those of customers who consent. */
  get exported(): Wish[] {
    return this.wishes.filter(({ customer, isRemoved }) => !isRemoved && this.consents[customer]);
  }
}

/** A step by chance; what happens often in a shop comes often. */
export function stepsOf(seed: number, { customers, variants }: { customers: number; variants: number }) {
  const number = numbersFrom(seed);
  const place = () => ({ customer: number(customers), variant: number(variants) });
  return (orders: number): Step => {
    const chance = number(100);
    if (chance < 34) return { kind: "wish", ...place(), notifyMe: number(4) > 0 };
    if (chance < 42) return { kind: "remove", ...place() };
    if (chance < 64) return { kind: "stock", variant: number(variants), units: number(2) * (1 + number(5)) };
    if (chance < 82) return { kind: "order", ...place(), quantity: 1 + number(3), price: 5 + number(20) };
    if (chance < 90) return { kind: "cancel", order: number(Math.max(1, orders)) };
    if (chance < 95) return { kind: "consent", customer: number(customers), isGiven: number(2) === 0 };
    return { kind: "export" };
  };
}

/** What a platform knows after an export's records: the ids of the wishes that are there, and which are bought. */
export class Platform {
  readonly #items = new Map<string, { wishlistId: string; customerId: string; isBought: boolean }>();

  take(records: readonly Json[]): void {
    for (const record of records) {
      if (record.type === "item") {
        const { item, wishlist, customer } = record;
        const { wishlistId } = wishlist;
        const { customerId } = customer;
        this.#items.set(item.id, { wishlistId, customerId, isBought: item.purchased });
      } else this.#forget(record);
    }
  }

  #forget({ what, itemId, wishlistId, customerId }: Json): void {
    for (const [id, known] of this.#items) {
      const isMeant =
        what === "item" ? id === itemId : what === "wishlist" ? known.wishlistId === wishlistId : true;
      if (isMeant && (what !== "customer" || known.customerId === customerId)) this.#items.delete(id);
    }
  }

  /** Each wish as its id, and whether it is bought. */
  get state(): string[] {
    return [...this.#items].map(([id, { isBought }]) => `${id} ${isBought}`).sort();
  }
}

import { numbersFrom } from "../support/models/random.ts";
import type { Json } from "../support/service.ts";

/** Steps of a world, one after the other. Numbers name customers, variants and orders. */
export type Step =
  | ({ kind: "wish"; customer: number; variant: number; list: number; ref: number | undefined } & Flags)
  | ({ kind: "again"; customer: number; variant: number } & Flags)
  | { kind: "move"; customer: number; variant: number }
  | { kind: "remove"; customer: number; variant: number }
  | { kind: "release"; variant: number }
  | { kind: "stock"; variant: number; units: number }
  | { kind: "order"; customer: number; variant: number; quantity: number; price: number }
  | { kind: "cancel"; order: number }
  | { kind: "late"; order: number }
  | { kind: "consent"; customer: number; isGiven: boolean }
  | { kind: "export" };

/** The alerts that a wish requests. */
export interface Flags {
  notifyMe: boolean;
  disableNotification: boolean;
}

export interface Wish extends Flags {
  id: string;
  customer: number;
  variant: number;
  /** Index of the wishlist among those of the customer. */
  list: number;
  /** Number of its reference, which is unique on its wishlist. */
  ref: number | undefined;
  isRemoved: boolean;
}

/** The initial state of a world. */
export interface Beginning {
  customers: number;
  variants: number;
  /** Units that a variant needs to be in stock. */
  threshold: number;
  /** Whether each variant is released. */
  released: boolean[];
}

export interface Order {
  number: number;
  customer: number;
  variant: number;
  quantity: number;
  price: number;
  isOpen: boolean;
  /** Wishes that were added before it. */
  candidates: readonly Wish[];
  bought: Wish | undefined;
}

const otherList = ({ list }: Wish): number => 1 - list;

/** The rules of alerts, purchases, exports and reports in their simplest form: no events, no jobs, no Redis. */
export class World {
  readonly units: number[];
  readonly consents: boolean[];
  readonly wishes: Wish[] = [];
  readonly orders: Order[] = [];
  readonly alerts: { customer: number; variant: number; wishes: Wish[] }[] = [];
  readonly released: boolean[];
  readonly #threshold: number;

  constructor({ customers, variants, threshold, released }: Beginning) {
    this.units = Array.from({ length: variants }, () => 0);
    this.consents = Array.from({ length: customers }, () => true);
    this.released = [...released];
    this.#threshold = threshold;
  }

  /** Whether a variant can be bought. */
  isAvailable(variant: number): boolean {
    return this.released[variant] === true && this.isInStock(variant);
  }

  isInStock(variant: number): boolean {
    return (this.units[variant] ?? 0) >= this.#threshold;
  }

  isBought(wish: Wish): boolean {
    return this.orders.some(({ bought }) => bought === wish);
  }

  /** The customer's wish for the variant, bought or not. */
  wishOf(customer: number, variant: number): Wish | undefined {
    return this.wishes.find(
      (wish) => wish.customer === customer && wish.variant === variant && !wish.isRemoved,
    );
  }

  /** Whether another wish on a wishlist has a reference: then it is refused. */
  isTaken({ customer, list, ref }: { customer: number; list: number; ref: number | undefined }): boolean {
    return this.wishes.some(
      (wish) =>
        ref !== undefined &&
        !wish.isRemoved &&
        wish.customer === customer &&
        wish.list === list &&
        wish.ref === ref,
    );
  }

  /** Whether a step is possible now; others are skipped. */
  allows(step: Step): boolean {
    switch (step.kind) {
      case "wish":
        return this.wishOf(step.customer, step.variant) === undefined;
      case "remove": {
        const wish = this.wishOf(step.customer, step.variant);
        return wish !== undefined && !this.isBought(wish);
      }
      case "again": {
        const wish = this.wishOf(step.customer, step.variant);
        return wish !== undefined && !this.isBought(wish);
      }
      case "move": {
        const wish = this.wishOf(step.customer, step.variant);
        return wish !== undefined && !this.isTaken({ ...wish, list: otherList(wish) });
      }
      case "release":
        return this.released[step.variant] === false;
      case "cancel":
      case "late":
        return this.orders[step.order]?.isOpen === true;
      case "consent":
        return this.consents[step.customer] !== step.isGiven;
      default:
        return true;
    }
  }

  addWish({ kind: _, ...wish }: Extract<Step, { kind: "wish" }>, id: string): void {
    this.wishes.push({ id, ...wish, isRemoved: false });
  }

  /** A wish that is added again is the same wish, with the last flags. */
  wishAgain({ customer, variant, notifyMe, disableNotification }: Extract<Step, { kind: "again" }>): void {
    const wish = this.wishOf(customer, variant);
    if (wish) Object.assign(wish, { notifyMe, disableNotification });
  }

  /** A moved wish keeps all fields except its list and its id: alerts and orders name its current id. */
  move({ customer, variant }: Extract<Step, { kind: "move" }>, id: string): void {
    const wish = this.wishOf(customer, variant);
    if (wish) Object.assign(wish, { id, list: otherList(wish) });
  }

  remove({ customer, variant }: Extract<Step, { kind: "remove" }>): Wish | undefined {
    const wish = this.wishOf(customer, variant);
    if (wish) wish.isRemoved = true;
    return wish;
  }

  setStock({ variant, units }: Extract<Step, { kind: "stock" }>): void {
    const wasAvailable = this.isAvailable(variant);
    this.units[variant] = units;
    if (!wasAvailable) this.#tell(variant);
  }

  release({ variant }: Extract<Step, { kind: "release" }>): void {
    this.released[variant] = true;
    this.#tell(variant);
  }

  /** A variant that becomes available alerts each waiting customer once, about all their wishes for it. */
  #tell(variant: number): void {
    if (!this.isAvailable(variant)) return;
    for (const customer of this.consents.keys()) {
      const waiting = this.wishes.filter(
        (wish) =>
          wish.customer === customer &&
          wish.variant === variant &&
          wish.notifyMe &&
          !wish.disableNotification &&
          !wish.isRemoved &&
          !this.isBought(wish),
      );
      if (waiting.length > 0) this.alerts.push({ customer, variant, wishes: waiting });
    }
  }

  /** An order fulfils the oldest open wish that was added before it. */
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

  /** A cancelled order releases its wish; the oldest open order that could have fulfilled it gets it. */
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

  /** Wishes known to a platform: those of customers with consent. */
  get exported(): Wish[] {
    return this.wishes.filter(({ customer, isRemoved }) => !isRemoved && this.consents[customer]);
  }
}

/** Maximum number of impossible draws before a round is skipped. */
const MOST_DRAWS = 20;

/** A random initial state of a world. */
export function beginningOf(seed: number, size: { customers: number; variants: number }): Beginning {
  const number = numbersFrom(seed);
  const released = Array.from({ length: size.variants }, () => number(2) > 0);
  return { ...size, threshold: 1 + number(3), released };
}

/** A random possible step of a world. Steps with a rare effect are drawn more often, so that each rule matters. */
export function stepsOf(seed: number) {
  const number = numbersFrom(~seed);
  const draw = (world: World): Step => {
    const [customer, variant] = [number(world.consents.length), number(world.units.length)];
    const flags = () => ({ notifyMe: number(4) > 0, disableNotification: number(5) === 0 });
    const order = number(Math.max(1, world.orders.length));
    const chance = number(100);
    if (chance < 26) {
      const ref = number(3) > 0 ? 0 : undefined;
      return { kind: "wish", customer, variant, list: number(2), ref, ...flags() };
    }
    if (chance < 32) return { kind: "again", customer, variant, ...flags() };
    if (chance < 41) return { kind: "move", customer, variant };
    if (chance < 48) return { kind: "remove", customer, variant };
    // Most levels are a rise or a fall, often just below the threshold.
    if (chance < 62) return { kind: "stock", variant, units: world.isAvailable(variant) ? 0 : 1 + number(4) };
    // There is no alert for a release without stock.
    if (chance < 68 && (world.isInStock(variant) || number(4) === 0)) return { kind: "release", variant };
    if (chance < 78)
      return { kind: "order", customer, variant, quantity: 1 + number(3), price: 5 + number(20) };
    if (chance < 86) return { kind: "cancel", order };
    if (chance < 92) return { kind: "late", order };
    if (chance < 97) return { kind: "consent", customer, isGiven: number(2) === 0 };
    return { kind: "export" };
  };
  return (world: World): Step | undefined => {
    for (let i = 0; i < MOST_DRAWS; i++) {
      const step = draw(world);
      if (world.allows(step)) return step;
    }
    return undefined;
  };
}

/** The platform's data after an export's records: the ids of the wishes, and which are bought. */
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

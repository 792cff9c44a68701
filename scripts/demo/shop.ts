import { DAY_MS, HOUR_MS } from "../../src/units/durations.ts";
import type { Product, Variant } from "./catalogue.ts";
import { COMING, FIRST_NAMES, LAST_NAMES, LIST_NAMES } from "./names.ts";
import { Random } from "./random.ts";
import { busynessOf, dayOf, demandFor, HOURS_OF_DAY, nextDelivery } from "./season.ts";
import {
  type Customer,
  type HistoryOptions,
  Schedule,
  type ShopEvent,
  type Visit,
  type Wish,
} from "./shop-events.ts";

/** Times of the day at which the shop reports its stock. */
const STOCK_HOURS = [6, 13, 18];

/** Sales: begin and end as shares of the whole time, price reduction, and the reduced products. */
const SALES = [
  { from: 0.22, to: 0.26, factor: 0.8, isFor: (product: number) => product % 3 === 0 },
  { from: 0.56, to: 0.6, factor: 0.75, isFor: (product: number) => product % 4 === 1 },
  { from: 0.87, to: 0.92, factor: 0.7, isFor: (product: number) => product % 5 === 0 },
];
/** Times at which each coming product is shown and released. */
const RELEASES = [
  { shown: 0.28, sold: 0.45 },
  { shown: 0.62, sold: 0.8 },
];

interface Shelf {
  product: Product;
  variant: Variant;
  stock: number;
  reported: number;
  /** 1, except in a sale. */
  factor: number;
  isComing: boolean;
  popularity: number;
}

interface OpenWish {
  customer: Customer;
  wish: Wish;
  shelf: Shelf;
}

interface Regular {
  customer: Customer;
  lists: Visit["wishlist"][];
  wished: Set<string>;
}

/** Simulates a small shop day by day: customers, their wishes, stock and orders. */
class Shop {
  readonly events: ShopEvent[] = [];
  readonly #random: Random;
  readonly #options: HistoryOptions;
  readonly #start: number;
  readonly #schedule = new Schedule();
  readonly #shelves: Shelf[];
  readonly #regulars: Regular[] = [];
  readonly #open = new Set<OpenWish>();
  #now = 0;
  #orders = 0;

  constructor(options: HistoryOptions) {
    this.#options = options;
    this.#random = new Random(options.seed ?? 1);
    this.#start = dayOf(options.end) - (options.days - 1) * DAY_MS;
    this.#shelves = options.catalogue.flatMap((product) => this.#shelvesOf(product, false));
  }

  #shelvesOf(product: Product, isComing: boolean): Shelf[] {
    const popularity = this.#random.between(0.3, 1) ** 2 / Math.sqrt(product.variants.length);
    return product.variants.map((variant) => ({
      product,
      variant,
      stock: variant.available,
      reported: variant.available,
      factor: 1,
      isComing,
      popularity,
    }));
  }

  /** The time at a share of the whole. */
  #at = (share: number) => this.#start + share * (this.#options.end - this.#start);

  run(): ShopEvent[] {
    const { days, end } = this.#options;
    for (let day = 0; day < days; day++) this.#planDay(this.#start + day * DAY_MS, day / days);
    for (const sale of SALES) {
      this.#schedule.add(this.#at(sale.from), () => this.#reprice(sale, sale.factor));
      this.#schedule.add(this.#at(sale.to), () => this.#reprice(sale, 1));
    }
    for (const [i, { shown, sold }] of RELEASES.entries()) {
      const product = COMING[i];
      if (!product) continue;
      this.#schedule.add(this.#at(shown), () => this.#announce(product));
      this.#schedule.add(this.#at(sold), () => this.#release(product));
    }
    // As each night, for products that start without stock.
    this.#schedule.add(this.#start, () => {
      for (const shelf of this.#shelves) if (shelf.stock <= 0) this.#reorder(shelf);
    });
    this.#schedule.run(end, (at) => (this.#now = at));
    return this.events;
  }

  #note(event: ShopEvent): void {
    this.events.push(event);
  }

  #planDay(day: number, share: number): void {
    const { customers } = this.#options;
    const isSale = SALES.some(({ from, to }) => day >= dayOf(this.#at(from)) && day <= this.#at(to));
    const visits = this.#random.count(
      customers * 0.05 * busynessOf(day) * (0.75 + share / 2) * (isSale ? 1.6 : 1),
    );
    for (let i = 0; i < visits; i++) {
      const { hour } = this.#random.pickBy(HOURS_OF_DAY, (each) => each.visits);
      this.#schedule.add(day + (hour + this.#random.next()) * HOUR_MS, () => this.#visit());
    }
    for (const hour of STOCK_HOURS) this.#schedule.add(day + hour * HOUR_MS, () => this.#countStock());
  }

  #visit(): void {
    const isNew = this.#regulars.length === 0 || this.#random.isHit(0.24);
    const regular = isNew ? this.#welcome() : this.#random.pick(this.#regulars);
    const { customer, lists, wished } = regular;
    if (lists.length === 0 || (lists.length < 4 && this.#random.isHit(0.12)))
      lists.push({
        ref: `${customer.id}-${lists.length + 1}`,
        name: lists.length === 0 ? "Wishes" : this.#random.pick(LIST_NAMES),
        isNew: true,
      });
    const wishlist = isNew || lists.at(-1)?.isNew ? lists.at(-1) : this.#random.pick(lists);
    if (!wishlist) return;
    const wishes: Wish[] = [];
    for (let left = 1 + this.#random.count(0.9); left > 0; left--) {
      const shelf = this.#choose();
      const { variantRef } = shelf.variant;
      if (wished.has(variantRef)) continue;
      wished.add(variantRef);
      const wish: Wish = {
        ref: `${customer.id}-${variantRef}`,
        variant: shelf.variant,
        notifyMe: this.#random.isHit(shelf.stock > 0 ? 0.7 : 0.95),
        prerelease: shelf.isComing,
      };
      wishes.push(wish);
      this.#follow({ customer, wish, shelf });
    }
    this.#note({
      at: this.#now,
      kind: "visit",
      customer,
      isNewCustomer: isNew,
      wishlist: { ...wishlist },
      wishes,
    });
    wishlist.isNew = false;
  }

  #welcome(): Regular {
    const [first, last] = [this.#random.pick(FIRST_NAMES), this.#random.pick(LAST_NAMES)];
    const number = this.#regulars.length + 1;
    const name = `${first}.${last}`
      .normalize("NFD")
      .replace(/[^a-z.]/gi, "")
      .toLowerCase();
    const customer = {
      id: `demo-${number}`,
      first_name: first,
      last_name: last,
      email: `${name}.${number}@example.com`,
      accepts_marketing: this.#random.isHit(0.6),
    };
    const regular = { customer, lists: [], wished: new Set<string>() };
    this.#regulars.push(regular);
    return regular;
  }

  #choose(): Shelf {
    return this.#random.pickBy(this.#shelves, ({ product, popularity, isComing, stock, factor }) => {
      const appeal = popularity * demandFor(product.kind, this.#now);
      return (appeal * (isComing ? 3 : 1) * (stock > 0 ? 1 : 0.6)) / factor ** 2;
    });
  }

  /** Decides the end of a wish: some are bought, some are removed, most wait. */
  #follow(open: OpenWish): void {
    this.#open.add(open);
    const outcome = this.#random.next();
    const days = this.#random.between(0.1, 4) ** 2;
    if (outcome < 0.13) this.#schedule.add(this.#now + days * DAY_MS, () => this.#buy(open));
    else if (outcome < 0.19) this.#schedule.add(this.#now + days * DAY_MS, () => this.#remove(open));
  }

  #remove(open: OpenWish): void {
    if (!this.#open.delete(open)) return;
    this.#note({ at: this.#now, kind: "removal", customer: open.customer, ref: open.wish.ref });
  }

  #buy(open: OpenWish): void {
    const { customer, shelf } = open;
    if (shelf.stock < 1 || shelf.isComing || !this.#open.delete(open)) return;
    shelf.stock--;
    const price = shelf.variant.price * shelf.factor;
    const orderRef = `#${1000 + ++this.#orders}`;
    this.#note({ at: this.#now, kind: "order", orderRef, customer, variant: shelf.variant, price });
  }

  /** Waiting customers are alerted, and some of them buy within two days. */
  #tempt(isFor: (shelf: Shelf) => boolean, share: number): void {
    for (const open of this.#open) {
      if (!isFor(open.shelf) || !this.#random.isHit(share)) continue;
      this.#schedule.add(this.#now + this.#random.between(0.3, 7) ** 2 * HOUR_MS, () => this.#buy(open));
    }
  }

  /** Sells to people without wishlists, and reports the stock that has changed since the last report. */
  #countStock(): void {
    for (const shelf of this.#shelves) {
      const demand = demandFor(shelf.product.kind, this.#now) * shelf.popularity;
      if (!shelf.isComing)
        shelf.stock = Math.max(0, shelf.stock - this.#random.count((demand * 0.35) / shelf.factor));
    }
    const changed = this.#shelves.filter(({ stock, reported, isComing }) => stock !== reported && !isComing);
    for (const shelf of changed) if (shelf.stock === 0) this.#reorder(shelf);
    this.#report(changed, false);
  }

  #report(shelves: readonly Shelf[], isDelivery: boolean): void {
    if (shelves.length === 0) return;
    for (const shelf of shelves) shelf.reported = shelf.stock;
    const levels = shelves.map(({ variant, stock }) => ({ variant, available: stock }));
    this.#note({ at: this.#now, kind: "stock", isDelivery, levels });
  }

  #reorder(shelf: Shelf): void {
    const delivery = nextDelivery(this.#now + this.#random.between(2, 18) * DAY_MS);
    this.#schedule.add(delivery, () => {
      shelf.stock += 12 + this.#random.below(28);
      this.#report([shelf], true);
      this.#tempt((other) => other === shelf, 0.3);
    });
  }

  #reprice({ isFor }: (typeof SALES)[number], factor: number): void {
    for (const [i, product] of this.#options.catalogue.entries()) {
      if (!isFor(i)) continue;
      for (const shelf of this.#shelves) if (shelf.product === product) shelf.factor = factor;
      this.#note({ at: this.#now, kind: "price", product, factor });
      if (factor < 1) this.#tempt((shelf) => shelf.product === product, 0.15);
    }
  }

  #announce(product: Product): void {
    this.#shelves.push(...this.#shelvesOf(product, true));
    this.#note({ at: this.#now, kind: "product", product, isComing: true, available: 0 });
  }

  #release(product: Product): void {
    for (const shelf of this.#shelves) {
      if (shelf.product !== product) continue;
      Object.assign(shelf, { isComing: false, stock: 60, reported: 60 });
    }
    this.#note({ at: this.#now, kind: "product", product, isComing: false, available: 60 });
    this.#tempt((shelf) => shelf.product === product, 0.35);
  }
}

/** All events of a small shop, in the order of time. The same options give the same events. */
export const simulateShop = (options: HistoryOptions): ShopEvent[] => new Shop(options).run();

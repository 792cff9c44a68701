import { numbersFrom } from "./random.ts";

const HOUR_MS = 3_600_000;
const START_MS = Date.now() - HOUR_MS;
const SENDERS = 4;
const ROWS = 24;

/** The last one is a member that every object inherits. */
const LOCATIONS = ["berlin", "paris", "toString"];

export type Row = Record<string, string | number>;
export type Kind = "products" | "stock-levels";
/** A row that a sender sends. */
export interface Sent {
  kind: Kind;
  row: Row;
}

/** A variant that has stock of locations, or a total only: a total of both kinds depends on the order of rows. */
interface Variant {
  productRef: string;
  names: Record<"variantRef" | "sku" | "inventoryItemId", string>;
  hasLocations: boolean;
}
export const productRefs = ["p-1", "p-2", "P-1"];
export const variants = productRefs.flatMap((productRef) =>
  [true, false].map((hasLocations): Variant => {
    const variantRef = `${productRef}-${hasLocations ? "places" : "total"}`;
    return {
      productRef,
      names: { variantRef, sku: `S-${variantRef}`, inventoryItemId: `i ${variantRef}` },
      hasLocations,
    };
  }),
);
export const variantsOf = (productRef: string) => variants.filter((each) => each.productRef === productRef);

interface Level {
  time: string;
  available: number;
}
interface Product {
  title?: string;
  time: string;
  /** The newest level of each variant and location. */
  stock: Map<string, Level>;
}

/** What the catalogue must have: of each thing, the newest row since the last deletion of its product. */
export class Catalogue {
  readonly products = new Map<string, Product>();

  #product(productRef: string): Product {
    const product = this.products.get(productRef) ?? { time: "", stock: new Map<string, Level>() };
    this.products.set(productRef, product);
    return product;
  }

  delete = (productRef: string) => this.products.delete(productRef);

  level(productRef: string, key: string, level: Level): void {
    const { stock } = this.#product(productRef);
    if (level.time > (stock.get(key)?.time ?? "")) stock.set(key, level);
  }

  title(productRef: string, title: string, time: string): void {
    const product = this.#product(productRef);
    if (time > product.time) Object.assign(product, { title, time });
  }

  /** Returns a product as the service shows it; undefined if it does not exist. */
  shown(productRef: string) {
    const { title, stock } = this.#product(productRef);
    if (title === undefined) return undefined;
    const levels = [...stock].map(([key, { time, available }]) => `${key} ${available} ${time}`);
    return { title, levels: levels.sort() };
  }
}

export const keyOf = (variantRef: string, locationRef = "") => `${variantRef}@${locationRef}`;

/** A random history of rows about the products of a store. */
export class History {
  readonly #below: (below: number) => number;
  readonly #model: Catalogue;
  readonly #times = new Set<number>();

  constructor(seed: number, model: Catalogue) {
    this.#below = numbersFrom(seed);
    this.#model = model;
  }

  pick = <T>(values: readonly T[]): T => {
    const value = values[this.#below(values.length)];
    if (value === undefined) throw new Error("there is nothing to pick from");
    return value;
  };

  /** A time of the last hour that no other row has. */
  #time(): string {
    let ms = this.#below(HOUR_MS);
    while (this.#times.has(ms)) ms = this.#below(HOUR_MS);
    this.#times.add(ms);
    return new Date(START_MS + ms).toISOString();
  }

  #product(productRef: string): Sent[] {
    const [title, updatedTime] = [`title ${this.#below(1000)}`, this.#time()];
    this.#model.title(productRef, title, updatedTime);
    return [
      { kind: "products", row: { productRef, title, updatedTime, ...this.#total(productRef, updatedTime) } },
    ];
  }

  /** Units of the variant without locations, which a product row sometimes has. */
  #total(productRef: string, time: string): Row {
    const available = this.#below(4);
    if (available === 0) return {};
    for (const { hasLocations, names } of variantsOf(productRef))
      if (!hasLocations) this.#model.level(productRef, keyOf(names.variantRef), { time, available });
    return { available };
  }

  #stock(): Sent[] {
    const { productRef, names, hasLocations } = this.pick(variants);
    const [available, updatedTime] = [this.#below(5), this.#time()];
    const place = hasLocations ? { locationRef: this.pick(LOCATIONS) } : {};
    this.#model.level(productRef, keyOf(names.variantRef, place.locationRef), {
      time: updatedTime,
      available,
    });
    const naming = this.pick(["variantRef", "sku", "inventoryItemId"] as const);
    const within = this.#below(2) === 0 ? { productRef } : {};
    return [
      { kind: "stock-levels", row: { [naming]: names[naming], ...within, ...place, available, updatedTime } },
    ];
  }

  /** The next rows; some of them are sent twice. */
  rows(): Sent[] {
    const rows = Array.from({ length: ROWS }, () =>
      this.#below(5) === 0 ? this.#product(this.pick(productRefs)) : this.#stock(),
    ).flat();
    return [...rows, ...rows.filter(() => this.#below(6) === 0)];
  }

  /** Divides rows among senders, in any order. */
  divided(rows: readonly Sent[]): Sent[][] {
    const parts = Array.from({ length: SENDERS }, (): Sent[] => []);
    for (const row of rows) {
      const part = this.pick(parts);
      part.splice(this.#below(part.length + 1), 0, row);
    }
    return parts;
  }
}

/**
 * Rows of the time `ms` after all rows of histories, which give everything these units: of each variant, at each of its
 * locations.
 */
export function stockOfAll(available: number, ms: number): Sent[] {
  const updatedTime = new Date(START_MS + HOUR_MS + ms).toISOString();
  const products = productRefs.map((productRef): Row => ({
    productRef,
    title: "last",
    updatedTime,
    available,
  }));
  const levels = variants.flatMap(({ names: { variantRef }, hasLocations }) =>
    hasLocations
      ? LOCATIONS.map((locationRef): Row => ({ variantRef, locationRef, available, updatedTime }))
      : [],
  );
  return [
    ...products.map((row): Sent => ({ kind: "products", row })),
    ...levels.map((row): Sent => ({ kind: "stock-levels", row })),
  ];
}

import type { Layout } from "../store/layout.ts";
import type { ParkedStock } from "../store/parked.ts";
import type { FoundVariant, Products, VariantNames } from "../store/products.ts";
import type { Settings } from "../store/settings.ts";
import type {
  LevelResult,
  ProductFields,
  StockLevel,
  StockThresholds,
  VariantFields,
} from "./catalogue/messages.ts";
import type { Command, Reply } from "./messages.ts";
import type { OrderFields } from "./order/messages.ts";

/** Sends one command and resolves to its reply. */
export type Send = (plan: { partition: number; command: Command }) => Promise<Reply>;

/** A store's feeds, and the settings of its tenant that bear on them. */
export interface FeedTarget {
  scope: string;
  settings: Pick<Settings, "alerts" | "currency">;
}

export interface ProductRow {
  product: ProductFields;
  variants: VariantFields[];
}

/** Stock of a variant that is named by what the sender knows of it. */
export interface StockRow extends Omit<StockLevel, "variantRef"> {
  names: VariantNames;
}

/** What a level did: `unknown` when the product has no such variant any more. */
export type StockOutcome = LevelResult["status"];

/** Letters of the names that stock is parked under; a variant's id is only known once the variant is. */
const PARKED = [
  ["variantRef", "r"],
  ["inventoryItemId", "i"],
  ["sku", "s"],
] as const;

function thresholdsOf({ settings }: FeedTarget): StockThresholds {
  const { threshold, lowStockThreshold } = settings.alerts;
  return { threshold, lowStockThreshold };
}

function parkedName(names: VariantNames): string | undefined {
  for (const [named, letter] of PARKED) if (names[named] !== undefined) return letter + names[named];
  return undefined;
}

/** Turns the rows of feeds into commands: the same for requests, files and the platforms' webhooks. */
export class Feeds {
  readonly #layout: Layout;
  readonly #products: Products;
  readonly #parked: ParkedStock;

  constructor(layout: Layout, products: Products, parked: ParkedStock) {
    this.#layout = layout;
    this.#products = products;
    this.#parked = parked;
  }

  async putProduct(target: FeedTarget, { product, variants }: ProductRow, send: Send): Promise<Reply> {
    const { scope, settings } = target;
    await this.#products.noteCatalogue(scope);
    const { partition, slot, key } = this.#layout.slotOf("product", scope, product.productRef);
    const thresholds = thresholdsOf(target);
    const command = { type: "PutProduct" as const, scope, slot, key, product, variants, thresholds };
    return send({ partition, command: { ...command, currency: settings.currency } });
  }

  putOrder(scope: string, order: OrderFields, send: Send): Promise<Reply> {
    const { partition, slot, key } = this.#layout.slotOf("order", scope, order.orderRef);
    return send({ partition, command: { type: "PutOrder", scope, slot, key, order } });
  }

  /** What stock under these names is for: the variants that bear them, or the name that it is parked under. */
  async variantsMeant(scope: string, names: VariantNames): Promise<string[]> {
    const found = await this.#products.variantsWith(scope, names);
    if (found.length > 0) return found.map(({ variant }) => variant.variantId);
    const name = parkedName(names);
    return name === undefined ? [] : [name];
  }

  /**
   * Sets the stock of the variant that bears the names, or parks it until there is one. Of several variants with
   * one stock-keeping unit all are set: they are the same thing on the shelf.
   */
  async setStock(target: FeedTarget, row: StockRow, send: Send): Promise<Reply | StockOutcome | "parked"> {
    const { scope } = target;
    const { names, ...level } = row;
    const found = await this.#products.variantsWith(scope, names);
    if (found.length > 0) return this.#apply(target, found, level, send);
    const name = parkedName(names);
    if (name === undefined) return "unknown";
    await this.#parked.park(scope, name, level);
    // The variant may have come since it was looked for, and then nobody would look at what is parked.
    const late = await this.#products.variantsWith(scope, names);
    if (late.length === 0) return "parked";
    await this.#parked.forget(scope, name, level);
    return this.#apply(target, late, level, send);
  }

  async #apply(
    target: FeedTarget,
    found: FoundVariant[],
    level: Omit<StockLevel, "variantRef">,
    send: Send,
  ): Promise<Reply | StockOutcome> {
    let outcome: StockOutcome = "unknown";
    for (const { address, variant } of found) {
      const reply = await this.#set(target, address, [{ ...level, variantRef: variant.variantRef }], send);
      if (!reply.ok) return reply;
      const { results } = JSON.parse(reply.json ?? "{}") as { results: LevelResult[] };
      outcome = results[0]?.status ?? outcome;
    }
    return outcome;
  }

  #set({ scope, ...target }: FeedTarget, address: FoundVariant["address"], levels: StockLevel[], send: Send) {
    const { partition, slot, key } = address;
    const thresholds = thresholdsOf({ scope, ...target });
    return send({ partition, command: { type: "SetStock", scope, slot, key, levels, thresholds } });
  }

  /** Applies the stock that waited for variants of a product. */
  async applyParked(target: FeedTarget, productKey: string, partition: number, send: Send): Promise<void> {
    const { scope } = target;
    const address = this.#layout.slotAt(scope, partition, productKey);
    const { variants = [] } = (await this.#products.at(address)) ?? {};
    for (const variant of variants) {
      for (const [named, letter] of PARKED) {
        const value = variant[named];
        if (value === undefined) continue;
        for (const level of await this.#parked.waitingFor(scope, letter + value)) {
          await this.#set(target, address, [{ ...level, variantRef: variant.variantRef }], send);
          await this.#parked.forget(scope, letter + value, level);
        }
      }
    }
  }

  /** Looks again at a product whose time of publication has come. */
  checkProduct(target: FeedTarget, productKey: string, partition: number, send: Send): Promise<Reply> {
    const { scope } = target;
    const { slot, key } = this.#layout.slotAt(scope, partition, productKey);
    const thresholds = thresholdsOf(target);
    return send({ partition, command: { type: "CheckProduct", scope, slot, key, thresholds } });
  }
}

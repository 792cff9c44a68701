import type {
  CheckProduct,
  ProductFields,
  PutProduct,
  StockThresholds,
  VariantFields,
} from "../../actors/catalogue/messages.ts";
import type { ReplyTo } from "../../actors/command.ts";
import type { Amendment, AmendOrder, OrderFields, PutOrder } from "../../actors/order/messages.ts";
import type { Send } from "../../actors/send.ts";
import { defined } from "../../store/defined.ts";
import type { Layout } from "../../store/layout.ts";
import type { Products } from "../../store/read/products.ts";
import type { Settings } from "../../store/tenants/settings.ts";

/** A store's feeds, and the settings of its tenant that affect them. */
export interface FeedTarget {
  storeKey: string;
  settings: Pick<Settings, "alerts" | "currency">;
  /** When the rows arrived, if that was before their commands: rows of files wait. ISO 8601. */
  arrivedTime?: string;
  /** The tenant has used up its stored bytes: what would only wait is refused. */
  isSpent?: boolean;
}

interface ProductRow {
  product: ProductFields;
  variants: VariantFields[];
  /** The product has no other variants. */
  isWhole?: true;
  /** From a platform's webhook. */
  isNews?: true;
}

/** The settings that decide what a change of stock means. */
export function thresholdsOf({ settings }: FeedTarget): StockThresholds {
  const { threshold, lowStockThreshold } = settings.alerts;
  return { threshold, lowStockThreshold };
}

/** Sends the commands for rows of feeds: the same for requests, files and the platforms' webhooks. */
export class Feeds {
  readonly #layout: Layout;
  readonly #products: Pick<Products, "noteCatalogue">;

  constructor(layout: Layout, products: Pick<Products, "noteCatalogue">) {
    this.#layout = layout;
    this.#products = products;
  }

  async putProduct(
    target: FeedTarget,
    { product, variants, isWhole, isNews }: ProductRow,
    send: Send,
  ): Promise<ReplyTo<PutProduct>> {
    const { storeKey, settings, arrivedTime } = target;
    await this.#products.noteCatalogue(storeKey);
    const { partition, slot, key } = this.#layout.slotOf("product", storeKey, product.productRef);
    const thresholds = thresholdsOf(target);
    const command = { type: "PutProduct" as const, storeKey, slot, key, product, variants, thresholds };
    const { currency } = settings;
    return send({
      partition,
      command: { ...command, currency, ...defined({ isWhole, isNews, arrivedTime }) },
    });
  }

  putOrder(
    { storeKey, arrivedTime }: Pick<FeedTarget, "storeKey" | "arrivedTime">,
    order: OrderFields,
    send: Send,
  ): Promise<ReplyTo<PutOrder>> {
    const { partition, slot, key } = this.#layout.slotOf("order", storeKey, order.orderRef);
    const arrived = arrivedTime === undefined ? {} : { arrivedTime };
    return send({ partition, command: { type: "PutOrder", storeKey, slot, key, order, ...arrived } });
  }

  /** Applies a refund or an edit of an order. */
  amendOrder(
    storeKey: string,
    orderRef: string,
    amendment: Amendment,
    send: Send,
  ): Promise<ReplyTo<AmendOrder>> {
    const { partition, slot, key } = this.#layout.slotOf("order", storeKey, orderRef);
    return send({ partition, command: { type: "AmendOrder", storeKey, slot, key, amendment } });
  }

  /** Checks a product again whose time of publication has come. */
  checkProduct(
    target: FeedTarget,
    productKey: string,
    partition: number,
    send: Send,
  ): Promise<ReplyTo<CheckProduct>> {
    const { storeKey } = target;
    const { slot, key } = this.#layout.slotAt(storeKey, partition, productKey);
    const thresholds = thresholdsOf(target);
    return send({ partition, command: { type: "CheckProduct", storeKey, slot, key, thresholds } });
  }
}

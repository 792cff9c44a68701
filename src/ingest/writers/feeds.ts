import type {
  CheckProduct,
  ProductFields,
  PutProduct,
  StockThresholds,
  VariantFields,
} from "../../actors/catalogue/messages.ts";
import type { ReplyTo } from "../../actors/command.ts";
import type { Amendment, AmendOrder, PutOrder, SentOrder } from "../../actors/order/messages.ts";
import type { Send } from "../../actors/runtime/send.ts";
import { defined } from "../../collections/defined.ts";
import type { Layout } from "../../store/layout/layout.ts";
import type { Products } from "../../store/read/products.ts";
import type { Settings } from "../../store/tenants/settings/settings.ts";

/** The store of a feed, and the settings that affect it. */
export interface FeedTarget {
  storeKey: string;
  settings: Pick<Settings, "alerts" | "currency">;
  /** When the rows arrived, if their commands are sent later, as for files. In ISO 8601. */
  arrivedTime?: string;
  /** Set if the tenant has used up its stored bytes: stock that would be pending is refused. */
  isSpent?: boolean;
}

interface ProductRow {
  product: ProductFields;
  variants: VariantFields[];
  /** Set if the row has all variants of the product. */
  isWhole?: true;
  /** See {@link PutProduct.mayBeUncounted}. */
  mayBeUncounted?: true;
  /** Set for a platform update. */
  isNews?: true;
}

/** Returns the settings that decide which changes of stock lead to alerts. */
export function thresholdsOf({ settings }: FeedTarget): StockThresholds {
  const { threshold, lowStockThreshold } = settings.alerts;
  return { threshold, lowStockThreshold };
}

/** Sends the commands for rows of feeds, from requests, files and webhooks of platforms. */
export class Feeds {
  readonly #layout: Layout;
  readonly #products: Pick<Products, "markCatalogue">;

  constructor(layout: Layout, products: Pick<Products, "markCatalogue">) {
    this.#layout = layout;
    this.#products = products;
  }

  async putProduct(
    target: FeedTarget,
    { product, variants, isWhole, mayBeUncounted, isNews }: ProductRow,
    send: Send,
  ): Promise<ReplyTo<PutProduct>> {
    const { storeKey, settings, arrivedTime } = target;
    await this.#products.markCatalogue(storeKey);
    const { partition, slot, key } = this.#layout.slotOf("product", storeKey, product.productRef);
    const thresholds = thresholdsOf(target);
    const command = { type: "PutProduct" as const, storeKey, slot, key, product, variants, thresholds };
    const { currency } = settings;
    return send({
      partition,
      command: { ...command, currency, ...defined({ isWhole, mayBeUncounted, isNews, arrivedTime }) },
    });
  }

  putOrder(
    { storeKey, arrivedTime }: Pick<FeedTarget, "storeKey" | "arrivedTime">,
    order: SentOrder,
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

  /** Checks a product again at its time of publication. */
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

import type { AlertType } from "../../../src/store/records/alerts.ts";
import { explained } from "./explained.ts";
import { MemoryShop, type Named } from "./shop.ts";

/** A shop with a tent that is sold out, and a customer who wishes for it. */
export class ExplainScene {
  readonly shop = new MemoryShop();
  readonly ann = this.shop.customer();
  tent: Named = { productRef: "", variantRef: "" };
  item = "";

  async begin(wish: object, product: object): Promise<void> {
    this.shop.set({ alerts: { priceDrop: true, lowStock: true, priceDropPercent: 10, waveSeconds: 60 } });
    this.tent = await this.shop.newProduct({ available: 0, price: "100.00", currency: "EUR" }, product);
    this.item = await this.ann.wish(this.tent, wish);
    await this.shop.settled();
  }

  async stock(...levels: number[]): Promise<void> {
    for (const available of levels) await this.shop.stock(this.tent, available);
  }

  /** Changes fields of the product. */
  async product(fields: object): Promise<void> {
    await this.shop.product({ productRef: this.tent.productRef, ...fields });
  }

  async price(price: string, currency = "EUR"): Promise<void> {
    await this.product({ variants: [{ variantRef: this.tent.variantRef, price, currency }] });
  }

  explain(type?: AlertType) {
    return explained(this.shop, this.ann, this.tent, type);
  }
}

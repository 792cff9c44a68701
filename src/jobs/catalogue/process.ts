import type { Job } from "bullmq";
import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import { sendThrough } from "../../actors/runtime/send.ts";
import type { Feeds } from "../../ingest/writers/feeds.ts";
import type { StockFeed } from "../../ingest/writers/stock-feed.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { forAll } from "../queue/for-all.ts";
import type { ChangedProduct } from "./changed-product.ts";

/** A job of the queue `catalogue`: work that follows from changed products. */
export type CatalogueJob = { storeKey: string } & (
  | { products: ChangedProduct[] }
  /** Checks whether the product can be bought, because its publication time has come. */
  | { partition: number; productKey: string; isDue: true }
  /** One changed product, as version 0.1.0 queued it; if `variantRefs` is absent, all its variants. */
  | { partition: number; productKey: string; variantRefs?: string[]; isDue?: never }
);

/**
 * Number of products that one job handles at the same time. It is small because a product may have megabytes of
 * variants.
 */
const CONCURRENCY = 5;

interface CatalogueDeps {
  dispatcher: Pick<Dispatcher, "send">;
  feeds: Feeds;
  stockFeed: StockFeed;
  tenants: Pick<Tenants, "findFor">;
}

/**
 * Processes the queue `catalogue`: applies stock that arrived before its product, and releases products at their
 * publication time.
 */
export const processCatalogue = ({ dispatcher, feeds, stockFeed, tenants }: CatalogueDeps) =>
  async function processCatalogueJob({ data }: Pick<Job<CatalogueJob>, "data">): Promise<void> {
    const { storeKey } = data;
    const tenant = await tenants.findFor(storeKey);
    if (!tenant) return;
    const target = { storeKey, settings: tenant.settings };
    const send = sendThrough(dispatcher);
    if ("products" in data)
      await forAll(
        data.products,
        ({ key, ...product }) => stockFeed.applyPending(target, { ...product, productKey: key }, send),
        { concurrency: CONCURRENCY },
      );
    else if (data.isDue) await feeds.checkProduct(target, data.productKey, data.partition, send);
    else await stockFeed.applyPending(target, data, send);
  };

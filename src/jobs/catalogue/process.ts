import type { Processor } from "bullmq";
import type { Dispatcher } from "../../actors/runtime/dispatcher.ts";
import type { Send } from "../../actors/send.ts";
import type { Feeds } from "../../ingest/writers/feeds.ts";
import type { StockFeed } from "../../ingest/writers/stock-feed.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";

/** A job of the queue `catalogue`: work that follows a change of a product. */
export interface CatalogueJob {
  storeKey: string;
  partition: number;
  productKey: string;
  /** Variants with new names; all where they are absent. */
  variantRefs?: string[];
  /** Look again whether the product can be bought; its time has come. */
  isDue?: true;
}

interface CatalogueDeps {
  dispatcher: Dispatcher;
  feeds: Feeds;
  stockFeed: StockFeed;
  tenants: Tenants;
}

/**
 * Processes the queue `catalogue`: applies stock that arrived before its product, and releases products at their
 * publication time.
 */
export const processCatalogue = ({
  dispatcher,
  feeds,
  stockFeed,
  tenants,
}: CatalogueDeps): Processor<CatalogueJob, void> =>
  async function processCatalogueJob({ data }) {
    const { storeKey, partition, productKey, isDue } = data;
    const tenant = await tenants.findFor(storeKey);
    if (!tenant) return;
    const target = { storeKey, settings: tenant.settings };
    const send: Send = ({ partition: home, command }) => dispatcher.send({ partition: home }, command);
    if (isDue) await feeds.checkProduct(target, productKey, partition, send);
    else await stockFeed.applyPending(target, data, send);
  };

import { Feeds } from "../../ingest/catalogue-feed.ts";
import { StockFeed } from "../../ingest/stock-feed.ts";
import { applyChunk } from "../../ingest/apply-chunk.ts";
import { TenantBudgets } from "../../ingest/budgets/budgets.ts";
import { rowWriters } from "../../ingest/row-writers.ts";
import { StoredBudget } from "../../ingest/budgets/stored-budget.ts";
import { Targets } from "../../ingest/targets.ts";
import { processCatalogue } from "../../jobs/catalogue/process.ts";
import { FEED_LOCK_MS, processFeeds } from "../../jobs/feeds/process.ts";
import type { QueueWork } from "../../jobs/queue/job.ts";
import { Customers } from "../../store/read/customers.ts";
import { Erasures } from "../../store/privacy/erasures.ts";
import { FileFeeds } from "../../store/feeds/file-feeds.ts";
import { ParkedStock } from "../../store/read/parked.ts";
import { Products } from "../../store/read/products.ts";
import { StoredBytes } from "../../store/tenants/stored-bytes.ts";
import { Wishlists } from "../../store/read/wishlists.ts";
import type { Background } from "./context.ts";

/** Applies files of rows, and what a change of the catalogue leads to. */
export function feedWorks(background: Background): Record<"catalogue" | "feeds", QueueWork> {
  const { config, log, keys, layout, redis, references, tenants, dispatcher, reads } = background;
  const budgets = new TenantBudgets(redis, keys, config.budgets);
  const bytes = new StoredBytes(reads, keys, layout.partitions);
  const stored = new StoredBudget(bytes, config.budgets.stored, log);
  const products = new Products(reads, keys, layout, references);
  const feeds = new Feeds(layout, products);
  const stockFeed = new StockFeed(layout, products, new ParkedStock(redis, keys, layout));
  const targets = new Targets(layout, references, new Wishlists(reads, keys, layout.partitions));
  const customers = new Customers(reads, keys, layout);
  const erasures = new Erasures(reads, keys, layout);
  const files = {
    dispatcher,
    tenants,
    fileFeeds: new FileFeeds(redis, keys, layout, background.clock.now),
    spareBytes: stored.knownSpareBytes.bind(stored),
    pace: budgets.paceRows.bind(budgets),
    apply: applyChunk.bind(undefined, rowWriters({ feeds, stockFeed, targets, customers, erasures })),
  };
  return {
    catalogue: { process: processCatalogue({ dispatcher, feeds, stockFeed, tenants }), concurrency: 8 },
    feeds: {
      process: processFeeds(files),
      concurrency: 8,
      perTenant: config.TENANT_FEEDS,
      lockMs: FEED_LOCK_MS,
    },
  };
}

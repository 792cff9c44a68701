import { sendThrough } from "../../actors/runtime/send.ts";
import type { AnyRoute } from "../../http/route.ts";
import { catalogueRoutes } from "../../http/routes/retailer/catalogue.ts";
import { customerRoutes } from "../../http/routes/retailer/customers.ts";
import { feedRoutes } from "../../http/routes/retailer/feeds.ts";
import { listRoutes } from "../../http/routes/retailer/lists.ts";
import { lookupRoutes } from "../../http/routes/retailer/lookups.ts";
import { orderRoutes } from "../../http/routes/retailer/orders.ts";
import { shopifyRoutes } from "../../http/routes/retailer/shopify.ts";
import { waitingRoutes } from "../../http/routes/retailer/waiting.ts";
import { mailPreviewRoutes } from "../../http/routes/tenant/mail-preview.ts";
import { Feeds } from "../../ingest/writers/feeds.ts";
import { rowWriters } from "../../ingest/writers/row-writers.ts";
import { StockFeed } from "../../ingest/writers/stock-feed.ts";
import { feedJob } from "../../jobs/feeds/process.ts";
import { previewMail } from "../../jobs/mail/preview.ts";
import { redactionJob } from "../../jobs/maintenance/redact-shop.ts";
import type { ApiContext } from "./context.ts";

/** Returns the writers of catalogue rows. */
const catalogueWriters = ({ layout, reads: { products }, stores }: ApiContext) => ({
  feeds: new Feeds(layout, products),
  stockFeed: new StockFeed(layout, products, stores.pendingStock),
});

/** Returns the routes of the data that retailers send, and of the lists that show it. */
export function retailerRoutes(context: ApiContext): AnyRoute[] {
  const { clock, layout, jobs, knownTenants, budgets, stores, reads, pages, writes, targets } = context;
  const { onUndecodable } = context;
  const { tenantRows } = context.load;
  const { customers, products, orders, erasures } = reads;
  const writers = rowWriters({ ...catalogueWriters(context), targets, customers, erasures });
  return [
    ...customerRoutes({ writes, writers, tenantRows, customers, targets }),
    ...catalogueRoutes({ writes, writers, tenantRows, products }),
    ...orderRoutes({ writes, writers, tenantRows, orders }),
    ...listRoutes({ ...pages, layout, targets, lists: pages.storeLists, onUndecodable }),
    ...lookupRoutes(pages),
    ...feedRoutes({
      knownTenants,
      budgets,
      fileFeeds: stores.fileFeeds,
      begin: (storeKey, feed) => jobs.add("feeds", [feedJob(storeKey, feed)]),
    }),
    ...mailPreviewRoutes(previewMail),
    ...waitingRoutes({ ...pages, now: clock.now }),
  ];
}

/** Returns the routes of shops on a shop platform. */
export function shopRoutes(context: ApiContext): AnyRoute[] {
  const { config, clock, log, layout, jobs, stores, reads, writes, targets, personalData, load } = context;
  const { now } = clock;
  return shopifyRoutes({
    sendWithoutKey: sendThrough(context.dispatcher),
    ...catalogueWriters(context),
    load,
    shops: reads.shops,
    tenants: reads.tenants,
    writes,
    layout,
    targets,
    personalData,
    privacyLog: stores.privacyLog,
    redactions: stores.redactions,
    redactGraceMs: config.SHOP_REDACT_GRACE_S * 1000,
    now,
    scheduleRedaction: (redaction) => jobs.add("maintenance", [redactionJob(redaction, now)]),
    log,
  });
}

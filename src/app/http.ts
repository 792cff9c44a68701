import { redactionJob } from "../jobs/maintenance/redact-shop.ts";
import { RateLimiterMemory, RateLimiterRedis } from "rate-limiter-flexible";
import type { Dispatcher } from "../actors/runtime/dispatcher.ts";
import { Feeds } from "../ingest/catalogue-feed.ts";
import { StockFeed } from "../ingest/stock-feed.ts";
import { rowWriters } from "../ingest/row-writers.ts";
import { Writes } from "../http/command-gateway.ts";
import { TenantBudgets } from "../ingest/budgets/budgets.ts";
import { TenantLimits } from "../http/middleware/rate-limit.ts";
import type { MinuteLog } from "../http/minute-log.ts";
import type { AnyRoute, PlainRoute } from "../http/route.ts";
import { catalogueRoutes } from "../http/routes/catalogue.ts";
import { customerRoutes } from "../http/routes/customers.ts";
import { eventRoutes } from "../http/routes/events.ts";
import { exportRunRoutes } from "../http/routes/export-runs.ts";
import { exportRoutes } from "../http/routes/exports.ts";
import { feedRoutes } from "../http/routes/feeds.ts";
import { itemRoutes } from "../http/routes/items.ts";
import { orderRoutes } from "../http/routes/orders.ts";
import { privacyRoutes } from "../http/routes/privacy.ts";
import { reportRoutes } from "../http/routes/reports.ts";
import { settingsRoutes } from "../http/routes/settings.ts";
import { shopifyRoutes } from "../http/routes/shopify.ts";
import { tokenRoutes } from "../http/routes/token.ts";
import { unsubscribeRoutes } from "../http/routes/unsubscribe.ts";
import { webhookRoutes } from "../http/routes/webhooks.ts";
import { wishlistRoutes } from "../http/routes/wishlists.ts";
import { Sessions } from "../http/auth/sessions.ts";
import { Targets } from "../ingest/targets.ts";
import { CONNECTORS } from "../jobs/exports/connectors.ts";
import { ExportSchedules, faultsOf, nextTime } from "../jobs/exports/schedule.ts";
import { FairShare } from "../jobs/queue/fair-share.ts";
import { feedJob } from "../jobs/feeds/process.ts";
import { refusalOf } from "../jobs/outbound/guard.ts";
import { startReplay } from "../jobs/webhooks/replay.ts";
import { redeliver } from "../jobs/webhooks/redeliver.ts";
import type { Jobs } from "../jobs/queue/workers.ts";
import { countNodes } from "./instances.ts";
import { openPersonalData } from "./personal-data.ts";
import type { Shared } from "./context.ts";
import { AlertLedger } from "../store/read/alert-ledger.ts";
import { Changes } from "../store/partition/changes.ts";
import { Customers } from "../store/read/customers.ts";
import { Endpoints } from "../store/webhooks/endpoints.ts";
import { readEventData } from "../store/read/event-data.ts";
import { Erasures } from "../store/privacy/erasures.ts";
import { ExportRuns } from "../store/exports/export-runs.ts";
import { Exports } from "../store/exports/exports.ts";
import { FileFeeds } from "../store/feeds/file-feeds.ts";
import { agreedUrl } from "../store/layout.ts";
import { IdempotencyKeys } from "../store/partition/idempotency.ts";
import { Orders } from "../store/read/orders.ts";
import { ParkedStock } from "../store/read/parked.ts";
import { PrivacyLog } from "../store/privacy/privacy-log.ts";
import { Products } from "../store/read/products.ts";
import { References } from "../store/read/references.ts";
import { Redactions } from "../store/privacy/redactions.ts";
import { Shops } from "../store/tenants/shops.ts";
import { Tallies } from "../store/reports/tallies.ts";
import { StoredBytes } from "../store/tenants/stored-bytes.ts";
import { Wishlists } from "../store/read/wishlists.ts";
import { JobsBudget } from "../ingest/budgets/jobs-budget.ts";
import { StoredBudget } from "../ingest/budgets/stored-budget.ts";

export interface ApiParts {
  dispatcher: Dispatcher;
  jobs: Jobs;
  operations: readonly PlainRoute[];
  minuteLog: MinuteLog;
}

export interface Api {
  routes: AnyRoute[];
  sessions: Sessions;
  limits: TenantLimits;
  budgets: TenantBudgets;
  storedBudget: StoredBudget;
  jobsBudget: JobsBudget;
}

/** Builds what serves the API: the route table with all that its handlers need. */
export async function createApi(
  shared: Shared,
  { dispatcher, jobs, operations, minuteLog }: ApiParts,
): Promise<Api> {
  const { config, log, lifecycle, keys, redis, layout, tenants, vault } = shared;
  const reads = await shared.open("reads");
  // Pages and whole histories: what a write looks up is never behind a large answer.
  const pages = await shared.open("reads");
  const sessions = new Sessions(tenants, {
    publicUrl: config.PUBLIC_URL ?? (await agreedUrl(redis, keys, shared.publicUrl)),
    tokenLifetimeSeconds: config.TOKEN_LIFETIME_S,
    log,
    now: shared.clock.now,
  });
  lifecycle.own("sessions", sessions, (it) => it.close());
  const failureLimit = { points: config.TOKEN_FAILURES, duration: 60 };
  const failures = new RateLimiterRedis({
    ...failureLimit,
    storeClient: redis,
    keyPrefix: keys.tokenFailures,
    insuranceLimiter: new RateLimiterMemory(failureLimit),
  });
  const budgets = new TenantBudgets(redis, keys, config.budgets);
  const storedBytes = new StoredBytes(reads, keys, layout.partitions);
  const storedBudget = new StoredBudget(storedBytes, config.budgets.stored, log);
  const jobsBudget = new JobsBudget(jobs.waitingOf.bind(jobs), config.budgets.jobs, log);
  const wishlists = new Wishlists(reads, keys, layout.partitions);
  const references = new References(reads, keys, layout, 0);
  const targets = new Targets(layout, references, wishlists);
  const writes = new Writes(dispatcher, new IdempotencyKeys(redis, keys, layout), {
    now: shared.clock.now,
    log: shared.log,
    runningMs: shared.commandLifetimeMs,
  });
  const customers = new Customers(reads, keys, layout);
  const products = new Products(reads, keys, layout, references);
  const feeds = new Feeds(layout, products);
  const stockFeed = new StockFeed(layout, products, new ParkedStock(redis, keys, layout));
  const personalData = openPersonalData(shared, pages);
  const privacyLog = new PrivacyLog(redis, keys);
  const writers = rowWriters({
    feeds,
    stockFeed,
    targets,
    customers,
    erasures: new Erasures(reads, keys, layout),
  });
  const exports = new Exports(redis, keys, vault);
  const runs = new ExportRuns(redis, keys);
  const schedules = new ExportSchedules({ jobs, exports, runs, shares: new FairShare() });
  const endpoints = new Endpoints(redis, keys, vault);
  const changes = new Changes(pages, keys, layout);
  const routes = [
    ...wishlistRoutes({
      writes,
      wishlists: new Wishlists(pages, keys, layout.partitions),
      targets,
      most: config.CUSTOMER_WISHLISTS,
    }),
    ...itemRoutes({ writes, wishlists, targets, products }),
    ...customerRoutes({ writes, writers, customers, targets }),
    ...catalogueRoutes({ writes, writers, products, layout }),
    ...orderRoutes({ writes, writers, orders: new Orders(reads, keys, layout) }),
    ...feedRoutes({
      budgets,
      fileFeeds: new FileFeeds(redis, keys, layout, shared.clock.now),
      begin: (scope, feed) => jobs.add("feeds", [feedJob(scope, feed)]),
    }),
    ...eventRoutes({
      products,
      customers,
      wishlists,
      targets,
      alerts: new AlertLedger(pages, keys),
      hasMail: config.SMTP_URL !== undefined,
      changes,
      dataOf: (events) => readEventData(pages, keys, events),
    }),
    ...webhookRoutes({
      endpoints,
      changes,
      refuseTarget: (url) => refusalOf(url, config.ALLOW_PRIVATE_TARGETS),
      deliver: (deliveries) => redeliver(jobs, deliveries),
      startReplay: startReplay.bind(undefined, { jobs, endpoints, changes }),
    }),
    ...exportRunRoutes({ exports, runs, start: schedules.start.bind(schedules) }),
    ...exportRoutes({
      exports,
      runs,
      schedules,
      connectors: CONNECTORS,
      faultsOf: (schedule) => faultsOf(schedule, config.EXPORT_MIN_INTERVAL_S),
      nextTime,
      refuseTarget: (url) => refusalOf(url, config.ALLOW_PRIVATE_TARGETS),
    }),
    ...shopifyRoutes({
      shops: new Shops(reads, keys, vault),
      tenants,
      writes,
      feeds,
      stockFeed,
      layout,
      targets,
      personalData,
      privacyLog,
      redactions: new Redactions(reads, keys),
      redactGraceMs: config.SHOP_REDACT_GRACE_S * 1000,
      now: shared.clock.now,
      scheduleRedaction: (redaction) => jobs.add("maintenance", [redactionJob(redaction, shared.clock.now)]),
      log,
    }),
    ...privacyRoutes({ writes, sessions, personalData, log: privacyLog }),
    ...unsubscribeRoutes({ layout, dispatcher, tenants }),
    ...reportRoutes({ products, layout, tallies: new Tallies(pages, keys, layout) }),
    ...settingsRoutes({ tenants, sessions, log }),
    ...tokenRoutes({
      tenants,
      sessions,
      failures,
      budgets,
      tokenLifetimeSeconds: config.TOKEN_LIFETIME_S,
      requireHttps: config.REQUIRE_HTTPS,
      minuteLog,
      log,
    }),
    ...operations,
  ];
  return {
    routes,
    sessions,
    budgets,
    storedBudget,
    jobsBudget,
    limits: new TenantLimits(config.RATE_LIMIT, countNodes(shared)),
  };
}

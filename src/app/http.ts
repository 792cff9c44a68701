import type { Router } from "@koa/router";
import { redactionJob } from "../jobs/maintenance/redact-shop.ts";
import type { Dispatcher } from "../actors/runtime/dispatcher.ts";
import { Feeds } from "../ingest/writers/catalogue-feed.ts";
import { FlaggedWishes } from "../ingest/wishes/flagged-wishes.ts";
import { StockFeed } from "../ingest/writers/stock-feed.ts";
import { rowWriters } from "../ingest/writers/row-writers.ts";
import { CommandGateway } from "../http/command-gateway.ts";
import { KeptAnswers } from "../http/kept-answers.ts";
import { KeyClaims } from "../http/key-claims.ts";
import { PageCache } from "../http/page-cache.ts";
import { TenantBudgets } from "../ingest/budgets/budgets.ts";
import { newAdmissions } from "../http/middleware/admission.ts";
import type { EndpointParts } from "../http/middleware/endpoint.ts";
import { KeyLimits, TenantLimits } from "../http/middleware/rate-limit.ts";
import type { MinuteLog } from "../http/minute-log.ts";
import type { AnyRoute, PlainRoute } from "../http/route.ts";
import { RequestAudit } from "../http/middleware/audit.ts";
import { auditRoutes } from "../http/routes/tenant/audit.ts";
import { catalogueRoutes } from "../http/routes/retailer/catalogue.ts";
import { clientRoutes } from "../http/routes/tenant/clients.ts";
import { customerRoutes } from "../http/routes/retailer/customers.ts";
import { type EventRouteParts, eventRoutes } from "../http/routes/outbound/events.ts";
import { exportRunRoutes } from "../http/routes/outbound/export-runs.ts";
import { exportRoutes } from "../http/routes/outbound/exports.ts";
import { feedRoutes } from "../http/routes/retailer/feeds.ts";
import { GuestWishlists } from "../ingest/wishes/guest-wishlists.ts";
import { guestRoutes } from "../http/routes/wishlists/guests.ts";
import { addItemRoutes } from "../http/routes/wishlists/add-items.ts";
import { itemRoutes } from "../http/routes/wishlists/items.ts";
import { moveItemRoutes } from "../http/routes/wishlists/move-items.ts";
import { listRoutes } from "../http/routes/retailer/lists.ts";
import { mailPreviewRoutes } from "../http/routes/tenant/mail-preview.ts";
import { orderRoutes } from "../http/routes/retailer/orders.ts";
import { privacyRoutes } from "../http/routes/tenant/privacy.ts";
import { reportRoutes } from "../http/routes/retailer/reports.ts";
import { portalRouter } from "../http/portal/portal.ts";
import { SignInThrottle } from "../http/portal/throttle.ts";
import { sdkCustomerRoutes } from "../http/routes/sdk/customers.ts";
import { sdkFlagRoutes } from "../http/routes/sdk/flags.ts";
import { sdkWishlistRoutes } from "../http/routes/sdk/wishlists.ts";
import { settingsRoutes } from "../http/routes/tenant/settings.ts";
import { shareRoutes } from "../http/routes/wishlists/shares.ts";
import { sharedRoutes } from "../http/routes/wishlists/shared.ts";
import { shopifyRoutes } from "../http/routes/retailer/shopify.ts";
import { tokenRoutes } from "../http/routes/tenant/token.ts";
import { unsubscribeRoutes } from "../http/routes/tenant/unsubscribe.ts";
import { waitingRoutes } from "../http/routes/retailer/waiting.ts";
import { webhookDeliveryRoutes } from "../http/routes/outbound/webhook-deliveries.ts";
import { webhookSendRoutes } from "../http/routes/outbound/webhook-sends.ts";
import { webhookRoutes } from "../http/routes/outbound/webhooks.ts";
import { previewMail } from "../jobs/mail/preview.ts";
import { readWishlistRoutes } from "../http/routes/wishlists/read-wishlists.ts";
import { writeWishlistRoutes } from "../http/routes/wishlists/write-wishlists.ts";
import { ShopperGate } from "../http/middleware/shopper-gate.ts";
import { SessionTargets } from "../http/session-targets.ts";
import { TokenExchange } from "../http/tokens/token-exchange.ts";
import { SharedLists } from "../http/sharing/shared-lists.ts";
import { Sessions } from "../http/auth/sessions.ts";
import { Targets } from "../ingest/targets.ts";
import { CONNECTORS } from "../jobs/exports/connectors.ts";
import { ExportSchedules, faultsOf, nextTime } from "../jobs/exports/schedule.ts";
import { FairShare } from "../jobs/queue/fair-share.ts";
import { flagResetJob } from "../jobs/flags/process.ts";
import { feedJob } from "../jobs/feeds/process.ts";
import { targetRefusal } from "../jobs/outbound/guard.ts";
import { startReplay } from "../jobs/webhooks/replay.ts";
import { redeliver } from "../jobs/webhooks/redeliver.ts";
import type { Jobs } from "../jobs/queue/workers.ts";
import { countInstances } from "./instances.ts";
import { openPersonalData } from "./personal-data.ts";
import { tokenFailures } from "./token-failures.ts";
import type { AppContext } from "./context.ts";
import { readEventData } from "../store/read/event-data.ts";
import { agreedUrl } from "../store/layout.ts";
import { JobsBudget } from "../ingest/budgets/jobs-budget.ts";
import { StoredBudget } from "../ingest/budgets/stored-budget.ts";

interface ApiParts {
  dispatcher: Dispatcher;
  jobs: Jobs;
  operations: readonly PlainRoute[];
  minuteLog: MinuteLog;
}

interface Api extends EndpointParts {
  routes: AnyRoute[];
  /** The owner portal. */
  portal: Router;
}

/** Builds the API: the route table with everything that its handlers need. */
export async function createApi(
  context: AppContext,
  { dispatcher, jobs, operations, minuteLog }: ApiParts,
): Promise<Api> {
  const { config, log, lifecycle, keys, redis, layout, stores } = context;
  const { tenants, exports, exportRuns: runs, endpoints, privacyLog, idempotencyKeys } = stores;
  const reads = await context.openReads();
  const { customers, products, wishlists } = reads;
  // Pages and whole histories: what a write looks up is never behind a large answer.
  const pages = await context.openReads();
  const publicUrl = config.PUBLIC_URL ?? (await agreedUrl(redis, keys, context.publicUrl));
  const sessions = new Sessions(tenants, {
    publicUrl,
    tokenLifetimeSeconds: config.TOKEN_LIFETIME_S,
    log,
    now: context.clock.now,
    owners: stores.owners,
    layout,
  });
  lifecycle.own("sessions", sessions, (it) => it.close());
  const failures = tokenFailures(context);
  const budgets = new TenantBudgets(redis, keys, config.budgets);
  const storedBudget = new StoredBudget(reads.storedBytes, config.budgets.stored, log);
  const jobsBudget = new JobsBudget(jobs.waitingOf.bind(jobs), config.budgets.jobs, log);
  const targets = new Targets(layout, reads.references, wishlists);
  const claims = new KeyClaims(idempotencyKeys, {
    now: context.clock.now,
    log,
    runningMs: context.commandLifetimeMs,
  });
  const writes = new CommandGateway(dispatcher, idempotencyKeys, claims);
  const feeds = new Feeds(layout, products);
  const stockFeed = new StockFeed(layout, products, stores.pendingStock);
  const personalData = openPersonalData(context, pages);
  const writers = rowWriters({ feeds, stockFeed, targets, customers, erasures: reads.erasures });
  const schedules = new ExportSchedules({ jobs, exports, runs, shares: new FairShare() });
  const audit = new RequestAudit(stores.auditLog, log);
  const { changes } = pages;
  const dataOf: EventRouteParts["dataOf"] = (events) => readEventData(pages.redis, keys, events);
  const flags = sdkFlagRoutes({
    customers: pages.customers,
    flagged: new FlaggedWishes({ keys, layout, ...pages }),
    flagResets: stores.flagResets,
    send: ({ partition, command }) => dispatcher.send({ partition }, command),
    now: context.clock.now,
    finish: (storeKey, reset) => jobs.add("feeds", [flagResetJob(storeKey, reset)]),
  });
  const sessionTargets = new SessionTargets(targets, wishlists);
  const instances = countInstances(context);
  const guests = new GuestWishlists({
    guests: reads.guests,
    wishlists,
    layout,
    send: ({ partition, command }) => dispatcher.send({ partition }, command),
    now: context.clock.now,
    days: config.GUEST_DAYS,
  });
  const listReads = { ...pages, layout, lists: pages.storeLists };
  const own = [
    ...writeWishlistRoutes({ writes, targets: sessionTargets, guests, most: config.CUSTOMER_WISHLISTS }),
    ...readWishlistRoutes({
      wishlists: pages.wishlists,
      pages: lifecycle.own("page cache", new PageCache(pages.wishlists), (it) => it.close()),
      targets: sessionTargets,
    }),
    ...shareRoutes({
      writes,
      targets: sessionTargets,
      shares: pages.shares,
      publicUrl,
      now: context.clock.now,
    }),
    ...sharedRoutes({
      lists: new SharedLists({
        shares: pages.shares,
        wishlists: pages.wishlists,
        sessions,
        perAddress: new KeyLimits("address", "An address", config.SHARED_RATE_LIMIT),
        perTenant: new TenantLimits(config.RATE_LIMIT, instances),
        now: context.clock.now,
      }),
      products: pages.products,
      layout,
      publicUrl,
    }),
    ...guestRoutes({ guests, targets, most: config.CUSTOMER_WISHLISTS }),
    ...addItemRoutes({ writes, targets: sessionTargets, products }),
    ...itemRoutes({ writes, wishlists, targets: sessionTargets, products }),
    ...moveItemRoutes({ writes, targets: sessionTargets }),
    ...customerRoutes({ writes, writers, customers, targets }),
    ...catalogueRoutes({ writes, writers, products, layout }),
    ...orderRoutes({ writes, writers, orders: reads.orders }),
    ...listRoutes(listReads),
    ...feedRoutes({
      budgets,
      fileFeeds: stores.fileFeeds,
      begin: (storeKey, feed) => jobs.add("feeds", [feedJob(storeKey, feed)]),
    }),
    ...mailPreviewRoutes(previewMail),
    ...waitingRoutes({ keys, ...pages, now: context.clock.now }),
    ...eventRoutes({
      products,
      customers,
      wishlists,
      targets,
      alerts: pages.alerts,
      hasMail: config.SMTP_URL !== undefined,
      now: context.clock.now,
      changes,
      dataOf,
    }),
    ...[webhookRoutes, webhookSendRoutes].flatMap((routes) =>
      routes({
        endpoints,
        changes,
        refuseTarget: (url) => targetRefusal(url, config.ALLOW_PRIVATE_TARGETS),
        deliver: (deliveries) => redeliver(jobs, deliveries),
        startReplay: startReplay.bind(undefined, { jobs, endpoints, changes }),
      }),
    ),
    ...webhookDeliveryRoutes({ endpoints, changes, dataOf }),
    ...exportRunRoutes({ exports, runs, start: schedules.start.bind(schedules) }),
    ...exportRoutes({
      exports,
      runs,
      schedules,
      connectors: CONNECTORS,
      faultsOf: (schedule) => faultsOf(schedule, config.EXPORT_MIN_INTERVAL_S),
      nextTime,
      refuseTarget: (url) => targetRefusal(url, config.ALLOW_PRIVATE_TARGETS),
    }),
    ...shopifyRoutes({
      shops: reads.shops,
      tenants,
      writes,
      feeds,
      stockFeed,
      layout,
      targets,
      personalData,
      privacyLog,
      redactions: stores.redactions,
      redactGraceMs: config.SHOP_REDACT_GRACE_S * 1000,
      now: context.clock.now,
      scheduleRedaction: (redaction) => jobs.add("maintenance", [redactionJob(redaction, context.clock.now)]),
      log,
    }),
    ...privacyRoutes({ writes, sessions, personalData, log: privacyLog }),
    ...unsubscribeRoutes({ layout, dispatcher, tenants }),
    ...reportRoutes({ ...pages, products, layout, guestDays: config.GUEST_DAYS }),
    ...auditRoutes(reads.auditLog),
    ...settingsRoutes({ tenants, sessions, log, now: context.clock.now }),
    ...clientRoutes({ tenants, sessions }),
    ...tokenRoutes({
      tenants,
      sessions,
      exchange: new TokenExchange({ sessions, customers, guests, layout }),
      failures,
      budgets,
      tokenLifetimeSeconds: config.TOKEN_LIFETIME_S,
      requireHttps: config.REQUIRE_HTTPS,
      minuteLog,
      log,
    }),
    ...operations,
  ];
  const portal = portalRouter({
    owners: stores.owners,
    tenants,
    sessions,
    throttle: new SignInThrottle(redis, keys),
    publicUrl,
    requireHttps: config.REQUIRE_HTTPS,
    minuteLog,
    now: context.clock.now,
    log,
    audit,
  });
  return {
    // A path with a name comes before the same with a gap.
    routes: [
      ...flags,
      ...own,
      ...sdkWishlistRoutes(own),
      ...sdkCustomerRoutes(own, { ...listReads, targets }),
    ],
    portal,
    sessions,
    budgets,
    storedBudget,
    jobsBudget,
    audit,
    keptAnswers: new KeptAnswers(claims, context.vault),
    shoppers: new ShopperGate(
      customers,
      wishlists,
      new KeyLimits("shopper", "A shopper", config.SHOPPER_RATE_LIMIT),
    ),
    limits: new TenantLimits(config.RATE_LIMIT, instances),
    admissions: newAdmissions({ most: config.MAX_PENDING, timeoutMs: config.ASK_TIMEOUT_MS }),
  };
}

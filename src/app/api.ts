import type { Router } from "@koa/router";
import type { Dispatcher } from "../actors/runtime/dispatcher.ts";
import { sendThrough } from "../actors/runtime/send.ts";
import { KnownTenants } from "../http/auth/known-tenants.ts";
import { TokenSigner } from "../http/auth/token-signer.ts";
import { TokenVerifier } from "../http/auth/token-verifier.ts";
import { withDurableOutcome } from "../http/durable-outcome.ts";
import { newTenantRows } from "../http/feeds/write-rows.ts";
import { CommandGateway } from "../http/idempotency/command-gateway.ts";
import { KeptAnswers } from "../http/idempotency/kept-answers.ts";
import { KeyClaims } from "../http/idempotency/key-claims.ts";
import { RequestAudit } from "../http/middleware/audit.ts";
import type { EndpointParts, LoadLimits } from "../http/middleware/endpoint.ts";
import { KeyLimits, TenantLimits } from "../http/middleware/rate-limit.ts";
import { ShopperGate } from "../http/middleware/shopper-gate.ts";
import type { MinuteLog } from "../http/minute-log.ts";
import { newAdmissions } from "../http/overload/admission.ts";
import { ClaimedTenants } from "../http/overload/claimed-tenants.ts";
import { TenantReads } from "../http/overload/tenant-reads.ts";
import { KnownBrowsers } from "../http/portal/known-browsers.ts";
import { newPortalLimits } from "../http/portal/parts.ts";
import { portalRouter } from "../http/portal/portal.ts";
import { SignInThrottle } from "../http/portal/throttle.ts";
import type { AnyRoute, PlainRoute } from "../http/route.ts";
import { SessionTargets } from "../http/session-targets.ts";
import { TenantBudgets } from "../ingest/budgets/budgets.ts";
import { JobsBudget } from "../ingest/budgets/jobs-budget.ts";
import { KeysBudget } from "../ingest/budgets/keys-budget.ts";
import { StoredBudget } from "../ingest/budgets/stored-budget.ts";
import { Targets } from "../ingest/targets.ts";
import { GuestWishlists } from "../ingest/wishes/guest-wishlists.ts";
import type { Jobs } from "../jobs/queue/jobs.ts";
import { RequestJobs } from "../jobs/queue/request-jobs.ts";
import { sharedPublicUrl } from "../store/layout/layout.ts";
import type { AppContext } from "./context/context.ts";
import type { Stores } from "./context/stores.ts";
import { countInstances } from "./instances.ts";
import { openPersonalData } from "./personal-data.ts";
import type { ApiContext } from "./routes/context.ts";
import { outboundRoutes } from "./routes/outbound.ts";
import { retailerRoutes, shopRoutes } from "./routes/retailer.ts";
import { withSdkRoutes } from "./routes/sdk.ts";
import { tenantRoutes } from "./routes/tenant.ts";
import { wishlistRoutes } from "./routes/wishlists.ts";

interface ApiParts {
  dispatcher: Dispatcher;
  jobs: Jobs;
  operations: readonly PlainRoute[];
  minuteLog: MinuteLog;
}

interface Api extends EndpointParts, Pick<LoadLimits, "claimedTenants" | "tenantRows"> {
  routes: AnyRoute[];
  /** The owner portal. */
  portal: Router;
}

/** Opens the parts that issue and verify tokens. Tokens name the public URL of the service. */
function openTokens(context: AppContext, publicUrl: string, { tenants, owners }: Stores) {
  const { config, log, clock, lifecycle, layout } = context;
  const settings = { publicUrl, tokenLifetimeSeconds: config.TOKEN_LIFETIME_S, now: clock.now };
  const knownTenants = new KnownTenants(tenants, log);
  lifecycle.own("known tenants", knownTenants, (part) => part.close());
  return {
    knownTenants,
    tokenSigner: new TokenSigner(tenants, settings),
    tokenVerifier: new TokenVerifier({ tenants, knownTenants, owners, layout }, settings),
  };
}

/** Opens the part that creates wishlists of guests and hands them over to customers. */
function openGuests(context: AppContext, dispatcher: Dispatcher, { guests, wishlists }: Stores) {
  const { config, clock, layout } = context;
  return new GuestWishlists({
    guests,
    wishlists,
    layout,
    send: sendThrough(dispatcher),
    now: clock.now,
    days: config.GUEST_DAYS,
  });
}

/** Opens what limits the load of each tenant. */
function openLoadLimits(
  { config, log, lifecycle }: AppContext,
  jobs: Jobs,
  reads: Stores,
  instances: () => number,
): Omit<LoadLimits, "keysBudget"> {
  const storedBudget = new StoredBudget(reads.storedBytes, config.budgets.stored, log);
  lifecycle.own("stored budget", storedBudget, (part) => part.close());
  const jobsBudget = new JobsBudget(jobs.waitingOf.bind(jobs), config.budgets.jobs, log);
  lifecycle.own("jobs budget", jobsBudget, (part) => part.close());
  return {
    storedBudget,
    jobsBudget,
    limits: new TenantLimits(config.RATE_LIMIT, instances),
    admissions: newAdmissions({ maxRunning: config.MAX_PENDING, timeoutMs: config.ASK_TIMEOUT_MS }),
    tenantReads: new TenantReads(),
    tenantRows: newTenantRows(),
    claimedTenants: new ClaimedTenants(),
  };
}

/** Opens the parts that the routes share. */
async function openRouteParts(
  context: AppContext,
  { dispatcher, jobs, minuteLog }: ApiParts,
  claims: KeyClaims,
): Promise<ApiContext> {
  const { config, redis, keys, layout, stores } = context;
  const reads = await context.openReads();
  const pages = await context.openReads();
  const publicUrl = config.PUBLIC_URL ?? (await sharedPublicUrl(redis, keys, context.publicUrl));
  const targets = new Targets(layout, reads.references, reads.wishlists);
  const instances = countInstances(context);
  return {
    ...context,
    publicUrl,
    dispatcher,
    jobs: new RequestJobs(jobs, config.ASK_TIMEOUT_MS),
    minuteLog,
    reads,
    pages,
    ...openTokens(context, publicUrl, reads),
    budgets: new TenantBudgets(redis, keys, config.budgets),
    writes: new CommandGateway(dispatcher, stores.idempotencyKeys, claims),
    targets,
    sessionTargets: new SessionTargets(targets, reads.wishlists),
    guests: openGuests(context, dispatcher, reads),
    personalData: openPersonalData(context, pages),
    instances,
    load: { ...openLoadLimits(context, jobs, reads, instances), keysBudget: claims.settings.budget },
  };
}

/** Returns the routes of the API, in the order of its document. */
const routesOf = (api: ApiContext, operations: readonly PlainRoute[]): AnyRoute[] =>
  withSdkRoutes(api, [
    ...wishlistRoutes(api),
    ...retailerRoutes(api),
    ...outboundRoutes(api),
    ...shopRoutes(api),
    ...tenantRoutes(api),
    ...operations,
  ]);

/** Builds the API: its routes, and the parts that their handlers and checks need. */
export async function createApi(context: AppContext, parts: ApiParts): Promise<Api> {
  const { config, log, keys, redis, clock, stores, waits } = context;
  const claims = new KeyClaims(stores.idempotencyKeys, {
    now: clock.now,
    log,
    budget: new KeysBudget(redis, keys, config.budgets.keys, log),
    runningMs: context.commandLifetimeMs,
    durably: waits && ((work) => withDurableOutcome(() => waits.during(work, config.ASK_TIMEOUT_MS))),
  });
  const api = await openRouteParts(context, parts, claims);
  const { minuteLog } = parts;
  const { reads, tokenSigner, tokenVerifier, knownTenants, budgets, publicUrl } = api;
  const { tenants, owners } = stores;
  const audit = new RequestAudit(stores.auditLog, log);
  return {
    ...api.load,
    routes: routesOf(api, parts.operations),
    portal: portalRouter({
      owners,
      tenants,
      tokenSigner,
      knownTenants,
      throttle: new SignInThrottle(redis, keys),
      limits: newPortalLimits(),
      browsers: new KnownBrowsers(context.vault),
      publicUrl,
      requireHttps: config.REQUIRE_HTTPS,
      minuteLog,
      now: clock.now,
      log,
      audit,
    }),
    tokenVerifier,
    knownTenants,
    budgets,
    audit,
    keptAnswers: new KeptAnswers(claims, context.vault),
    shoppers: new ShopperGate(
      reads.customers,
      reads.wishlists,
      new KeyLimits("shopper", "A shopper", config.SHOPPER_RATE_LIMIT),
    ),
  };
}

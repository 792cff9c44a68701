import { sendThrough } from "../../actors/runtime/send.ts";
import { KeyLimits } from "../../http/middleware/rate-limit.ts";
import type { AnyRoute } from "../../http/route.ts";
import { reportRoutes } from "../../http/routes/retailer/reports.ts";
import { auditRoutes } from "../../http/routes/tenant/audit.ts";
import { clientRoutes } from "../../http/routes/tenant/clients.ts";
import { privacyRoutes } from "../../http/routes/tenant/privacy.ts";
import { settingsRoutes } from "../../http/routes/tenant/settings.ts";
import { tokenRoutes } from "../../http/routes/tenant/token.ts";
import { unsubscribeRoutes } from "../../http/routes/tenant/unsubscribe.ts";
import { TokenExchange } from "../../http/tokens/token-exchange.ts";
import { tokenFailures } from "../token-failures.ts";
import type { ApiContext } from "./context.ts";

/** Returns the routes of a whole tenant: privacy, unsubscription, reports, audit, settings, clients and tokens. */
export function tenantRoutes(context: ApiContext): AnyRoute[] {
  const { config, clock, log, layout, dispatcher, minuteLog, budgets, tokenSigner, knownTenants } = context;
  const { stores, reads, pages, writes, guests, personalData } = context;
  const { tenants } = stores;
  const { customers, products } = reads;
  return [
    ...privacyRoutes({
      writes,
      send: sendThrough(dispatcher),
      tokenSigner,
      personalData,
      log: stores.privacyLog,
      now: clock.now,
    }),
    ...unsubscribeRoutes({
      layout,
      dispatcher,
      tenants: reads.tenants,
      load: context.load,
      perShopper: new KeyLimits("shopper", "A shopper", config.SHOPPER_RATE_LIMIT),
    }),
    ...reportRoutes({
      ...pages,
      counters: stores.counterReader,
      products,
      layout,
      now: clock.now,
      guestDays: config.GUEST_DAYS,
    }),
    ...auditRoutes(reads.auditLog),
    ...settingsRoutes({ tenants, knownTenants, log, now: clock.now }),
    ...clientRoutes({ tenants, knownTenants, maxStores: config.budgets.stores, now: clock.now }),
    ...tokenRoutes({
      tenants: reads.tenants,
      now: clock.now,
      publicUrl: context.publicUrl,
      tokenSigner,
      exchange: new TokenExchange({ tokenSigner, customers, guests, layout }),
      failures: tokenFailures(context),
      budgets,
      tokenLifetimeSeconds: config.TOKEN_LIFETIME_S,
      requireHttps: config.REQUIRE_HTTPS,
      minuteLog,
      log,
    }),
  ];
}

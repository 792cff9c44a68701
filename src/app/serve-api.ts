import type { Server } from "node:http";
import type { Dispatcher } from "../actors/runtime/dispatcher.ts";
import { knownTenantOf } from "../http/middleware/authenticate.ts";
import { durableWrites } from "../http/middleware/durable-writes.ts";
import type { EdgeParts } from "../http/middleware/edge.ts";
import type { MinuteLog } from "../http/minute-log.ts";
import { documentBytes, openApiOf } from "../http/openapi/document.ts";
import { refuseRequests } from "../http/overload/admitted-read.ts";
import type { PlainRoute } from "../http/route.ts";
import { earlyRefusal } from "../http/server/early-refusal.ts";
import { createApp } from "../http/server/koa-app.ts";
import { serve } from "../http/server/server.ts";
import { openSite } from "../http/site/site.ts";
import type { Jobs } from "../jobs/queue/jobs.ts";
import { createApi } from "./api.ts";
import type { AppContext } from "./context/context.ts";
import { DEMO } from "./process/demo-tenant.ts";

interface ServingParts {
  server: Server;
  dispatcher: Dispatcher;
  jobs: Jobs;
  operations: readonly PlainRoute[];
  minuteLog: MinuteLog;
  edge: EdgeParts;
  /** Version of this program. */
  version: string;
  isReady: () => Promise<boolean>;
}

/** Returns the bytes of the API document, with the token endpoint of the tenant if one is given. */
export type DocumentOf = (tenant: string | undefined) => Buffer;

interface Serving {
  document: DocumentOf;
  /** Refuses the requests that have not begun, and gives up the writes that are not applied. */
  endRequests: () => void;
}

/** Lets the server answer the whole API, the documentation site and the portal. */
export async function serveApi(context: AppContext, parts: ServingParts): Promise<Serving> {
  const { server, dispatcher, jobs, operations, minuteLog, edge, version, isReady } = parts;
  const { config, publicUrl, tracer, waits } = context;
  const api = await createApi(context, { dispatcher, jobs, operations, minuteLog });
  const site = openSite({
    version,
    routes: api.routes,
    isReady,
    demoTenant: config.DEMO_TENANT === "on" ? DEMO : undefined,
  });
  const { CORS_ORIGINS: corsOrigins, TRUST_PROXY: trustProxy } = config;
  const confirming = waits && durableWrites(waits, config.ASK_TIMEOUT_MS);
  const sites = [site.router, api.portal];
  const outer = {
    ...edge,
    tracer,
    sites,
    notFound: site.notFound,
    corsOrigins,
    trustProxy,
    durableWrites: confirming,
  };
  const refuses = earlyRefusal({
    admissions: api.admissions,
    tenantOf: (req) => knownTenantOf(req, api.tokenVerifier),
    claimedTenants: api.claimedTenants,
    onRequest: edge.onRequest,
    isDraining: edge.isDraining,
  });
  serve(server, createApp({ ...api, ...outer }), refuses);
  // Written at the first request for it: this takes a sixth of the time of a start, and few processes get such a
  // request.
  let document: DocumentOf | undefined;
  return {
    document(tenant) {
      document ??= documentBytes(JSON.stringify(openApiOf(api.routes, { publicUrl, version })));
      return document(tenant);
    },
    endRequests() {
      refuseRequests(api);
      dispatcher.giveUpAll();
    },
  };
}

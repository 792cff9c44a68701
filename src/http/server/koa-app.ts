import type { Router } from "@koa/router";
import Koa, { type Middleware } from "koa";
import type { Tracer } from "../../trace/tracer.ts";
import { allowOrigins } from "../middleware/cors.ts";
import { edge, type EdgeParts } from "../middleware/edge.ts";
import { endpoint, type EndpointParts } from "../middleware/endpoint.ts";
import { traceRequests } from "../middleware/trace.ts";
import { type TrustedProxies, trustProxies } from "../middleware/trusted-proxies.ts";
import type { AnyRoute } from "../route.ts";
import { addRoutes, newRouter, serveRoutes, unmatched } from "../router.ts";

interface AppParts extends EdgeParts, EndpointParts {
  routes: readonly AnyRoute[];
  /** The routers of the pages for people. */
  sites: readonly Router[];
  /** Shows people a page for an unknown address. */
  notFound: Middleware;
  corsOrigins: string[];
  trustProxy: TrustedProxies;
  /** Undefined if tracing is off. */
  tracer: Tracer | undefined;
  /** Delays answers until their writes are durable; undefined if the reply of Redis already means that they are. */
  durableWrites: Middleware | undefined;
}

/** Creates the Koa application: edge, CORS if it is enabled, the routes, and the answer to unknown paths. */
export function createApp(appParts: AppParts): Koa {
  const { routes, sites, notFound, corsOrigins, trustProxy, tracer, durableWrites, ...parts } = appParts;
  const app = new Koa({ proxy: true });
  const router = newRouter();
  addRoutes(router, routes, (route) => endpoint(route, parts));
  app.silent = true;
  app.use(trustProxies(trustProxy));
  if (tracer) app.use(traceRequests(tracer));
  app.use(edge(parts));
  app.use(allowOrigins(corsOrigins));
  // It removes the headers of answers that it does not send, but not those of CORS: pages must be able to read its own.
  if (durableWrites) app.use(durableWrites);
  app.use(serveRoutes(router, routes));
  for (const site of sites) app.use(site.routes());
  app.use(notFound);
  app.use(unmatched);
  return app;
}

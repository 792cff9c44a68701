import Koa from "koa";
import { Problem } from "../../ingest/problem.ts";
import { allowOrigins } from "../middleware/cors.ts";
import { edge, type EdgeParts } from "../middleware/edge.ts";
import type { PlainRoute } from "../route.ts";
import { addPlainRoutes, newRouter, serveRoutes } from "../router.ts";

/**
 * Creates the application for the time before the API is ready: health and metrics answer, all other requests get 503.
 */
export function createStartingApp(
  routes: readonly PlainRoute[],
  parts: EdgeParts,
  corsOrigins: readonly string[],
): Koa {
  const app = new Koa();
  const router = newRouter();
  addPlainRoutes(router, routes);
  app.silent = true;
  app.use(edge(parts));
  app.use(allowOrigins(corsOrigins));
  app.use(serveRoutes(router));
  app.use(() => {
    throw new Problem("Unavailable", { detail: "The service is starting.", headers: { "Retry-After": "1" } });
  });
  return app;
}

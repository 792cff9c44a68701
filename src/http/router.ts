import { Router } from "@koa/router";
import type { Context, Middleware } from "koa";
import { Problem } from "../ingest/problem.ts";
import { allowOf, unknownPath } from "./allow.ts";
import { setLayers, setRoute, stateOf } from "./koa-context.ts";
import { RouteIndex } from "./route-index.ts";
import type { AnyRoute, ApiRoute, PlainRoute } from "./route.ts";

/** Creates a router. Paths are case-sensitive, and match with or without a slash at the end. */
export function newRouter(): Router {
  return new Router({ sensitive: true });
}

function add(router: Router, route: AnyRoute, serve: Middleware): void {
  for (const path of [...route.paths, ...(route.aliases ?? [])]) router[route.method](path, serve);
}

/** Adds routes that need no access token. */
export function addPlainRoutes(router: Router, routes: readonly PlainRoute[]): void {
  for (const route of routes) {
    add(router, route, (ctx) => {
      stateOf(ctx).operation = route.operation;
      return route.handle(ctx);
    });
  }
}

/** Adds all routes with all their paths. `endpointOf` creates the middleware of routes that need an access token. */
export function addRoutes(
  router: Router,
  routes: readonly AnyRoute[],
  endpointOf: (route: ApiRoute) => Middleware,
): void {
  for (const route of routes) {
    if (route.scope === undefined) addPlainRoutes(router, [route]);
    else add(router, route, endpointOf(route));
  }
}

/**
 * Returns the middleware of a router. It replaces `router.routes()` for routes that each end their request, and finds
 * them with an index: the search through all routes took a sixth of the time of a request.
 *
 * @param routes those routes of the router that may end with an id of the service
 */
export function serveRoutes(router: Router, routes: readonly AnyRoute[] = []): Middleware {
  const yielding = routes.filter(({ endsWithServiceId }) => endsWithServiceId).flatMap(({ paths }) => paths);
  const index = new RouteIndex(router.stack, new Set(yielding));
  return function serveRouted(ctx, next) {
    const { path } = ctx;
    const layers = index.layersAt(path);
    const layer = layers.find(({ methods }) => methods.includes(ctx.method));
    const [serve] = layer?.stack ?? [];
    if (!layer || !serve) {
      setLayers(ctx, layers);
      return next();
    }
    const params = layer.paramNames.length === 0 ? {} : layer.params(path, layer.captures(path), {});
    setRoute(ctx, { layers, pattern: layer.path });
    const request = Object.assign(ctx.request, { params });
    const served: unknown = serve(Object.assign(ctx, { params, request, router }), next);
    return served;
  };
}

/** The methods that the service has, for OPTIONS of the whole server (RFC 9110, 9.3.7). */
const ALL_METHODS = "HEAD, GET, POST, PUT, DELETE, OPTIONS";

/** Answers requests without a route: OPTIONS, methods that a path does not have, and unknown paths. */
export const unmatched: Middleware = (ctx: Context) => {
  const isServer = ctx.method === "OPTIONS" && ctx.url === "*";
  const allow = isServer ? ALL_METHODS : allowOf(ctx);
  if (allow === "") throw unknownPath();
  if (ctx.method === "OPTIONS") {
    ctx.status = 204;
    ctx.set("Allow", allow);
    return;
  }
  throw new Problem("MethodNotAllowed");
};

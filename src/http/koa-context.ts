import type { Context } from "koa";

/** Data of a request for the outer middleware. */
interface EdgeState {
  requestId: string;
  operation?: string;
  tenant?: string;
  /** The budget of the tenant that the request exceeded. */
  spentBudget?: string | undefined;
}

/** Members that the router adds to Koa's context, with the names of @koa/router. Koa's types do not have them. */
interface Routed {
  params?: Record<string, string>;
  matched?: Layers;
  _matchedRoute?: string | RegExp;
}

type Layers = { methods: string[] }[];

const routedOf = (ctx: Context) => ctx as Routed;

/** Returns Koa's state with the members of this service. */
export const stateOf = (ctx: Context) => ctx.state as EdgeState;

/** Records the route that was found. */
export function setRoute(
  ctx: Context,
  { layers, pattern }: { layers: Layers; pattern: string | RegExp },
): void {
  const routed = routedOf(ctx);
  routed.matched = layers;
  routed._matchedRoute = pattern;
}

/** Records the layers that have the path, if none of them has the method. Another router may add its own layers. */
export function setLayers(ctx: Context, layers: Layers): void {
  routedOf(ctx).matched = [...layers];
}

/** Returns the parameters of the path. */
export const paramsOf = (ctx: Context): Record<string, string> => routedOf(ctx).params ?? {};

/** Returns the layers of the router that have the path, with any method. */
export const layersOf = (ctx: Context): Layers => routedOf(ctx).matched ?? [];

/** Returns the pattern of the route that was found. */
export const patternOf = (ctx: Context): string | undefined => routedOf(ctx)._matchedRoute?.toString();

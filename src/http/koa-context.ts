import type { Context } from "koa";

/** What the outer layers want to know of a request. */
interface EdgeState {
  requestId: string;
  operation?: string;
  tenant?: string;
  /** Budget of the tenant that had no room for the request. */
  spentBudget?: string | undefined;
}

/** What the router puts on Koa's context, which its types do not say; the names are those of @koa/router. */
interface Routed {
  params?: Record<string, string>;
  matched?: Layers;
  _matchedRoute?: string | RegExp;
}

type Layers = { methods: string[] }[];

const routedOf = (ctx: Context) => ctx as Routed;

/** Koa's state with what we put on it. */
export const stateOf = (ctx: Context) => ctx.state as EdgeState;

/** Notes which route was found. */
export function noteRoute(
  ctx: Context,
  { layers, pattern }: { layers: Layers; pattern: string | RegExp },
): void {
  const routed = routedOf(ctx);
  routed.matched = layers;
  routed._matchedRoute = pattern;
}

/** Notes the layers that have the path, where none has the method. Another router may add its own. */
export function noteLayers(ctx: Context, layers: Layers): void {
  routedOf(ctx).matched = [...layers];
}

/** Parameters of the path. */
export const paramsOf = (ctx: Context): Record<string, string> => routedOf(ctx).params ?? {};

/** The layers of the router that have the path, whatever their methods. */
export const layersOf = (ctx: Context): Layers => routedOf(ctx).matched ?? [];

/** The pattern of the route that was found. */
export const patternOf = (ctx: Context): string | undefined => routedOf(ctx)._matchedRoute?.toString();

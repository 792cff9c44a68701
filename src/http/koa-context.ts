import type { Context } from "koa";

/** What the outer layers want to know of a request. */
export interface EdgeState {
  requestId: string;
  operation?: string;
  tenant?: string;
}

/** What the router puts on Koa's context, which its types do not say. */
interface Routed {
  params?: Record<string, string>;
  matched?: { methods: string[] }[];
  _matchedRoute?: string | RegExp;
}

/** Koa's state with what we put on it. */
export const stateOf = (ctx: Context) => ctx.state as EdgeState;

/** Parameters of the path. */
export const paramsOf = (ctx: Context): Record<string, string> => (ctx as Routed).params ?? {};

/** The layers of the router that have the path, whatever their methods. */
export const layersOf = (ctx: Context): { methods: string[] }[] => (ctx as Routed).matched ?? [];

/** The pattern of the route that was found. */
export const patternOf = (ctx: Context): string | undefined => (ctx as Routed)._matchedRoute?.toString();

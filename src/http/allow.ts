import type { Context } from "koa";
import { layersOf } from "./koa-context.ts";

/** Methods of the requested path, as `Allow` lists them. */
export function allowOf(ctx: Context): string {
  const methods = new Set(layersOf(ctx).flatMap((layer) => layer.methods));
  return methods.size === 0 ? "" : [...methods, "OPTIONS"].join(", ");
}

import type { Context } from "koa";
import { Problem } from "../ingest/problem.ts";
import { layersOf } from "./koa-context.ts";

/** Returns the value of `Allow`: the methods of the requested path. */
export function allowOf(ctx: Context): string {
  const methods = new Set(layersOf(ctx).flatMap((layer) => layer.methods));
  return methods.size === 0 ? "" : [...methods, "OPTIONS"].join(", ");
}

/** Returns the problem for a path that no route has. */
export const unknownPath = () =>
  new Problem("ResourceNotFound", { detail: "There is nothing at this path." });

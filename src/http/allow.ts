import type { Context } from "koa";

/** Methods of the path that was asked for, as `Allow` lists them. */
export function allowOf(ctx: Context): string {
  const { matched = [] } = ctx as Context & { matched?: { methods: string[] }[] };
  const methods = new Set(matched.flatMap((layer) => layer.methods));
  return methods.size === 0 ? "" : [...methods, "OPTIONS"].join(", ");
}

import type { Context } from "koa";
import type { Answer } from "../answer.ts";
import { isKnown } from "./preconditions.ts";

/** Sends an answer, or 304 if the caller already has the version of a read. */
export function send(ctx: Context, { status, body, version, headers }: Answer): void {
  const { res } = ctx;
  if (version !== undefined) {
    res.setHeader("ETag", `"${version}"`);
    if ((ctx.method === "GET" || ctx.method === "HEAD") && isKnown(ctx, version)) {
      ctx.status = 304;
      return;
    }
  }
  ctx.status = status;
  if (body !== undefined) {
    res.setHeader("Content-Type", "application/json; charset=utf-8");
    ctx.body = body;
  }
  for (const name in headers) res.setHeader(name, headers[name] ?? "");
}

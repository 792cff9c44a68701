import type { Context } from "koa";
import type { Answer } from "../answer.ts";
import { isKnown } from "./preconditions.ts";

/** Sends an answer, or 304 if the caller already has the version of a read. */
export function send(ctx: Context, { status, body, version, headers }: Answer): void {
  const { res } = ctx;
  const isRead = ctx.method === "GET" || ctx.method === "HEAD";
  const isUnchanged = isRead && version !== undefined && isKnown(ctx, version);
  if (version !== undefined) res.setHeader("ETag", `"${version}"`);
  if (body !== undefined) res.setHeader("Content-Type", "application/json; charset=utf-8");
  for (const name in headers) res.setHeader(name, headers[name] ?? "");
  if (isUnchanged) {
    // It keeps the other headers, such as Cache-Control (RFC 9110, 15.4.5); Koa removes those that describe the body.
    ctx.status = 304;
    return;
  }
  ctx.status = status;
  if (body !== undefined) ctx.body = body;
}

import type { Context } from "koa";

/** Sends an HTML page with its content security policy. */
export function sendPage(ctx: Context, html: string, policy: string): void {
  ctx.set({
    "Content-Type": "text/html; charset=utf-8",
    "Content-Security-Policy": policy,
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
  });
  ctx.body = html;
}

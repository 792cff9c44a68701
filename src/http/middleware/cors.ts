import cors from "@koa/cors";
import type { Middleware } from "koa";

/** How long a browser keeps the answer to a preflight, in seconds. The default of browsers is five. */
const PREFLIGHT_S = 600;

/**
 * Lets pages of the given origins send requests to the API, and read its answers with the headers that they need.
 * Without origins, it adds nothing.
 */
export function allowOrigins(origins: readonly string[]): Middleware {
  if (origins.length === 0) return (_ctx, next) => next();
  return cors({
    origin: (ctx) => (origins.includes(ctx.get("Origin")) ? ctx.get("Origin") : ""),
    maxAge: PREFLIGHT_S,
    exposeHeaders: [
      "ETag",
      "Location",
      "Retry-After",
      "RateLimit",
      "RateLimit-Policy",
      "X-Request-Id",
      "Idempotency-Replayed",
    ],
    keepHeadersOnError: false,
  });
}

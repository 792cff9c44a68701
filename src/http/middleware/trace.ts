import type { Context, Middleware } from "koa";
import { inSpan } from "../../trace/context.ts";
import { traceContextOf } from "../../trace/headers.ts";
import type { Tracer } from "../../trace/tracer.ts";
import { patternOf, stateOf } from "../koa-context.ts";

/** Whether a request is a health check or a metrics scrape; there are many, and they are not traced. */
const isProbe = ({ path }: Context) => path.startsWith("/health/") || path === "/metrics";

/**
 * Returns middleware that records a span for each request, which continues the trace of `traceparent` and `tracestate`.
 * The span has the pattern of the route, never the path, because paths contain references of customers and tokens.
 */
export const traceRequests = (tracer: Tracer): Middleware =>
  async function traceRequest(ctx, next) {
    if (isProbe(ctx)) {
      await next();
      return;
    }
    const span = tracer.start(ctx.method, {
      kind: "server",
      parent: traceContextOf({ traceparent: ctx.get("traceparent"), tracestate: ctx.get("tracestate") }),
      attributes: { "http.request.method": ctx.method },
    });
    try {
      await inSpan(span, next);
    } finally {
      const { requestId, tenant, operation } = stateOf(ctx);
      const route = patternOf(ctx);
      span.end({
        ...(route === undefined ? {} : { name: `${ctx.method} ${route}` }),
        attributes: {
          "http.route": route,
          "http.response.status_code": ctx.status,
          "wishlist.request_id": requestId,
          "wishlist.tenant": tenant,
          "wishlist.operation": operation,
        },
        ...(ctx.status >= 500 ? { err: ctx.status.toString() } : {}),
      });
    }
  };

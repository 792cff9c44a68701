import type { ServerResponse } from "node:http";
import type { Middleware } from "koa";
import type { Problem } from "../../ingest/problem.ts";
import { watched } from "../../store/redis/connection/sends.ts";
import type { DurableWaits } from "../../store/redis/durability/durable-waits.ts";
import { withDurableOutcome } from "../durable-outcome.ts";
import { isReplayed } from "../idempotency/key-claims.ts";

/** Methods of requests that do not write. */
const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Removes the headers of an answer that is not given, except those that were set before. */
function removeHeadersExcept(res: ServerResponse, before: ReadonlySet<string>): void {
  for (const name of res.getHeaderNames()) if (!before.has(name)) res.removeHeader(name);
}

/**
 * Delays the answer to a write until the writes without a command are durable, for up to `timeoutMs` after the arrival
 * of the request. After that time, the outcome is unknown. The middleware waits only for the masters that the request
 * itself has used.
 */
export function durableWrites(waits: DurableWaits, timeoutMs: number): Middleware {
  return async function confirmWrites(ctx, next) {
    if (READS.has(ctx.method)) {
      await next();
      return;
    }
    const started = performance.now();
    const operation = waits.newOperation();
    const headers = new Set(ctx.res.getHeaderNames());
    let refusal: Problem | undefined;
    try {
      await watched(operation, next);
      if (ctx.status >= 400) return;
    } catch (err) {
      // A refusal needs no durable write, unless it repeats a committed refusal, which may not be durable yet.
      if (!isReplayed(err)) throw err;
      refusal = err;
    }
    try {
      const leftMs = timeoutMs - (performance.now() - started);
      await withDurableOutcome(() => waits.confirmAll(operation, leftMs));
    } catch (err) {
      removeHeadersExcept(ctx.res, headers);
      throw err;
    }
    if (refusal) throw refusal;
  };
}

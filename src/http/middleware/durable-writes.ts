import type { Middleware } from "koa";
import type { Problem } from "../../ingest/problem.ts";
import type { DurableWaits } from "../../store/redis/durability/durable-waits.ts";
import { watched } from "../../store/redis/sends.ts";
import { withDurableOutcome } from "../durable-outcome.ts";
import { isReplayed } from "../idempotency/key-claims.ts";

/** Methods of requests whose answers promise no write. */
const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Lets the answer to a write wait until what the request wrote without a command is durable, for up to `patienceMs`
 * since the request came. After that its outcome is unknown. Only the masters that the request itself has used are
 * waited for.
 */
export function durableWrites(waits: DurableWaits, patienceMs: number): Middleware {
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
      // A refusal promises nothing, unless it was committed before: what it goes by may not be durable yet.
      if (!isReplayed(err)) throw err;
      refusal = err;
    }
    try {
      const leftMs = patienceMs - (performance.now() - started);
      await withDurableOutcome(() => waits.confirmAll(operation, leftMs));
    } catch (err) {
      for (const name of ctx.res.getHeaderNames()) if (!headers.has(name)) ctx.res.removeHeader(name);
      throw err;
    }
    if (refusal) throw refusal;
  };
}

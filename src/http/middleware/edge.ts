import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Context, Middleware } from "koa";
import type { Logger } from "pino";
import { Unavailable } from "../../actors/runtime/unavailable.ts";
import { invalidParameter, Problem } from "../../ingest/problem.ts";
import { ArchiveUnavailable } from "../../store/changes/archive.ts";
import { isRedisAway } from "../../store/redis/failures.ts";
import { onceAMinute } from "../../store/redis/once-a-minute.ts";
import { allowOf } from "../allow.ts";
import { patternOf, stateOf } from "../koa-context.ts";
import { timesSent } from "./authenticate.ts";
import { isNewest } from "./newest-request.ts";

const REQUEST_ID = /^[\x21-\x7E]{1,128}$/;
const MAX_HEADERS = 100;
const MAX_URL = 8192;

/** What a caller can rely on if the service became unavailable during a request. */
const NOT_DONE = "A single write was not applied. Of a request with many rows, some may have been applied.";

/** Converts an error to a problem; an unexpected error becomes `Internal`. */
function problemOf(err: unknown): Problem {
  if (err instanceof Problem) return err;
  if (err instanceof Unavailable) {
    if (err.isUnknown) {
      const detail = "Read before you repeat the write, or repeat it with the same Idempotency-Key.";
      return new Problem("OutcomeUnknown", { detail, cause: err });
    }
    return new Problem("Unavailable", {
      detail: NOT_DONE,
      headers: { "Retry-After": err.retryAfterSeconds.toString() },
      cause: err,
    });
  }
  if (isRedisAway(err)) {
    return new Problem("Unavailable", { detail: NOT_DONE, headers: { "Retry-After": "1" }, cause: err });
  }
  if (err instanceof ArchiveUnavailable) {
    const detail = "Older changes cannot be read now.";
    return new Problem("Unavailable", { detail, headers: { "Retry-After": "10" }, cause: err });
  }
  return new Problem("Internal", { cause: err });
}

/**
 * Refuses a request with several Host headers, or with none: a proxy and this service could disagree about its target
 * (RFC 9112, 3.2).
 */
function requireOneHost(ctx: Context): void {
  const times = timesSent(ctx, "host");
  if (times === 1 || (times === 0 && ctx.req.httpVersion === "1.0")) return;
  throw invalidParameter("Host", times === 0 ? "is missing" : "was sent more than once");
}

/**
 * Refuses a body in another transfer coding than `chunked` (RFC 9112, 6.1). Node.js only removes that one, so that the
 * rest would be read as it was encoded.
 */
function refuseTransferCodings({ req }: Context): void {
  const sent = req.headers["transfer-encoding"];
  if (sent === undefined || sent.toLowerCase() === "chunked") return;
  const errors = [{ path: "Transfer-Encoding", message: "must be chunked" }];
  // The next request of the connection may be somewhere else than the parser believes.
  throw new Problem("InvalidParameter", { status: 501, errors, headers: { Connection: "close" } });
}

function refuseOversized(ctx: Context): void {
  if (ctx.req.rawHeaders.length > 2 * MAX_HEADERS) {
    throw new Problem("HeaderFieldsTooLarge", { detail: `Send at most ${MAX_HEADERS} header fields.` });
  }
  if (ctx.url.length > MAX_URL) {
    throw new Problem("InvalidParameter", {
      detail: `The address is longer than ${MAX_URL} characters.`,
    });
  }
}

function sendProblem(ctx: Context, problem: Problem): void {
  const { res } = ctx;
  ctx.status = problem.status;
  // HTTP requires `Allow` with every 405.
  if (problem.status === 405) res.setHeader("Allow", allowOf(ctx));
  for (const name in problem.headers) res.setHeader(name, problem.headers[name] ?? "");
  res.setHeader("Content-Type", "application/problem+json");
  res.setHeader("Cache-Control", "no-store");
  ctx.body = JSON.stringify(problem.document(ctx.path, stateOf(ctx).requestId));
}

export interface EdgeParts {
  log: Logger;
  /** Called for every answered request. */
  onRequest: (labels: { operation: string; status: number }, seconds: number) => void;
  /** Called for each request that exceeded a budget of its tenant. */
  onSpent: (tenant: string, budget: string) => void;
  /**
   * Whether the process is about to end. Then callers should send their next request over another connection.
   */
  isDraining: () => boolean;
}

/** Returns the request id that the caller sent if it is valid, else a new one. */
export function requestIdOf({ headers }: IncomingMessage): string {
  const sent = headers["x-request-id"];
  return typeof sent === "string" && REQUEST_ID.test(sent) ? sent : randomUUID();
}

/**
 * Logs an answered request. Only unexpected failures are errors; other failures are counted, and a log line each minute
 * reports them.
 */
function logRequest(log: Logger, ctx: Context, ms: number, problem: Problem | undefined): void {
  const level = problem?.status === 500 ? "error" : "debug";
  if (!log.isLevelEnabled(level)) return;
  const { requestId, operation = "none", tenant } = stateOf(ctx);
  log[level](
    {
      requestId,
      method: ctx.method,
      // The pattern, never the path, which contains references of customers and tokens.
      route: patternOf(ctx),
      operation,
      tenant,
      status: ctx.status,
      ms: Math.round(ms * 10) / 10,
      ...(problem ? { code: problem.code, err: problem.cause } : {}),
    },
    "request",
  );
}

/** Returns the outermost middleware: request ids, problems, the access log and metrics. */
export function edge({ log, onRequest, onSpent, isDraining }: EdgeParts): Middleware {
  const reportArchive = onceAMinute((err) => log.warn({ err }, "older changes cannot be read"));
  return async function serveRequest(ctx, next) {
    const started = performance.now();
    const state = stateOf(ctx);
    state.requestId = requestIdOf(ctx.req);
    ctx.res.setHeader("X-Request-Id", state.requestId);
    ctx.res.setHeader("X-Content-Type-Options", "nosniff");
    let problem: Problem | undefined;
    try {
      requireOneHost(ctx);
      refuseTransferCodings(ctx);
      refuseOversized(ctx);
      await next();
    } catch (err) {
      problem = problemOf(err);
      state.spentBudget = problem.budget;
      if (err instanceof ArchiveUnavailable) reportArchive(err);
      sendProblem(ctx, problem);
    }
    if (isDraining() && isNewest(ctx.req)) ctx.res.setHeader("Connection", "close");
    const ms = performance.now() - started;
    const { operation = "none", tenant, spentBudget } = state;
    onRequest({ operation, status: ctx.status }, ms / 1000);
    if (spentBudget !== undefined && tenant !== undefined) onSpent(tenant, spentBudget);
    logRequest(log, ctx, ms, problem);
  };
}

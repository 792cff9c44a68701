import type { Context, Middleware } from "koa";
import type { TenantBudgets } from "../../ingest/budgets/budgets.ts";
import type { JobsBudget } from "../../ingest/budgets/jobs-budget.ts";
import type { StoredBudget } from "../../ingest/budgets/stored-budget.ts";
import { type FieldError, Problem } from "../../ingest/problem.ts";
import { compileBody } from "../../ingest/validation/validation.ts";
import type { Answer } from "../answer.ts";
import type { Session, Sessions } from "../auth/sessions.ts";
import type { WriteTerms } from "../idempotency/command-gateway.ts";
import { digestOf } from "../idempotency/digest.ts";
import type { KeptAnswers } from "../idempotency/kept-answers.ts";
import type { Idempotency } from "../idempotency/key-claims.ts";
import { withKnownOutcome } from "../known-outcome.ts";
import { paramsOf, stateOf } from "../koa-context.ts";
import type { Admissions } from "../overload/admission.ts";
import type { TenantReads } from "../overload/tenant-reads.ts";
import { type ApiRequest, type ApiRoute, isRead } from "../route.ts";
import { isDataWrite } from "../scopes.ts";
import { isAudited as isAuditedRoute, type RequestAudit } from "./audit.ts";
import { authenticate, permit } from "./authenticate.ts";
import { readJson } from "./body.ts";
import { drainBody } from "./body-arrival.ts";
import { queryReader } from "./check-query.ts";
import { idempotencyOf } from "./idempotency.ts";
import { ifMatchOf } from "./preconditions.ts";
import type { TenantLimits } from "./rate-limit.ts";
import { send } from "./send.ts";
import type { ShopperGate } from "./shopper-gate.ts";

export interface EndpointParts {
  sessions: Sessions;
  limits: TenantLimits;
  admissions: Admissions;
  tenantReads: TenantReads;
  shoppers: ShopperGate;
  budgets: TenantBudgets;
  storedBudget: StoredBudget;
  jobsBudget: JobsBudget;
  keptAnswers: KeptAnswers;
  audit: RequestAudit;
}

/** Returns whether the jobs budget applies to a route: it creates jobs, and is not a deletion. */
const makesJobs = ({ method, scope, startsJobs }: ApiRoute) =>
  startsJobs ?? ((method === "post" || method === "put") && [scope].flat().some(isDataWrite));

const NO_WRITE: WriteTerms = {};

/** Returns the middleware of a route, which checks a request, handles it, and sends the answer. */
export function endpoint(
  route: ApiRoute,
  {
    sessions,
    limits,
    admissions,
    tenantReads,
    budgets,
    storedBudget,
    jobsBudget,
    keptAnswers,
    audit,
    shoppers,
  }: EndpointParts,
): Middleware {
  const readQuery = queryReader(route.query);
  const validateBody = route.body ? compileBody(route.body) : undefined;
  const isWrite = !isRead(route);
  const admission = isWrite ? admissions.writes : admissions.reads;
  const isAudited = isAuditedRoute(route);
  const isMakingJobs = makesJobs(route);
  const check = route.check as ((body: unknown) => FieldError[]) | undefined;
  const rowsIn = route.rows as ((body: unknown) => number) | undefined;

  async function readBody(ctx: Context): Promise<{ text: string; value: unknown }> {
    if (!validateBody) return { text: "", value: undefined };
    const body = await readJson(ctx, route.refusals);
    let errors = validateBody(body.value);
    if (errors.length === 0 && check) errors = check(body.value);
    if (errors.length > 0) throw new Problem("InvalidInput", { status: route.refusals.invalid, errors });
    return body;
  }

  /** Runs a request, or returns the answer that is stored under its key. */
  async function answerOnce(ctx: Context, idempotency: Idempotency, run: () => Promise<Answer>) {
    const progress = { hasRun: false };
    try {
      const runOnce = () => {
        progress.hasRun = true;
        return run();
      };
      // A refusal of a file is not stored: the caller may send the corrected file with the same key.
      return await keptAnswers.once(idempotency, runOnce, { keepsRefusals: !route.upload });
    } finally {
      // The unread rest of a file would be parsed as the next request of the connection.
      if (route.upload && !progress.hasRun && !(await drainBody(ctx.req)))
        ctx.res.setHeader("Connection", "close");
    }
  }

  /** Returns the terms of a write. If the answer is stored under the key, the handler does not need the key. */
  const termsOf = (session: Session, idempotency: Idempotency | undefined): WriteTerms => ({
    idempotency: route.idempotency === "answer" ? undefined : idempotency,
    spareBytes: storedBudget.spareBytes(session.tenant),
  });

  return async function serveRoute(ctx) {
    const state = stateOf(ctx);
    state.operation = route.operation;
    const known = authenticate(ctx, sessions);
    // Usually the session is known and is not awaited: an await costs a turn of the microtask queue.
    const session = known instanceof Promise ? await known : known;
    state.tenant = session.tenant.id;
    permit(ctx, session, route);
    if (session.shopper) await shoppers.admit(ctx, session, session.shopper);
    await limits.count(ctx, session.tenant);
    if (isMakingJobs) jobsBudget.check(session.tenant);
    const { id } = session.tenant;
    const serveOnce = (begin: () => void) => serve(ctx, session, begin);
    const serveInTurn = isWrite
      ? serveOnce
      : (begin: () => void) => tenantReads.run(id, route.operation, () => serveOnce(begin));
    // Uploads are not limited here, because the sender determines how long they take.
    const answer = await (route.upload ? serveOnce(() => undefined) : admission.run(id, serveInTurn));
    send(ctx, answer);
  };

  /** Serves a permitted request. Calls `begin` after the request is read and checked. */
  async function serve(ctx: Context, session: Session, begin: () => void): Promise<Answer> {
    const query = readQuery(ctx);
    const { text, value } = await readBody(ctx);
    if (rowsIn) await budgets.countRows(session.tenant, rowsIn(value));
    begin();
    const params = paramsOf(ctx);
    const ifMatch = isWrite ? ifMatchOf(ctx, route) : undefined;
    const { operation } = route;
    const meaning = { operation, params, ifMatch, rawBody: text };
    const idempotency = route.idempotency && idempotencyOf(ctx, session, meaning);
    const request: ApiRequest = {
      ctx,
      requestId: stateOf(ctx).requestId,
      session,
      param: (name) => params[name] ?? "",
      query,
      body: value,
      ifMatch,
      terms: isWrite ? termsOf(session, idempotency) : NO_WRITE,
      repeatKey: idempotency && digestOf(idempotency.digest, idempotency.fingerprint),
    };
    const handle = () => route.handle(request);
    const act = route.idempotency === "answer" ? () => withKnownOutcome(handle) : handle;
    const run = isAudited ? () => audit.under(route, request, params, act) : act;
    return idempotency && route.idempotency === "answer" ? answerOnce(ctx, idempotency, run) : run();
  }
}

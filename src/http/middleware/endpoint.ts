import type { Context, Middleware } from "koa";
import type { TenantBudgets } from "../../ingest/budgets/budgets.ts";
import type { JobsBudget } from "../../ingest/budgets/jobs-budget.ts";
import type { KeysBudget } from "../../ingest/budgets/keys-budget.ts";
import type { StoredBudget } from "../../ingest/budgets/stored-budget.ts";
import { Problem } from "../../ingest/problem.ts";
import type { Answer } from "../answer.ts";
import type { KnownTenants } from "../auth/known-tenants.ts";
import type { Session } from "../auth/session.ts";
import type { TokenVerifier } from "../auth/token-verifier.ts";
import type { WriteTerms } from "../idempotency/command-gateway.ts";
import { digestOf } from "../idempotency/digest.ts";
import type { KeptAnswers } from "../idempotency/kept-answers.ts";
import type { Idempotency } from "../idempotency/key-claims.ts";
import { withKnownOutcome } from "../known-outcome.ts";
import { paramsOf, stateOf } from "../koa-context.ts";
import type { Begin } from "../overload/admission.ts";
import { admittedRead, type ReadLimits } from "../overload/admitted-read.ts";
import type { ClaimedTenants } from "../overload/claimed-tenants.ts";
import type { TenantRoom } from "../overload/tenant-room.ts";
import { type ApiRequest, type ApiRoute, isRead } from "../route.ts";
import { isDataWrite } from "../scopes.ts";
import { refusedAfterDeletion, requireActive } from "./active-tenant.ts";
import { isAudited as isAuditedRoute, type RequestAudit } from "./audit.ts";
import { authenticate, permit } from "./authenticate.ts";
import { drainBody } from "./body/arrival.ts";
import { bodyReader } from "./body/route-body.ts";
import { queryReader } from "./check-query.ts";
import { idempotencyOf } from "./idempotency.ts";
import { ifMatchOf } from "./preconditions.ts";
import type { TenantLimits } from "./rate-limit.ts";
import { send } from "./send.ts";
import type { ShopperGate } from "./shopper-gate.ts";

export interface EndpointParts extends ReadLimits {
  knownTenants: KnownTenants;
  tokenVerifier: TokenVerifier;
  limits: TenantLimits;
  shoppers: ShopperGate;
  budgets: TenantBudgets;
  storedBudget: StoredBudget;
  jobsBudget: JobsBudget;
  keptAnswers: KeptAnswers;
  audit: RequestAudit;
}

/** What limits the load of a tenant. */
export interface LoadLimits extends Pick<
  EndpointParts,
  "limits" | "admissions" | "tenantReads" | "jobsBudget" | "storedBudget"
> {
  keysBudget: KeysBudget;
  tenantRows: TenantRoom;
  claimedTenants: ClaimedTenants;
}

/** Serves a permitted request. Calls `begin` after the request is read and checked. */
type Serve = (ctx: Context, session: Session, begin: Begin) => Promise<Answer>;

/** Whether the jobs budget applies to a route: it creates jobs, and is not a deletion. */
const makesJobs = ({ method, scope, startsJobs }: ApiRoute) =>
  startsJobs ?? ((method === "post" || method === "put") && [scope].flat().some(isDataWrite));

const NO_WRITE: WriteTerms = {};

/**
 * Returns the refusal of a request whose client has closed the connection while the request waited. Such a client may
 * send the request again, and does not expect that it is still carried out.
 */
const clientGone = () =>
  new Problem("Unavailable", { detail: "The client closed the connection before the request began." });

/** Runs a request with a key, or returns the answer that is stored under the key. */
async function answerOnce(
  { req, res }: Context,
  { upload }: ApiRoute,
  keptAnswers: KeptAnswers,
  idempotency: Idempotency,
  run: () => Promise<Answer>,
): Promise<Answer> {
  const progress = { hasRun: false };
  try {
    const runOnce = () => {
      progress.hasRun = true;
      return run();
    };
    // A refusal of a file is not stored: the caller may send the corrected file with the same key.
    return await keptAnswers.once(idempotency, runOnce, { keepsRefusals: !upload });
  } finally {
    // The unread rest of a file would be parsed as the next request of the connection.
    if (upload && !progress.hasRun && !(await drainBody(req))) res.setHeader("Connection", "close");
  }
}

/** Returns the function that reads, checks and handles the permitted requests of a route. */
function serveChecked(route: ApiRoute, parts: EndpointParts): Serve {
  const { knownTenants, budgets, storedBudget, keptAnswers, audit } = parts;
  const readQuery = queryReader(route.query);
  const readBody = bodyReader(route);
  const { operation } = route;
  const isWrite = !isRead(route);
  const keepsAnswer = route.idempotency === "answer";
  const isAudited = isAuditedRoute(route);

  return async function serve(ctx, session, begin) {
    const query = readQuery(ctx);
    const { version } = knownTenants;
    const { text: rawBody, value: body, rows } = await readBody(ctx);
    if (rows !== undefined) await budgets.countRows(session.tenant, rows);
    const slot = begin();
    if (slot) {
      await slot;
      if (ctx.req.socket.destroyed) throw clientGone();
    }
    // The body, or the slot, may come seconds after the headers, when a deletion of the tenant has already ended.
    if (knownTenants.version !== version) requireActive(await knownTenants.find(session.tenant.id));
    const params = paramsOf(ctx);
    const ifMatch = isWrite ? ifMatchOf(ctx, route) : undefined;
    const idempotency =
      route.idempotency && idempotencyOf(ctx, session, { operation, params, ifMatch, rawBody });
    // If the answer is stored under the key, the handler does not need the key.
    const terms = isWrite
      ? {
          idempotency: keepsAnswer ? undefined : idempotency,
          spareBytes: storedBudget.spareBytes(session.tenant),
        }
      : NO_WRITE;
    const request: ApiRequest = {
      ctx,
      requestId: stateOf(ctx).requestId,
      session,
      param: (name) => params[name] ?? "",
      query,
      body,
      ifMatch,
      terms,
      repeatKey: idempotency && digestOf(idempotency.digest, idempotency.fingerprint),
    };
    const handle = () => route.handle(request);
    const act = keepsAnswer
      ? () => withKnownOutcome(() => refusedAfterDeletion(knownTenants, session.tenant.id, handle))
      : handle;
    const run = isAudited ? () => audit.under(route, request, params, act) : act;
    return idempotency && keepsAnswer ? answerOnce(ctx, route, keptAnswers, idempotency, run) : run();
  };
}

/**
 * Returns a function that serves a request once the process has room for it. Uploads do not wait, because the sender
 * determines how long they take.
 */
function serveAdmitted(
  route: ApiRoute,
  limits: ReadLimits,
  serve: Serve,
): (ctx: Context, session: Session) => Promise<Answer> {
  if (route.upload) return (ctx, session) => serve(ctx, session, () => undefined);
  const heavy = { isHeavy: route.isHeavy ?? false };
  if (!isRead(route))
    return (ctx, session) =>
      limits.admissions.writes.run(session.tenant.id, (begin) => serve(ctx, session, begin));
  return (ctx, session) =>
    admittedRead(limits, session.tenant.id, route.operation, (begin) => serve(ctx, session, begin), heavy);
}

/** Returns the middleware of a route, which checks a request, handles it, and sends the answer. */
export function endpoint(route: ApiRoute, parts: EndpointParts): Middleware {
  const { tokenVerifier, limits, shoppers, jobsBudget } = parts;
  const serve = serveAdmitted(route, parts, serveChecked(route, parts));
  const isMakingJobs = makesJobs(route);

  return async function serveRoute(ctx) {
    const state = stateOf(ctx);
    state.operation = route.operation;
    const known = authenticate(ctx, tokenVerifier);
    // Usually the session is known and is not awaited: an await costs a turn of the microtask queue.
    const session = known instanceof Promise ? await known : known;
    state.tenant = session.tenant.id;
    permit(ctx, session, route);
    if (session.shopper) await shoppers.admit(ctx, session, session.shopper);
    await limits.count(ctx, session.tenant);
    if (isMakingJobs) jobsBudget.check(session.tenant);
    send(ctx, await serve(ctx, session));
  };
}

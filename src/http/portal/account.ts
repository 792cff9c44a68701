import type { Router } from "@koa/router";
import type { Context } from "koa";
import { Problem } from "../../ingest/problem.ts";
import { NoOwner, OutdatedCheck } from "../../store/owners/owner-errors.ts";
import type { Owner, SignedInOwner } from "../../store/owners/owner.ts";
import { isPasswordOf } from "../../store/owners/password.ts";
import { ownerAsHolder, scopesOf } from "../auth/holder.ts";
import { withKnownOutcome } from "../known-outcome.ts";
import { audited } from "./audited.ts";
import type { PortalParts } from "./parts.ts";
import {
  activeTenant,
  csrfTokenOf,
  refuseOtherSites,
  removeSession,
  sessionOf,
  setSession,
  signedIn,
  signedInToChange,
  TextFields,
} from "./request.ts";
import type { SignInAttempt } from "./throttle.ts";

/** Lifetime of a session: after a working day, an owner must sign in again. */
const SESSION_S = 12 * 3600;
/** Lifetime of a token. It is short in case a token leaks; the page requests new tokens. */
const TOKEN_S = 300;
const PASSWORD = { min: 12, max: 128 };

/** An owner whose password may be the one that was sent. */
type Candidate = Awaited<ReturnType<PortalParts["owners"]["withEmail"]>>[number];

const wrongSignIn = () =>
  new Problem("Unauthorized", { detail: "The e-mail address or the password is wrong." });

/** Whether an owner was deleted, or has another password or session, since the request was checked. */
const isOutdated = (err: unknown) => err instanceof NoOwner || err instanceof OutdatedCheck;

/** Returns the first of some owners who has a password. */
async function ownerWith(password: string, candidates: readonly Candidate[]): Promise<Candidate | undefined> {
  for (const candidate of candidates)
    if (await isPasswordOf(candidate.owner.password, password)) return candidate;
  return undefined;
}

/**
 * Finds the owner with the e-mail address and password that were sent: in the given tenant, or in the first one that
 * matches. In a browser where an owner has signed in before, only the password of this owner is compared under the
 * limits of the browser. Owners of other tenants have the usual limits.
 */
async function ownerNamed(parts: PortalParts, ctx: Context, fields: TextFields): Promise<Candidate> {
  const { owners, browsers, throttle, minuteLog } = parts;
  const email = fields.text("email");
  const password = fields.text("password", { max: PASSWORD.max });
  const tenant = fields.optional("tenant");
  const known = browsers.find(ctx, email);
  const sender = { email, address: ctx.ip };
  const counted: SignInAttempt[] = [];
  const count = async (attempt: SignInAttempt) => {
    await throttle.begin(attempt);
    counted.push(attempt);
  };
  await count({ ...sender, browser: known?.id });
  const named = (await owners.withEmail(email)).filter(
    ({ tenantId }) => tenant === undefined || tenantId === tenant,
  );
  const isKnown = ({ tenantId }: Candidate) => known === undefined || tenantId === known.tenantId;
  let found = await ownerWith(password, named.filter(isKnown));
  const others = named.filter((candidate) => !isKnown(candidate));
  if (!found && others.length > 0) {
    await count(sender);
    found = await ownerWith(password, others);
  }
  if (found) {
    for (const attempt of counted) await throttle.succeed(attempt);
    return found;
  }
  // An unknown address must take as long as a wrong password.
  if (named.length === 0) await isPasswordOf(undefined, password);
  for (const { tenantId } of named) minuteLog.countRefusedSignIn("portal sign-ins refused", tenantId);
  throw wrongSignIn();
}

/** Returns the data of the session for the pages. */
async function sessionBody({ tenants }: PortalParts, tenantId: string, owner: Owner, csrfToken: string) {
  return {
    tenantId,
    ownerId: owner.id,
    email: owner.email,
    role: owner.role,
    mustChangePassword: owner.isTemporary,
    stores: await tenants.stores(tenantId),
    csrfToken,
  };
}

async function signIn(parts: PortalParts, ctx: Context): Promise<void> {
  const { owners, browsers, now, log, publicUrl, requireHttps } = parts;
  refuseOtherSites(ctx, publicUrl);
  if (requireHttps && !ctx.secure) throw new Problem("Forbidden", { detail: "HTTPS is required." });
  const { tenantId, owner } = await ownerNamed(parts, ctx, await TextFields.of(ctx));
  await activeTenant(parts, tenantId);
  const cookie = await owners.signIn(tenantId, owner, now(), SESSION_S * 1000).catch((err: unknown) => {
    throw isOutdated(err) ? wrongSignIn() : err;
  });
  setSession(ctx, cookie, SESSION_S);
  browsers.remember(ctx, tenantId, owner.email);
  log.info({ tenant: tenantId, owner: owner.id }, "owner signed in");
  ctx.body = await sessionBody(parts, tenantId, owner, csrfTokenOf(cookie));
}

async function showSession(parts: PortalParts, ctx: Context): Promise<void> {
  const { tenantId, owner, csrfToken } = await signedIn(ctx, parts);
  ctx.body = await sessionBody(parts, tenantId, owner, csrfToken);
}

async function issueToken(parts: PortalParts, ctx: Context): Promise<void> {
  const { tenants, tokenSigner } = parts;
  const { tenantId, owner, digest } = await signedInToChange(ctx, parts);
  if (owner.isTemporary) throw new Problem("Forbidden", { detail: "Change the one-time password first." });
  const store = (await TextFields.of(ctx)).choice("store", await tenants.stores(tenantId));
  const holder = ownerAsHolder(owner, store);
  const tenant = await activeTenant(parts, tenantId);
  const scopes = scopesOf(holder);
  const token = { lifetimeSeconds: TOKEN_S, session: digest };
  ctx.body = {
    access_token: await tokenSigner.issue(tenant, holder, scopes, token),
    expires_in: TOKEN_S,
    token_type: "Bearer",
    scope: scopes.join(" "),
  };
}

/** Ends the session with this digest, or all sessions of the owner if it is absent. */
async function signOut(
  { owners, knownTenants }: PortalParts,
  ctx: Context,
  { tenantId, owner }: SignedInOwner,
  digest?: string,
): Promise<void> {
  // The sessions of an owner who was deleted meanwhile have ended.
  await owners.signOut(tenantId, owner.id, digest).catch((err: unknown) => {
    if (!(err instanceof NoOwner)) throw err;
  });
  await knownTenants.refresh();
  removeSession(ctx);
  ctx.status = 204;
}

const notCurrent = () =>
  new Problem("InvalidInput", { errors: [{ path: "/current", message: "is not the current password" }] });

async function changePassword(parts: PortalParts, ctx: Context): Promise<void> {
  const { owners, browsers, knownTenants, throttle, limits, log } = parts;
  const session = await signedInToChange(ctx, parts);
  const { tenantId, owner } = session;
  await limits.newPasswords.count(ctx, tenantId);
  const fields = await TextFields.of(ctx);
  const current = fields.text("current", { max: PASSWORD.max });
  const password = fields.text("password", PASSWORD);
  const known = browsers.find(ctx, owner.email);
  const browser = known?.tenantId === tenantId ? known.id : undefined;
  const attempt = { email: owner.email, address: ctx.ip, browser };
  await throttle.begin(attempt);
  if (!(await isPasswordOf(owner.password, current))) throw notCurrent();
  await throttle.succeed(attempt);
  if (password === current || password.toLowerCase() === owner.email) {
    const message = "must not be the current password or the e-mail address";
    throw new Problem("InvalidInput", { errors: [{ path: "/password", message }] });
  }
  await owners.setPassword(session, password).catch(async (err: unknown) => {
    if (!isOutdated(err)) throw err;
    // Refused without a session.
    await signedInToChange(ctx, parts);
    throw notCurrent();
  });
  await knownTenants.refresh();
  log.info({ tenant: tenantId, owner: owner.id }, "owner changed the password");
  ctx.status = 204;
}

/** Adds the routes for signing in and out, changing the own password, and getting tokens for the API. */
export function addAccountRoutes(router: Router, parts: PortalParts): void {
  router.post("/portal/api/sign-in", (ctx) => signIn(parts, ctx));
  router.get("/portal/api/session", (ctx) => showSession(parts, ctx));
  router.post("/portal/api/token", (ctx) => issueToken(parts, ctx));
  router.post("/portal/api/sign-out", async (ctx) => {
    const session = await signedInToChange(ctx, parts, sessionOf);
    await withKnownOutcome(() => signOut(parts, ctx, session, session.digest));
  });
  router.post(
    "/portal/api/sign-out-everywhere",
    audited(parts, "signOutEverywhere", async (ctx) =>
      signOut(parts, ctx, await signedInToChange(ctx, parts, sessionOf)),
    ),
  );
  router.post(
    "/portal/api/password",
    audited(parts, "changePassword", (ctx) => changePassword(parts, ctx)),
  );
}

import type { Context } from "koa";
import { isObject } from "../../ingest/json/json.ts";
import { Problem } from "../../ingest/problem.ts";
import type { SignedInOwner } from "../../store/owners/owner.ts";
import type { Owners } from "../../store/owners/owners.ts";
import type { Now } from "../../store/redis/clock.ts";
import { isSameSecret } from "../../store/secrets/same-secret.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { digestOf } from "../idempotency/digest.ts";
import { requireActive } from "../middleware/active-tenant.ts";
import { jsonReader } from "../middleware/body/read-body.ts";

/** Maximum bytes of a body: its sender may be unknown. */
const MAX_BODY_BYTES = 16 * 1024;
const readFields = jsonReader(MAX_BODY_BYTES);

const SESSION_COOKIE = "wishlist_portal";
const CSRF_HEADER = "x-csrf-token";

/** Sets a cookie of the portal. Scripts cannot read it, other sites cannot use it. */
export function setCookie(ctx: Context, name: string, value: string, lifetimeSeconds: number): void {
  const secure = ctx.secure ? "; Secure" : "";
  ctx.append(
    "Set-Cookie",
    `${name}=${value}; Path=/portal; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Strict${secure}`,
  );
}

/** Sets the cookie of an owner's session. */
export const setSession = (ctx: Context, cookie: string, lifetimeSeconds: number): void =>
  setCookie(ctx, SESSION_COOKIE, cookie, lifetimeSeconds);

/** Removes the cookie of an owner's session. */
export const removeSession = (ctx: Context): void => setCookie(ctx, SESSION_COOKIE, "", 0);

/** Returns the value of the cookie of an owner's session; empty if there is none. */
export const cookieOf = (ctx: Context): string => ctx.cookies.get(SESSION_COOKIE) ?? "";

/** Returns the token that a page must send with each change, which other sites cannot know. */
export const csrfTokenOf = (cookie: string) => digestOf("csrf", cookie);

/** Refuses a request that a page of another site sent. */
export function refuseOtherSites(ctx: Context, publicUrl: string): void {
  const { origin } = ctx.req.headers;
  const own = [`${ctx.protocol}://${ctx.host}`, new URL(publicUrl).origin];
  if (origin === undefined || own.includes(origin)) return;
  throw new Problem("Forbidden", { detail: "The request was sent by a page of another site." });
}

interface SessionParts {
  owners: Owners;
  tenants: Pick<Tenants, "find">;
  now: Now;
}

type Session = SignedInOwner & { csrfToken: string };

/**
 * Returns a tenant.
 *
 * @throws `Forbidden` if it is suspended
 */
export async function activeTenant(
  { tenants }: Pick<SessionParts, "tenants">,
  tenantId: string,
): Promise<Tenant> {
  const tenant = await tenants.find(tenantId);
  requireActive(tenant);
  return tenant;
}

/**
 * Returns the owner of a session, also of a suspended tenant: to end sessions, and to record who made a request.
 *
 * @throws `Unauthorized` without a valid session
 */
export async function sessionOf(
  ctx: Context,
  { owners, now }: Pick<SessionParts, "owners" | "now">,
): Promise<Session> {
  const cookie = cookieOf(ctx);
  const session = await owners.ofCookie(cookie, now());
  if (!session) throw new Problem("Unauthorized", { detail: "Sign in first." });
  return { ...session, csrfToken: csrfTokenOf(cookie) };
}

/** Returns the owner who is signed in. Also throws `Forbidden` if the tenant is suspended. */
export async function signedIn(ctx: Context, parts: SessionParts): Promise<Session> {
  const session = await sessionOf(ctx, parts);
  await activeTenant(parts, session.tenantId);
  return session;
}

/**
 * Returns the owner who is signed in, for a request that changes something: it must have the CSRF token.
 *
 * @param find finds the session: {@link sessionOf} if the tenant may be suspended
 */
export async function signedInToChange(
  ctx: Context,
  parts: SessionParts & { publicUrl: string },
  find: typeof sessionOf | typeof signedIn = signedIn,
): Promise<SignedInOwner> {
  refuseOtherSites(ctx, parts.publicUrl);
  const { csrfToken, ...session } = await find(ctx, parts);
  if (!isSameSecret(ctx.get(CSRF_HEADER), csrfToken))
    throw new Problem("Forbidden", {
      detail: "X-CSRF-Token is not the token of the session. Load the page again.",
    });
  return session;
}

const invalid = (field: string, message: string) =>
  new Problem("InvalidInput", { errors: [{ path: `/${field}`, message }] });

/**
 * The members of a JSON body, which must be texts.
 *
 * @throws `InvalidInput` for any other body
 */
export class TextFields {
  readonly #fields: Record<string, unknown>;

  private constructor(fields: Record<string, unknown>) {
    this.#fields = fields;
  }

  /** Reads the body of a request. */
  static async of(ctx: Context): Promise<TextFields> {
    const { value } = await readFields(ctx, { malformed: 400, invalid: 400 });
    if (!isObject(value)) throw new Problem("InvalidInput", { detail: "The body must be an object." });
    return new TextFields(value);
  }

  /** Returns a text of `min` to `max` characters. */
  text(name: string, { min = 1, max = 254 } = {}): string {
    const value = this.#fields[name];
    if (typeof value !== "string") throw invalid(name, "must be a string");
    if (value.length < min || value.length > max)
      throw invalid(name, `must have ${min} to ${max} characters`);
    return value;
  }

  /** Returns a text that may be absent. */
  optional(name: string): string | undefined {
    return this.#fields[name] === undefined ? undefined : this.text(name);
  }

  /** Returns a text that must be one of `choices`. */
  choice<T extends string>(name: string, choices: readonly T[]): T {
    const value = this.#fields[name];
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined) throw invalid(name, `must be one of ${choices.join(", ")}`);
    return chosen;
  }
}

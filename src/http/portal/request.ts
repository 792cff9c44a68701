import type { Context } from "koa";
import { isObject } from "../../ingest/json/json.ts";
import { Problem } from "../../ingest/problem.ts";
import type { Owners, SignedInOwner } from "../../store/owners/owners.ts";
import type { Now } from "../../store/redis/clock.ts";
import { isSameSecret } from "../../store/secrets/same-secret.ts";
import { digestOf } from "../idempotency/digest.ts";
import { readJson } from "../middleware/body.ts";

const COOKIE = "wishlist_portal";
const CSRF_HEADER = "x-csrf-token";

/** Puts an owner's session into the browser; an empty value ends it. Scripts and other sites cannot read or use it. */
export function setCookie(ctx: Context, value: string, lifetimeSeconds: number): void {
  const secure = ctx.secure ? "; Secure" : "";
  const age = value === "" ? 0 : lifetimeSeconds;
  ctx.append(
    "Set-Cookie",
    `${COOKIE}=${value}; Path=/portal; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`,
  );
}

const cookieOf = (ctx: Context) => ctx.cookies.get(COOKIE) ?? "";

/** What a page must send along with a request of a session, so that no other site can send one. */
export const csrfTokenOf = (cookie: string) => digestOf("csrf", cookie);

/** Refuses a request that a page of another site has sent. */
export function refuseOtherSites(ctx: Context, publicUrl: string): void {
  const { origin } = ctx.req.headers;
  const own = [`${ctx.protocol}://${ctx.host}`, new URL(publicUrl).origin];
  if (origin === undefined || own.includes(origin)) return;
  throw new Problem("Forbidden", { detail: "The request comes from another site." });
}

/** The owner who is signed in. Throws `Unauthorized` without a valid session. */
export async function signedIn(
  ctx: Context,
  { owners, now }: { owners: Owners; now: Now },
): Promise<SignedInOwner & { csrfToken: string }> {
  const cookie = cookieOf(ctx);
  const session = await owners.ofCookie(cookie, now());
  if (!session) throw new Problem("Unauthorized", { detail: "Sign in first." });
  return { ...session, csrfToken: csrfTokenOf(cookie) };
}

/** The owner of a request that changes something: also its CSRF token must be right. */
export async function signedInToChange(
  ctx: Context,
  parts: { owners: Owners; now: Now; publicUrl: string },
): Promise<SignedInOwner> {
  refuseOtherSites(ctx, parts.publicUrl);
  const { csrfToken, ...session } = await signedIn(ctx, parts);
  if (!isSameSecret(ctx.get(CSRF_HEADER), csrfToken))
    throw new Problem("Forbidden", { detail: "X-CSRF-Token must be the token of the session." });
  return session;
}

const invalid = (field: string, message: string) =>
  new Problem("InvalidInput", { errors: [{ path: `/${field}`, message }] });

/** The members of a JSON body, each a text. Throws `InvalidInput` for any other body. */
export class TextFields {
  readonly #fields: Record<string, unknown>;

  private constructor(fields: Record<string, unknown>) {
    this.#fields = fields;
  }

  /** Reads the body of a request. */
  static async of(ctx: Context): Promise<TextFields> {
    const { value } = await readJson(ctx, { malformed: 400, invalid: 400 });
    if (!isObject(value)) throw new Problem("InvalidInput", { detail: "The body must be an object." });
    return new TextFields(value);
  }

  /** A text of `min` to `max` characters. */
  text(name: string, { min = 1, max = 254 } = {}): string {
    const value = this.#fields[name];
    if (typeof value !== "string") throw invalid(name, "must be a text");
    if (value.length < min || value.length > max)
      throw invalid(name, `must have ${min} to ${max} characters`);
    return value;
  }

  /** A text that may be absent. */
  optional(name: string): string | undefined {
    return this.#fields[name] === undefined ? undefined : this.text(name);
  }

  /** One of some texts. */
  choice<T extends string>(name: string, choices: readonly T[]): T {
    const value = this.#fields[name];
    const chosen = choices.find((choice) => choice === value);
    if (chosen === undefined) throw invalid(name, `must be one of ${choices.join(", ")}`);
    return chosen;
  }
}

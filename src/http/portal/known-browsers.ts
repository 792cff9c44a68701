import { randomBytes } from "node:crypto";
import type { Context } from "koa";
import { normalEmail } from "../../store/owners/owners.ts";
import { Unsealable, type Vault } from "../../store/secrets/vault.ts";
import { setCookie } from "./request.ts";

const COOKIE = "wishlist_portal_browser";
const ID_BYTES = 16;
const LIFETIME_S = 180 * 86_400;

const purposeOf = (email: string) => `browser of ${normalEmail(email)}`;

/**
 * The browsers in which a person has signed in before. Such a browser has a cookie with a sealed id, which is valid for
 * one e-mail address. It gives no access. The limit of refused sign-ins counts these browsers separately, so that
 * attempts from elsewhere do not keep the person out.
 */
export class KnownBrowsers {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Returns the id of the browser of a request, if a person with this e-mail address has signed in there. */
  idOf(ctx: Context, email: string): string | undefined {
    const cookie = ctx.cookies.get(COOKIE);
    if (cookie === undefined) return undefined;
    try {
      return this.#vault.open(cookie, purposeOf(email));
    } catch (err) {
      if (err instanceof Unsealable) return undefined;
      throw err;
    }
  }

  /** Sets or renews the cookie of a browser in which a person has signed in. */
  remember(ctx: Context, email: string): void {
    const id = this.idOf(ctx, email) ?? randomBytes(ID_BYTES).toString("base64url");
    setCookie(ctx, COOKIE, this.#vault.seal(id, purposeOf(email)), LIFETIME_S);
  }
}

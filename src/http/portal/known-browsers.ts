import { randomBytes } from "node:crypto";
import type { Context } from "koa";
import { normalEmail } from "../../store/owners/owners.ts";
import { Unsealable, type Vault } from "../../store/secrets/vault.ts";
import { DAY_S } from "../../units/durations.ts";
import { setCookie } from "./request.ts";

const COOKIE = "wishlist_portal_browser";
const ID_BYTES = 16;
const LIFETIME_S = 180 * DAY_S;

const purposeOf = (email: string) => `browser of an owner ${normalEmail(email)}`;

/** A browser in which an owner has signed in before. */
interface KnownBrowser {
  /** The tenant of the owner. */
  tenantId: string;
  id: string;
}

/**
 * The browsers in which a person has signed in before. Such a browser has a cookie with a sealed id, which is valid for
 * one e-mail address at one tenant: another tenant may have invited the same address, to get such a cookie. It gives no
 * access. The limit of refused sign-ins counts these browsers separately, so that attempts from elsewhere do not keep
 * the person out.
 */
export class KnownBrowsers {
  readonly #vault: Vault;

  constructor(vault: Vault) {
    this.#vault = vault;
  }

  /** Returns the browser of a request, if an owner with this e-mail address has signed in there. */
  find(ctx: Context, email: string): KnownBrowser | undefined {
    const cookie = ctx.cookies.get(COOKIE);
    if (cookie === undefined) return undefined;
    try {
      const [tenantId = "", id = ""] = this.#vault.open(cookie, purposeOf(email)).split(" ");
      return { tenantId, id };
    } catch (err) {
      if (err instanceof Unsealable) return undefined;
      throw err;
    }
  }

  /** Sets or renews the cookie of a browser in which an owner of a tenant has signed in. */
  remember(ctx: Context, tenantId: string, email: string): void {
    const known = this.find(ctx, email);
    const id = known?.tenantId === tenantId ? known.id : randomBytes(ID_BYTES).toString("base64url");
    setCookie(ctx, COOKIE, this.#vault.seal(`${tenantId} ${id}`, purposeOf(email)), LIFETIME_S);
  }
}

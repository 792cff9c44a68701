import type { IncomingMessage } from "node:http";
import { boundedCache } from "../../collections/bounded-cache.ts";

/** Maximum number of shops and links in memory. */
const MAX_KNOWN = 20_000;
const SHOP_PATH = /\/api\/shopify\/webhooks\/?$/;
const LINK_PATH = /\/api\/shared\/([^/]+)\/?$/;

/**
 * The tenants that requests without a token claim to concern, by the names of shops and links that have led to a tenant
 * before. A claim is not verified, so it permits only to continue until it is.
 */
export class ClaimedTenants {
  readonly #known = boundedCache<string>(MAX_KNOWN);

  /** Remembers the tenant of a shop whose signature was valid. */
  addShop(domain: string, tenant: string): void {
    this.#known.set(`shop ${domain.toLowerCase()}`, tenant);
  }

  /** Remembers the tenant of a link to a shared wishlist. */
  addLink(token: string, tenant: string): void {
    this.#known.set(`link ${token}`, tenant);
  }

  /** Returns the tenant that a request claims to concern; undefined if it names no known shop or link. */
  of({ url = "", headers }: Pick<IncomingMessage, "url" | "headers">): string | undefined {
    const [path = ""] = url.split("?", 1);
    const domain = headers["x-shopify-shop-domain"];
    if (typeof domain === "string" && SHOP_PATH.test(path))
      return this.#known.get(`shop ${domain.toLowerCase()}`);
    const [, token] = LINK_PATH.exec(path) ?? [];
    return token === undefined ? undefined : this.#known.get(`link ${token}`);
  }
}

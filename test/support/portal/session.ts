import assert from "node:assert/strict";
import type { OwnerRole } from "../../../src/store/owners/owner.ts";
import { Owners } from "../../../src/store/owners/owners.ts";
import {
  Caller,
  CHEAP_PASSWORDS,
  type Json,
  send,
  type SendOptions,
  type Service,
  unique,
} from "../service.ts";

/** Registers a tenant without owners, and returns its id. */
export async function newTenant({ tenants }: Service): Promise<string> {
  const id = unique("t");
  await tenants.create(id);
  return id;
}

/** Creates an owner of a tenant, and returns the credentials. */
export async function newOwner(
  { redis, keys }: Service,
  tenantId: string,
  options: { role?: OwnerRole; isTemporary?: boolean; email?: string } = {},
): Promise<{ email: string; password: string }> {
  const { email = `${unique("o")}@shop.example`, ...rest } = options;
  const { owner, password } = await new Owners(redis, keys, CHEAP_PASSWORDS).create(tenantId, email, rest);
  return { email: owner.email, password };
}

/** A browser at the portal, which keeps and sends the cookies and the CSRF token. */
export class PortalBrowser {
  readonly baseUrl: string;
  /** The cookie of the session. */
  cookie = "";
  /** The cookie that is kept after the session. */
  knownBrowser = "";
  csrfToken = "";

  constructor(baseUrl: string) {
    this.baseUrl = baseUrl;
  }

  async send(method: string, path: string, body?: unknown, options: SendOptions = {}) {
    const cookies = [this.cookie, this.knownBrowser].filter((cookie) => cookie !== "").join("; ");
    const headers = {
      ...(cookies === "" ? {} : { Cookie: cookies }),
      ...(this.csrfToken === "" ? {} : { "X-CSRF-Token": this.csrfToken }),
      ...options.headers,
    };
    return send(this.baseUrl, method, `/portal/api${path}`, body, { ...options, headers });
  }

  /** Signs in, and keeps the cookies and the token of the answer. */
  async signIn(credentials: { email: string; password: string; tenant?: string }): Promise<Json> {
    const answer = await this.send("POST", "/sign-in", credentials);
    const cookies = (answer.headers["set-cookie"] ?? []).map((cookie) => cookie.split(";")[0] ?? "");
    [this.cookie = "", this.knownBrowser = this.knownBrowser] = cookies;
    this.csrfToken = answer.body?.csrfToken ?? "";
    return answer;
  }

  /** Returns a caller of the API with the access token that the portal issues to its page. */
  async caller(tenantId: string, store = "default"): Promise<Caller> {
    const { body, status, text } = await this.send("POST", "/token", { store });
    if (status !== 200) throw new Error(`${status} ${text}`);
    return new Caller(this.baseUrl, tenantId, body.access_token);
  }
}

/** Registers a tenant with an owner, and signs the owner in. */
export async function signInOwner(service: Service, options: Parameters<typeof newOwner>[2] = {}) {
  const tenantId = await newTenant(service);
  const credentials = await newOwner(service, tenantId, options);
  const page = new PortalBrowser(service.baseUrl);
  const { status, body } = await page.signIn(credentials);
  assert.equal(status, 200);
  return { tenantId, credentials, page, session: body };
}

import createClient, { type Client, type Middleware } from "openapi-fetch";
import { refusalOf } from "./refused.ts";
import type { paths } from "./schema.ts";
import { sender } from "./send.ts";
import { AccessToken, type Credentials, type TokenOptions } from "./token.ts";

export type ClientOptions = Credentials & Partial<TokenOptions>;

/** The media type that the client requests if the service supports several. */
type Media = "application/json";

/** The operations of the service: `GET`, `POST`, `PUT` and `DELETE`, each typed by its path. */
export type WishlistClient = Client<paths, Media>;

const KEY = "Idempotency-Key";

/** Adds a new Idempotency-Key to every write without one, so that a write that is sent again is applied once. */
const withKey: Middleware = {
  onRequest({ request }) {
    if (request.method !== "GET" && !request.headers.has(KEY)) request.headers.set(KEY, crypto.randomUUID());
    return request;
  },
};

/** Throws for a refusal, so that a result always has `data`. 304 is not a refusal: the caller's copy is current. */
const refusals: Middleware = {
  async onResponse({ response }) {
    if (!response.ok && response.status !== 304) throw await refusalOf(response);
  },
};

/**
 * Creates a client of one tenant. The client gets its access token itself, and sends a request again if that is safe.
 *
 * Its operations throw {@link Refused} if the service refuses a request, and the error of `fetch` if it does not
 * answer.
 */
export function createWishlistClient(options: ClientOptions): WishlistClient {
  const {
    baseUrl,
    tenant,
    attempts = 5,
    longestWaitMs = 30_000,
    tokenTimeoutMs = 10_000,
    send = fetch,
  } = options;
  const repeats = { attempts, longestWaitMs, send };
  const client = createClient<paths, Media>({
    baseUrl,
    headers: { "X-SVC-Tenant": tenant },
    fetch: sender(new AccessToken(options, { ...repeats, tokenTimeoutMs }), repeats),
  });
  client.use(withKey, refusals);
  return client;
}

import createClient, { type Client, type Middleware } from "openapi-fetch";
import { refusalOf } from "./refused.ts";
import type { SendOptions } from "./repeat.ts";
import type { paths } from "./schema.ts";
import { sender } from "./send.ts";
import { AccessToken, type Credentials } from "./token.ts";

export type ClientOptions = Credentials & Partial<SendOptions>;

/** Of answers that come in several media types, the client asks for JSON. */
type Media = "application/json";

/** The operations of the service: `GET`, `POST`, `PUT` and `DELETE`, each typed by its path. */
export type WishlistClient = Client<paths, Media>;

const KEY = "Idempotency-Key";

/** Every write gets a key of its own, unless the caller has set one: sent again, it takes effect once. */
const withKey: Middleware = {
  onRequest({ request }) {
    if (request.method !== "GET" && !request.headers.has(KEY)) request.headers.set(KEY, crypto.randomUUID());
    return request;
  },
};

/** A refusal is an error, so that `data` of a result is always there. 304 is none: the caller's copy is current. */
const refusals: Middleware = {
  async onResponse({ response }) {
    if (!response.ok && response.status !== 304) throw await refusalOf(response);
  },
};

/**
 * A client of one tenant. It gets its access token itself and sends a request again where that is safe.
 *
 * Its operations throw {@link Refused} when the service refuses, and what `fetch` throws when the service does not answer.
 */
export function createWishlistClient(options: ClientOptions): WishlistClient {
  const { baseUrl, tenant, attempts = 5, longestWaitMs = 30_000, send = fetch } = options;
  const repeats = { attempts, longestWaitMs, send };
  const client = createClient<paths, Media>({
    baseUrl,
    headers: { "X-SVC-Tenant": tenant },
    fetch: sender(new AccessToken(options, repeats), repeats),
  });
  client.use(withKey, refusals);
  return client;
}

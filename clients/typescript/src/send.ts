import { repeat, type SendOptions } from "./repeat.ts";
import type { AccessToken } from "./token.ts";

/**
 * Returns a `fetch` that sends requests with the access token, and sends them again if that is safe: after an overload,
 * after a lost connection, and once if the token is no longer valid. Every write needs an `Idempotency-Key`.
 */
export function sender(token: AccessToken, options: SendOptions) {
  return (request: Request): Promise<Response> => {
    let bearer: string;
    let isRenewed = false;
    return repeat(
      {
        signal: request.signal,
        async prepare() {
          bearer = await token.get(request.signal);
          const authorized = request.clone();
          authorized.headers.set("Authorization", `Bearer ${bearer}`);
          return authorized;
        },
        renew() {
          if (isRenewed) return false;
          token.drop(bearer);
          return (isRenewed = true);
        },
      },
      options,
    );
  };
}

import { unlessAborted } from "./abort.ts";
import { refusalOf } from "./refused.ts";
import { repeat, type SendOptions } from "./repeat.ts";

export interface Credentials {
  /** Address of the service, without a path. */
  baseUrl: string;
  tenant: string;
  clientId: string;
  clientSecret: string;
}

export interface TokenOptions extends SendOptions {
  /** Longest time of one attempt to get a token, in milliseconds: all other requests wait for it. */
  tokenTimeoutMs: number;
}

/** How long before its expiry a token is replaced, in milliseconds: it must not expire during a request. */
const MARGIN_MS = 60_000;

interface Held {
  token: Promise<string>;
  /** The token; absent until the service has answered. */
  value?: string;
  /** A time as returned by `performance.now()`. */
  usableUntil: number;
}

/**
 * The access token of a client (RFC 6749, section 4.4). It is requested when it is needed, and shared by all requests.
 */
export class AccessToken {
  readonly #credentials: Credentials;
  readonly #options: TokenOptions;
  #held: Held | undefined;

  constructor(credentials: Credentials, options: TokenOptions) {
    this.#credentials = credentials;
    this.#options = options;
  }

  /**
   * Resolves to a token that is still valid for some time. The request for a token is repeated like any other.
   * @throws {Refused} for wrong credentials, or if the service is still overloaded at the last attempt
   * @throws the reason of the signal if it is aborted; other requests may still wait for the same token
   */
  async get(signal: AbortSignal): Promise<string> {
    signal.throwIfAborted();
    if (!this.#held || performance.now() >= this.#held.usableUntil) this.#held = this.#request();
    return unlessAborted(this.#held.token, signal);
  }

  /**
   * Drops the token that the service has refused: a new signing key or a revocation ends tokens early. If another token
   * was requested in the meantime, it is kept.
   */
  drop(refused: string): void {
    if (this.#held?.value === refused) this.#held = undefined;
  }

  #request(): Held {
    const start = performance.now();
    const answer = this.#ask();
    const held: Held = { token: answer.then(({ access_token }) => access_token), usableUntil: Infinity };
    answer.then(
      ({ access_token, expires_in }) => {
        held.value = access_token;
        const lifetimeMs = expires_in * 1000;
        held.usableUntil = start + Math.max(lifetimeMs - MARGIN_MS, lifetimeMs / 2);
      },
      // A failure is not stored: the next request tries again.
      () => {
        if (this.#held === held) this.#held = undefined;
      },
    );
    return held;
  }

  async #ask(): Promise<{ access_token: string; expires_in: number }> {
    const { baseUrl, tenant, clientId, clientSecret } = this.#credentials;
    const path = `/auth/realms/${encodeURIComponent(tenant)}/protocol/openid-connect/token`;
    const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
    const prepare = () => {
      const signal = AbortSignal.timeout(this.#options.tokenTimeoutMs);
      const body = new URLSearchParams(form);
      return Promise.resolve(new Request(new URL(path, baseUrl), { method: "POST", body, signal }));
    };
    // Others may wait for the same token, so no signal of a caller ends the attempts.
    const answer = await repeat({ signal: new AbortController().signal, prepare }, this.#options);
    if (!answer.ok) throw await refusalOf(answer);
    return (await answer.json()) as { access_token: string; expires_in: number };
  }
}

import { refusalOf } from "./refused.ts";

export interface Credentials {
  /** Address of the service, without a path. */
  baseUrl: string;
  tenant: string;
  clientId: string;
  clientSecret: string;
}

/** A token is replaced this long before it expires, in milliseconds: it must not expire on its way. */
const MARGIN_MS = 60_000;

interface Held {
  token: Promise<string>;
  /** Time of `performance.now()`. */
  usableUntil: number;
}

/** The access token of a client: requested when it is needed, and shared by all requests (RFC 6749, section 4.4). */
export class AccessToken {
  readonly #credentials: Credentials;
  readonly #send: typeof fetch;
  #held: Held | undefined;

  constructor(credentials: Credentials, send: typeof fetch) {
    this.#credentials = credentials;
    this.#send = send;
  }

  /**
   * Resolves to a token that is valid for a while.
   * @throws {Refused} for wrong credentials
   */
  get(): Promise<string> {
    if (!this.#held || performance.now() >= this.#held.usableUntil) this.#held = this.#request();
    return this.#held.token;
  }

  /** Drops the token that the service has refused: a new signing key or a revocation ends tokens early. */
  drop(): void {
    this.#held = undefined;
  }

  #request(): Held {
    const start = performance.now();
    const answer = this.#ask();
    const held = { token: answer.then(({ access_token }) => access_token), usableUntil: Infinity };
    answer.then(
      ({ expires_in }) => {
        const lifetimeMs = expires_in * 1000;
        held.usableUntil = start + Math.max(lifetimeMs - MARGIN_MS, lifetimeMs / 2);
      },
      // A failure is not kept: the next request tries again.
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
    const answer = await this.#send(new URL(path, baseUrl), {
      method: "POST",
      body: new URLSearchParams(form),
    });
    if (!answer.ok) throw await refusalOf(answer);
    return (await answer.json()) as { access_token: string; expires_in: number };
  }
}

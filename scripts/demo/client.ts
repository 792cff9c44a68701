import { randomUUID } from "node:crypto";

export interface Credentials {
  baseUrl: string;
  tokenUrl: string;
  tenantId: string;
  clientId: string;
  clientSecret: string;
}

const API = "/services/wsservice/api";
const MAX_ATTEMPTS = 5;

/** The service refused a request. */
export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** Milliseconds at a share of all requests, such as 0.99. */
const quantile = (sorted: number[], share: number) => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;

/** A storefront's connection to the service. It counts its requests and how long they take. */
export class Client {
  readonly #credentials: Credentials;
  readonly #headers: Record<string, string>;
  #times: number[] = [];

  private constructor(credentials: Credentials, token: string) {
    this.#credentials = credentials;
    this.#headers = { Authorization: `Bearer ${token}`, "X-SVC-Tenant": credentials.tenantId };
  }

  /** Gets a token. Throws {@link Refused} for wrong credentials. */
  static async connect(credentials: Credentials): Promise<Client> {
    const { tokenUrl, clientId, clientSecret } = credentials;
    const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
    const answer = await fetch(tokenUrl, { method: "POST", body: new URLSearchParams(form) });
    const text = await answer.text();
    if (!answer.ok) throw new Refused(answer.status, `No token: ${answer.status} ${text}`);
    return new Client(credentials, (JSON.parse(text) as { access_token: string }).access_token);
  }

  /**
   * Sends a request and resolves to the JSON of its answer; undefined for an empty one. A write carries an
   * `Idempotency-Key`, so that it may be sent again when the service is busy. Throws {@link Refused}.
   */
  send<T>(method: string, path: string, body?: object): Promise<T> {
    return this.#request<T>(
      method,
      path,
      body && { type: "application/json", content: JSON.stringify(body) },
    );
  }

  /** Sends a file of rows, as it is. Resolves to the feed, whose rows are applied later. */
  upload<T>(path: string, type: string, content: string): Promise<T> {
    return this.#request<T>("POST", path, { type, content });
  }

  async #request<T>(method: string, path: string, body?: { type: string; content: string }): Promise<T> {
    const init: RequestInit = {
      method,
      headers: {
        ...this.#headers,
        ...(method === "GET" ? {} : { "Idempotency-Key": randomUUID() }),
        ...(body ? { "Content-Type": body.type } : {}),
      },
      ...(body ? { body: body.content } : {}),
    };
    for (let attempt = 1; ; attempt++) {
      const start = performance.now();
      const answer = await fetch(`${this.#credentials.baseUrl}${API}${path}`, init);
      const text = await answer.text();
      this.#times.push(performance.now() - start);
      if (answer.ok) return (text === "" ? undefined : JSON.parse(text)) as T;
      const isBusy = answer.status === 429 || answer.status === 503;
      if (!isBusy || attempt === MAX_ATTEMPTS)
        throw new Refused(answer.status, `${method} ${path}: ${answer.status} ${text}`);
      const seconds = Number(answer.headers.get("Retry-After") ?? 1);
      await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
    }
  }

  /** Requests since the last call, and the milliseconds that half and 99 of 100 of them took at most. */
  takeTimes(): { count: number; median: number; p99: number } {
    const sorted = this.#times.sort((a, b) => a - b);
    this.#times = [];
    return { count: sorted.length, median: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
  }
}

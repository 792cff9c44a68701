import { API_PATH } from "./path.ts";
import { checked, isUnknown, orNothing } from "./problem.ts";
import type { Account } from "./session.ts";

/** How long before its expiry a token is replaced, in milliseconds. */
const MARGIN_MS = 30_000;

/** How long a creation whose outcome is unknown can be repeated as the same one, in milliseconds. */
const REPEATED_MS = 10 * 60_000;

/** Parameters of a request; undefined ones are not sent. */
export type Query = Record<string, string | number | undefined>;

const searchOf = (query: Query) => {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined || value === "" ? [] : [[name, value.toString()]],
  );
  return given.length === 0 ? "" : `?${new URLSearchParams(given).toString()}`;
};

/** Returns the header with a new key. Over plain HTTP, browsers do not have `crypto.randomUUID`. */
const newKey = () => ({ "Idempotency-Key": crypto.getRandomValues(new Uint32Array(4)).join("-") });
type Key = ReturnType<typeof newKey>;

/** Rows of a list, with the cursor of the next page; without a cursor on the last page. */
export interface Page<R> {
  rows: readonly R[];
  cursor?: string | undefined;
}

/** The public API for the store that is shown, with a token that is renewed as needed. */
export class Api {
  readonly tenantId: string;
  readonly store: string;
  readonly #account: Account;
  #token: Promise<string> | undefined;
  /** The keys of creations whose outcome is unknown, by their content. */
  readonly #unknown = new Map<string, { key: Key; until: number }>();

  constructor(account: Account, { tenantId, store }: { tenantId: string; store: string }) {
    this.#account = account;
    this.tenantId = tenantId;
    this.store = store;
  }

  async #newToken(): Promise<string> {
    const { access_token: token, expires_in: seconds } = await this.#account.token(this.store);
    setTimeout(() => (this.#token = undefined), Math.max(0, seconds * 1000 - MARGIN_MS));
    return token;
  }

  async #tokenNow(): Promise<string> {
    this.#token ??= this.#newToken();
    try {
      return await this.#token;
    } catch (err) {
      this.#token = undefined;
      throw err;
    }
  }

  /** Returns the headers of every request: the token and the tenant. */
  async #headers(): Promise<Record<string, string>> {
    return { Authorization: `Bearer ${await this.#tokenNow()}`, "X-SVC-Tenant": this.tenantId };
  }

  /** Sends a request. If the token is refused, sends it once more with a new token. Throws a `Refusal`. */
  async #authorized(attempt: (headers: Record<string, string>) => Promise<Response>): Promise<Response> {
    let answer = await attempt(await this.#headers());
    if (answer.status === 401) {
      this.#token = undefined;
      answer = await attempt(await this.#headers());
    }
    return checked(answer);
  }

  /** Sends a request to a path of the service. Throws a `Refusal`. */
  #send(
    method: string,
    path: string,
    init: { body?: string; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    return this.#authorized((headers) =>
      fetch(path, { ...init, method, headers: { ...headers, ...init.headers } }),
    );
  }

  async #json<T>(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<T> {
    const init =
      body === undefined
        ? { headers: { ...headers } }
        : { body: JSON.stringify(body), headers: { "Content-Type": "application/json", ...headers } };
    const answer = await this.#send(method, `${API_PATH}${path}`, init);
    const text = await answer.text();
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  #write<T>(method: string, path: string, body?: unknown): Promise<T> {
    return this.#json<T>(method, path, body, newKey());
  }

  get<T>(path: string, query: Query = {}): Promise<T> {
    return this.#json<T>("GET", `${path}${searchOf(query)}`);
  }
  /** Returns a page of a list; `name` is the member of the answer with the rows. */
  async page<R>(path: string, name: string, query: Query): Promise<Page<R>> {
    const answer = await this.get<Record<string, R[]> & { cursor?: string }>(path, query);
    return { rows: answer[name] ?? [], cursor: answer.cursor };
  }
  /** Sends a read whose parameters are in the body. */
  read<T>(path: string, body: unknown): Promise<T> {
    return this.#json<T>("POST", path, body);
  }
  /**
   * Creates something. If the outcome is unknown, such as after a lost connection, the person tries again: the request
   * then has the same key, so that nothing is created twice. Other writes have the same effect if they are repeated.
   */
  async post<T>(path: string, body?: unknown): Promise<T> {
    const content = JSON.stringify([path, body]);
    const earlier = this.#unknown.get(content);
    const isRepeated = earlier !== undefined && earlier.until > Date.now();
    const attempt = isRepeated ? earlier : { key: newKey(), until: Date.now() + REPEATED_MS };
    this.#unknown.delete(content);
    try {
      return await this.#json<T>("POST", path, body, attempt.key);
    } catch (err) {
      if (isRepeated || isUnknown(err)) this.#unknown.set(content, attempt);
      throw err;
    }
  }
  put<T>(path: string, body: unknown): Promise<T> {
    return this.#write<T>("PUT", path, body);
  }
  /** Deletes an entity. One that is already deleted, such as in another window, is not an error. */
  delete(path: string): Promise<undefined> {
    return this.#write<undefined>("DELETE", path).catch(orNothing);
  }

  /** Returns a file that the API sends. */
  async file(path: string, query: Query, type: string): Promise<Blob> {
    const answer = await this.#send("GET", `${API_PATH}${path}${searchOf(query)}`, {
      headers: { Accept: type },
    });
    return answer.blob();
  }

  /** Uploads a file unchanged, and reports the progress from 0 to 1. Throws a `Refusal`. */
  async upload<T>(
    path: string,
    file: File,
    headers: Record<string, string>,
    onProgress: (share: number) => void,
  ): Promise<T> {
    const key = newKey();
    const answer = await this.#authorized((own) =>
      postFile(`${API_PATH}${path}`, file, { ...own, ...key, ...headers }, onProgress),
    );
    return (await answer.json()) as T;
  }
}

/** Posts a file. Unlike `fetch`, an `XMLHttpRequest` reports how much has been sent. */
function postFile(
  url: string,
  file: File,
  headers: Record<string, string>,
  onProgress: (share: number) => void,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 1 : loaded / total);
    request.onerror = () => reject(new TypeError("network"));
    request.onload = () => {
      const given = ["Content-Type", "Retry-After"].flatMap((name): [string, string][] => {
        const value = request.getResponseHeader(name);
        return value === null ? [] : [[name, value]];
      });
      resolve(new Response(request.response as string, { status: request.status, headers: given }));
    };
    request.send(file);
  });
}

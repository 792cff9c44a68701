import type { PrivateTargets } from "../../outbound/addresses.ts";
import { OutboundClient } from "../../outbound/client.ts";
import { targetRefusal, TargetRefused } from "../../outbound/guard.ts";
import { retryAfterOf } from "../../outbound/retry-after.ts";
import { Refused, RetryLater } from "../connector.ts";
import type { Pace } from "./pace.ts";

const TIMEOUT_MS = 30_000;
/** What is read of an answer. */
const ANSWER_LIMIT = 1024 * 1024;
/** Characters of an answer that are stored. */
const QUOTE_LENGTH = 300;
/** Characters of an answer that are searched: the patterns are slow on very long words. */
const SEARCHED_LENGTH = 2000;

/** The answer is about what was sent; sent again it would be the same. */
const ABOUT_CONTENT = new Set([400, 409, 413, 422]);
/** The platform is busy. */
const BUSY = new Set([408, 425, 429]);

/** Errors from before a request was sent. */
const BEFORE_SENDING = new Set([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Like {@link RetryLater}, and it is known that nothing was sent. */
export class NotSent extends RetryLater {}

interface PlatformOptions {
  /** What errors call it. */
  name: string;
  baseUrl: string;
  /** Sent with every request. */
  headers?: Record<string, string>;
  allowPrivate: PrivateTargets;
  /** Never shown, even if the platform's answer contains one. */
  secrets: readonly string[];
}

interface Call {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** With its query; goes after the base address, which it is itself when this is empty. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  pace?: Pace;
}

export interface PlatformResponse {
  status: number;
  /** What was read of the body, as it came. */
  bytes: Buffer;
  /** The same as text, decoded when it is asked for: what a bucket has in it may be no text. */
  readonly text: string;
  header: (name: string) => string | undefined;
}

/**
 * Text of a platform as it may be stored and logged: short, and without secrets, e-mail addresses or phone numbers, which
 * platforms like to repeat.
 */
function quote(text: string, secrets: readonly string[]): string {
  return secrets
    .reduce((rest, secret) => rest.replaceAll(secret, "***"), text)
    .replace(/\s+/g, " ")
    .slice(0, SEARCHED_LENGTH)
    .replace(/[^\s"'<>,;:()]+@[^\s"'<>,;:()]+/g, "***")
    .replace(/\+?\d(?:[ ()./-]?\d){8,}/g, "***")
    .trim()
    .slice(0, QUOTE_LENGTH);
}

async function readBytes(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > ANSWER_LIMIT) break;
  }
  return Buffer.concat(chunks);
}

const codeOf = (err: unknown) =>
  err instanceof Error && "code" in err && typeof err.code === "string" ? err.code : "no answer";

/**
 * Makes requests to one platform: to public addresses alone unless private ones are allowed, which is checked again at
 * every connection; in time; never after a redirect.
 */
export class Platform {
  readonly name: string;
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly #allowPrivate: PrivateTargets;
  readonly #secrets: readonly string[];
  readonly #client: OutboundClient;

  constructor({ name, baseUrl, headers, allowPrivate, secrets }: PlatformOptions) {
    this.name = name;
    this.#base = baseUrl;
    this.#headers = { "user-agent": "wishlist-service", ...headers };
    this.#allowPrivate = allowPrivate;
    this.#secrets = secrets;
    this.#client = new OutboundClient(allowPrivate, TIMEOUT_MS);
  }

  /**
   * Makes a request. Throws {@link RetryLater} if there is no answer, {@link NotSent} if certainly nothing was sent,
   * and {@link Refused} for an address that is not permitted.
   */
  async call({ pace, ...call }: Call, signal?: AbortSignal): Promise<PlatformResponse> {
    const attempt = () => this.#request(call, signal);
    return pace ? pace.take(attempt, signal) : attempt();
  }

  /** The checked address of a path. Throws {@link Refused} for one that nothing is sent to. */
  urlOf(path: string): URL {
    const text = path === "" ? this.#base : this.#base.replace(/\/+$/, "") + path;
    const refusal = targetRefusal(text, this.#allowPrivate);
    if (refusal !== undefined) throw new Refused(`${this.name}'s address ${refusal}`);
    return new URL(text);
  }

  async #request(
    { method = "POST", path, headers, body }: Call,
    signal?: AbortSignal,
  ): Promise<PlatformResponse> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const url = this.urlOf(path);
    try {
      const answer = await this.#client.request(url, {
        method,
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        headers: { ...this.#headers, ...headers },
        body: body ?? null,
      });
      const bytes = await readBytes(answer.body);
      return {
        status: answer.statusCode,
        bytes,
        get text() {
          return bytes.toString();
        },
        header: (name) => [answer.headers[name]].flat()[0],
      };
    } catch (err) {
      signal?.throwIfAborted();
      if (err instanceof TargetRefused) throw new Refused(`${this.name}'s address ${err.message}`);
      const code = timeout.aborted ? "no answer in time" : codeOf(err);
      const NoAnswer = BEFORE_SENDING.has(code) ? NotSent : RetryLater;
      throw new NoAnswer(`${this.name} cannot be reached: ${code}`);
    }
  }

  /**
   * Why the platform does not take what was sent; undefined when it took it. Throws {@link RetryLater} or {@link Refused}
   * when the answer is not about what was sent.
   */
  refusalIn(answer: PlatformResponse): string | undefined {
    const { status } = answer;
    if (status >= 200 && status < 300) return undefined;
    const message = this.reasonIn(answer);
    if (ABOUT_CONTENT.has(status)) return message;
    if (status < 500 && !BUSY.has(status)) throw new Refused(message);
    throw new RetryLater(message, retryAfterOf(answer.header("retry-after"), Date.now()));
  }

  /** An answer in a few words. */
  reasonIn({ status, text }: PlatformResponse): string {
    const said = this.quote(text);
    return `${this.name} answered ${status}${said === "" ? "" : `: ${said}`}`;
  }

  /** Text of the platform as it may be stored and logged. */
  quote(text: string): string {
    return quote(text, this.#secrets);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

import { codeOf } from "../../../errors/error-code.ts";
import type { ExportReason, ExportReasonCode, ReasonPlatform } from "../../../text/outbound-reasons.ts";
import { shorten } from "../../../text/shorten.ts";
import type { PrivateTargets } from "../../outbound/addresses.ts";
import { OutboundClient } from "../../outbound/client.ts";
import { checkTarget, TargetRefused } from "../../outbound/guard.ts";
import { retryAfterOf } from "../../outbound/retry-after.ts";
import { timeLimit } from "../../outbound/time-limit.ts";
import { Refused, RetryLater } from "../connector.ts";
import type { Pace } from "./pace.ts";

/** Maximum time until an answer is complete, in milliseconds. */
const TIMEOUT_MS = 30_000;
/** Maximum number of connections to a platform. */
const CONNECTIONS = 16;
/** Maximum number of bytes of an answer that are read. */
const ANSWER_LIMIT = 1024 * 1024;
/** Maximum number of characters of an answer that are stored. */
const QUOTE_LENGTH = 300;
/** Maximum number of characters of an answer that are searched, because the patterns are slow on very long words. */
const SEARCHED_LENGTH = 2000;

/** Statuses of answers about the content of the request. A retry would get the same answer. */
const CONTENT_STATUSES = new Set([400, 409, 413, 422]);
/** Statuses of a busy platform. */
const BUSY_STATUSES = new Set([408, 425, 429]);

/** Errors that occur before a request is sent. */
const UNSENT_CODES = new Set([
  ...["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH"],
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Like {@link RetryLater}, but certainly nothing was sent. */
export class NotSent extends RetryLater {}

interface PlatformOptions {
  /** The platform that reasons name. */
  platform: ReasonPlatform;
  baseUrl: string;
  /** Sent with every request. */
  headers?: Record<string, string>;
  allowPrivate: PrivateTargets;
  /** Removed from messages if the platform's answer contains one. */
  secrets: readonly string[];
  /** Maximum time until an answer is complete, in milliseconds; the default is half a minute. */
  timeoutMs?: number;
}

interface Call {
  method?: "GET" | "POST" | "PUT" | "DELETE";
  /** Path and query after the base address; empty for the base address itself. */
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  pace?: Pace;
  /** Maximum time until the answer is complete, in milliseconds, if it is not that of the platform. */
  timeoutMs?: number;
}

export interface PlatformResponse {
  status: number;
  /** The body, or its beginning if it is long. */
  bytes: Buffer;
  /** Whether this is the whole body. */
  isWhole: boolean;
  /** The same as text. It is decoded only on access, because an object of a bucket may be binary. */
  readonly text: string;
  header: (name: string) => string | undefined;
}

/**
 * Prepares a platform's text for storage and logs: shortens it, and removes secrets, e-mail addresses and phone
 * numbers, which platforms often repeat.
 */
function quote(text: string, secrets: readonly string[]): string {
  const withoutSecrets = secrets.reduce((remaining, secret) => remaining.replaceAll(secret, "***"), text);
  const searched = shorten(withoutSecrets.replace(/\s+/g, " "), SEARCHED_LENGTH);
  const quoted = searched
    .replace(/[^\s"'<>,;:()]+@[^\s"'<>,;:()]+/g, "***")
    .replace(/\+?\d(?:[ ()./-]?\d){8,}/g, "***")
    .trim();
  return shorten(quoted, QUOTE_LENGTH);
}

async function readBytes(body: AsyncIterable<Buffer>): Promise<Pick<PlatformResponse, "bytes" | "isWhole">> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > ANSWER_LIMIT) break;
  }
  return { bytes: Buffer.concat(chunks), isWhole: length <= ANSWER_LIMIT };
}

/**
 * Makes requests to one platform, with a timeout and without following redirects. Only public addresses are permitted,
 * unless private ones are allowed; this is checked at each connection.
 */
export class Platform {
  readonly #platform: ReasonPlatform;
  readonly #base: string;
  readonly #headers: Record<string, string>;
  readonly #allowPrivate: PrivateTargets;
  readonly #secrets: readonly string[];
  readonly #timeoutMs: number;
  readonly #client: OutboundClient;

  constructor({
    platform,
    baseUrl,
    headers,
    allowPrivate,
    secrets,
    timeoutMs = TIMEOUT_MS,
  }: PlatformOptions) {
    this.#platform = platform;
    this.#base = baseUrl;
    this.#headers = { "user-agent": "wishlist-service", ...headers };
    this.#allowPrivate = allowPrivate;
    this.#secrets = secrets;
    this.#timeoutMs = timeoutMs;
    this.#client = new OutboundClient(allowPrivate, { timeoutMs, connections: CONNECTIONS });
  }

  /**
   * Makes a request.
   *
   * @throws {RetryLater} if there is no answer
   * @throws {NotSent} if certainly nothing was sent
   * @throws {Refused} if the address is not permitted
   */
  async call({ pace, ...call }: Call, signal?: AbortSignal): Promise<PlatformResponse> {
    const attempt = () => this.#request(call, signal);
    return pace ? pace.take(attempt, signal) : attempt();
  }

  /**
   * Returns the address of a path.
   *
   * @throws {Refused} if the address is not permitted
   */
  urlOf(path: string): URL {
    const text = path === "" ? this.#base : this.#base.replace(/\/+$/, "") + path;
    try {
      return checkTarget(text, this.#allowPrivate);
    } catch (err) {
      throw this.#addressRefused(err);
    }
  }

  /** Returns the error of an address that is not permitted; any other error as it is. */
  #addressRefused(err: unknown): unknown {
    return err instanceof TargetRefused
      ? new Refused({ ...this.reasonOf("address_refused"), refusal: err.refusal })
      : err;
  }

  async #request(
    { method = "POST", path, headers, body, timeoutMs = this.#timeoutMs }: Call,
    signal?: AbortSignal,
  ): Promise<PlatformResponse> {
    const url = this.urlOf(path);
    const ended = timeLimit(timeoutMs, signal);
    try {
      const answer = await this.#client.request(url, {
        method,
        signal: ended,
        headers: { ...this.#headers, ...headers },
        body: body ?? null,
        headersTimeout: timeoutMs,
        bodyTimeout: timeoutMs,
      });
      const { bytes, isWhole } = await readBytes(answer.body);
      return {
        status: answer.statusCode,
        bytes,
        isWhole,
        get text() {
          return bytes.toString();
        },
        header: (name) => [answer.headers[name]].flat()[0],
      };
    } catch (err) {
      signal?.throwIfAborted();
      if (err instanceof TargetRefused) throw this.#addressRefused(err);
      const code = ended.aborted ? "timeout" : codeOf(err);
      const ErrorClass = UNSENT_CODES.has(code ?? "") ? NotSent : RetryLater;
      throw new ErrorClass(this.reasonOf("unreachable", code));
    }
  }

  /**
   * Returns why the platform does not accept the content of the request; undefined if it accepted it.
   *
   * @throws {RetryLater | Refused} if the answer is not about the content
   */
  refusalIn(answer: PlatformResponse): ExportReason | undefined {
    const { status } = answer;
    if (status >= 200 && status < 300) return undefined;
    const reason = this.reasonIn(answer);
    if (CONTENT_STATUSES.has(status)) return reason;
    if (status < 500 && !BUSY_STATUSES.has(status)) throw new Refused(reason);
    throw new RetryLater(reason, retryAfterOf(answer.header("retry-after"), Date.now()));
  }

  /** Returns a reason that is about the platform, with its words or another detail if there is one. */
  reasonOf(code: ExportReasonCode, detail = ""): ExportReason {
    return { code, platform: this.#platform, ...(detail === "" ? {} : { detail }) };
  }

  /** Returns the reason that an answer is: its status, and the platform's words. */
  reasonIn({ status, text }: PlatformResponse): ExportReason {
    return { ...this.reasonOf("platform_answer", this.quote(text)), status };
  }

  /** Prepares the platform's text for storage and logs. */
  quote(text: string): string {
    return quote(text, this.#secrets);
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

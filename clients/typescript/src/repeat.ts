import { pause } from "./abort.ts";

export interface SendOptions {
  /** Total number of times that a request is sent; at least once. */
  attempts: number;
  /** Longest wait between two attempts, in milliseconds. A longer `Retry-After` ends the attempts. */
  longestWaitMs: number;
  send: typeof fetch;
}

/** A request that may be sent more than once. */
export interface Repeatable {
  /** Ends the wait for the next attempt. */
  signal: AbortSignal;
  /** Returns the request for the next attempt, with a body that was not read yet. An error ends the attempts. */
  prepare: () => Promise<Request>;
  /**
   * Called for 401. Returns whether the next request has new credentials. If so, it is sent immediately, and does not
   * count as an attempt.
   */
  renew?: () => boolean;
}

/**
 * First wait before a request is sent again, if the service does not send `Retry-After`. It doubles each time, with
 * jitter.
 */
const FIRST_WAIT_MS = 200;

const backoff = (attempt: number) => FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random());

/**
 * Statuses after which a request is sent again. After 429 and 503 nothing was applied. After 500, 502 and 504 the
 * outcome is unknown; the Idempotency-Key prevents a second creation or change.
 */
const REPEATED = new Set([429, 500, 502, 503, 504]);

/**
 * Whether to send a request again. 409 with `Retry-After`: the first attempt, whose connection was lost, is
 * still running. Other conflicts have no `Retry-After`.
 */
const canBeRepeated = ({ status, headers }: Response) =>
  REPEATED.has(status) || (status === 409 && headers.has("Retry-After"));

/** Whether nobody knows what became of a request: the network failed, or the time of the attempt was over. */
const isLost = (err: unknown, signal: AbortSignal) =>
  err instanceof TypeError || (err instanceof DOMException && err.name === "TimeoutError" && !signal.aborted);

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/;

/**
 * Receives the whole answer, because a connection that is lost inside it is a reason to repeat the request. Files are
 * left to the caller: they may be larger than the memory.
 */
async function received(answer: Response): Promise<Response> {
  if (JSON_TYPE.test(answer.headers.get("Content-Type") ?? "")) await answer.clone().arrayBuffer();
  return answer;
}

/** Returns the `Retry-After` of an answer in milliseconds; undefined if it has none. */
function retryAfterMs(answer: Response | undefined): number | undefined {
  const text = answer?.headers.get("Retry-After");
  return text && /^\d+$/.test(text) ? Number(text) * 1000 : undefined;
}

/**
 * Sends a request, and sends it again after an overload, an unknown outcome, or a lost connection. Resolves to the last
 * answer.
 * @throws the error of `fetch` at the last attempt, or the reason of the signal
 */
export async function repeat(
  { signal, prepare, renew }: Repeatable,
  { attempts, longestWaitMs, send }: SendOptions,
): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const request = await prepare();
    let answer: Response | undefined;
    try {
      answer = await received(await send(request));
    } catch (err) {
      if (!isLost(err, signal) || attempt >= attempts) throw err;
    }
    if (answer?.status === 401 && renew?.()) {
      await answer.body?.cancel();
      attempt--;
      continue;
    }
    if (answer && (attempt >= attempts || !canBeRepeated(answer))) return answer;
    const asked = retryAfterMs(answer);
    if (answer && asked !== undefined && asked > longestWaitMs) return answer;
    const wait = asked ?? Math.min(backoff(attempt), longestWaitMs);
    await answer?.body?.cancel();
    await pause(wait, signal);
  }
}

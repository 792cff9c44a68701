import { pause } from "./abort.ts";

export interface SendOptions {
  /** Total number of times that a request is sent. */
  attempts: number;
  /** Longest wait that is accepted from `Retry-After`, in milliseconds. A longer one ends the attempts. */
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
 * Returns whether to send a request again. 429 and 503: not applied. 500: unknown, but the Idempotency-Key makes it
 * safe. 409 with `Retry-After`: the first attempt, whose connection was lost, is still running. Other conflicts have no
 * `Retry-After`.
 */
const canBeRepeated = ({ status, headers }: Response) =>
  status === 429 || status === 503 || status === 500 || (status === 409 && headers.has("Retry-After"));

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
      answer = await send(request);
    } catch (err) {
      // `fetch` rejects with TypeError if the network fails. Sending again does not help against other errors.
      if (!(err instanceof TypeError) || attempt === attempts) throw err;
    }
    if (answer?.status === 401 && renew?.()) {
      await answer.body?.cancel();
      attempt--;
      continue;
    }
    if (answer && (attempt === attempts || !canBeRepeated(answer))) return answer;
    const wait = retryAfterMs(answer) ?? backoff(attempt);
    if (answer && wait > longestWaitMs) return answer;
    await answer?.body?.cancel();
    await pause(wait, signal);
  }
}

import { pause } from "./abort.ts";

export interface SendOptions {
  /** How often a request is sent in all. */
  attempts: number;
  /** Longest wait that a `Retry-After` may demand, in milliseconds; a longer one ends the attempts. */
  longestWaitMs: number;
  send: typeof fetch;
}

/** A request that may be sent more than once. */
export interface Repeatable {
  /** Ends the wait for the next attempt. */
  signal: AbortSignal;
  /** The request for the next attempt, with a body that was not read yet. What it throws ends the attempts. */
  prepare: () => Promise<Request>;
  /** Called for 401: whether the next request has new credentials. It is then sent at once, which is no further attempt. */
  renew?: () => boolean;
}

/** Wait before a request is sent again where the service names none: doubled each time, with jitter. */
const FIRST_WAIT_MS = 200;

const backoff = (attempt: number) => FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random());

/** 429 and 503: not applied. 500 and no answer: unknown, and the Idempotency-Key makes the repetition safe. */
const canBeRepeated = (status: number) => status === 429 || status === 503 || status === 500;

/** Milliseconds to wait by the `Retry-After` of an answer, in seconds; undefined where it has none. */
function retryAfterMs(answer: Response | undefined): number | undefined {
  const text = answer?.headers.get("Retry-After");
  return text && /^\d+$/.test(text) ? Number(text) * 1000 : undefined;
}

/**
 * Sends a request, and again after a refusal for overload and after a lost connection. Resolves to the last answer.
 * @throws what `fetch` throws at the last attempt, and the reason of the signal
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
      // `fetch` rejects with TypeError where the network fails; anything else is not cured by sending again.
      if (!(err instanceof TypeError) || attempt === attempts) throw err;
    }
    if (answer?.status === 401 && renew?.()) {
      await answer.body?.cancel();
      attempt--;
      continue;
    }
    if (answer && (attempt === attempts || !canBeRepeated(answer.status))) return answer;
    const wait = retryAfterMs(answer) ?? backoff(attempt);
    if (answer && wait > longestWaitMs) return answer;
    await answer?.body?.cancel();
    await pause(wait, signal);
  }
}

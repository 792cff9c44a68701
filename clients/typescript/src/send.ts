import type { AccessToken } from "./token.ts";

export interface SendOptions {
  /** How often a request is sent in all. */
  attempts: number;
  /** Longest wait that a `Retry-After` may demand, in milliseconds; a longer one ends the attempts. */
  longestWaitMs: number;
  send: typeof fetch;
}

/** Wait before a request is sent again where the service names none: doubled each time, with jitter. */
const FIRST_WAIT_MS = 200;

const backoff = (attempt: number) => FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.5 + Math.random());

/** 429 and 503: not applied. 500 and no answer: unknown, and the Idempotency-Key makes the repetition safe. */
const canBeRepeated = (status: number) => status === 429 || status === 503 || status === 500;

/** @throws the reason of the signal, when it is aborted */
async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, ms);
    signal.addEventListener("abort", end);
  });
  signal.throwIfAborted();
}

/** Milliseconds to wait by the `Retry-After` of an answer, in seconds; undefined where it has none. */
function retryAfterMs(answer: Response | undefined): number | undefined {
  const text = answer?.headers.get("Retry-After");
  return text && /^\d+$/.test(text) ? Number(text) * 1000 : undefined;
}

/**
 * A `fetch` that sends requests with the access token, and again where that is safe: after a refusal for overload, after
 * a lost connection, and once after a token that is no longer valid. Every write needs an `Idempotency-Key`.
 */
export function sender(token: AccessToken, { attempts, longestWaitMs, send }: SendOptions) {
  async function sendOnce(request: Request): Promise<Response> {
    const authorized = request.clone();
    authorized.headers.set("Authorization", `Bearer ${await token.get()}`);
    return send(authorized);
  }

  return async (request: Request): Promise<Response> => {
    let isNewToken = false;
    for (let attempt = 1; ; attempt++) {
      let answer: Response | undefined;
      try {
        answer = await sendOnce(request);
      } catch (err) {
        // `fetch` rejects with TypeError where the network fails; anything else is not cured by sending again.
        if (!(err instanceof TypeError) || attempt === attempts) throw err;
      }
      if (answer?.status === 401 && !isNewToken) {
        isNewToken = true;
        token.drop();
        attempt--;
        continue;
      }
      if (answer && (attempt === attempts || !canBeRepeated(answer.status))) return answer;
      const wait = retryAfterMs(answer) ?? backoff(attempt);
      if (answer && wait > longestWaitMs) return answer;
      await answer?.body?.cancel();
      await pause(wait, request.signal);
    }
  };
}

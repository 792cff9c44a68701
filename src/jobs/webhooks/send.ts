import { setMaxListeners } from "node:events";
import { headersOf } from "../../trace/headers.ts";
import type { PrivateTargets } from "../outbound/addresses.ts";
import { OutboundClient } from "../outbound/client.ts";
import { checkTarget } from "../outbound/guard.ts";
import { retryAfterOf } from "../outbound/retry-after.ts";
import { signerWith } from "../outbound/webhook-signature.ts";

const TIMEOUT_MS = 15_000;
/** Bytes of an answer that are read; the rest does not matter. */
const ANSWER_LIMIT = 64 * 1024;

/** Where a message goes, with the secrets that sign it. */
interface Receiver {
  url: string;
  secrets: readonly string[];
}

export interface WebhookMessage {
  id: string;
  body: string;
  /** The trace context of the span that the receiver may continue. */
  traceContext?: string;
}

/** What the receiver answered; a redirect is an answer like any other, and never followed. */
export interface ReceiverResponse {
  status: number;
  retryAfterMs: number | undefined;
}

/** Sends a message. Rejects if there is no answer in time. */
type SendMessage = (message: WebhookMessage) => Promise<ReceiverResponse>;

/** Sends webhooks, signed as Standard Webhooks says, to public addresses alone unless private ones are allowed. */
export class Sender {
  readonly #client: OutboundClient;
  readonly #allowPrivate: PrivateTargets;

  constructor(allowPrivate: PrivateTargets) {
    this.#allowPrivate = allowPrivate;
    this.#client = new OutboundClient(allowPrivate, TIMEOUT_MS);
  }

  /**
   * Prepares to send messages to a receiver, all of them now: each is given up after the same time, or when `signal`
   * aborts. Throws if the address is refused.
   */
  open({ url, secrets }: Receiver, signal: AbortSignal | undefined): SendMessage {
    const target = checkTarget(url, this.#allowPrivate);
    const sign = signerWith(secrets);
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const ended = signal ? AbortSignal.any([signal, timeout]) : timeout;
    // Node.js warns of a leak where many messages wait for one signal.
    setMaxListeners(0, ended);
    return async ({ id, body, traceContext }) => {
      const now = Date.now();
      const answer = await this.#client.request(target, {
        method: "POST",
        signal: ended,
        headers: {
          "content-type": "application/json",
          "user-agent": "wishlist-service",
          ...sign(id, body, now),
          ...(traceContext === undefined ? {} : headersOf(traceContext)),
        },
        body,
      });
      await answer.body.dump({ limit: ANSWER_LIMIT });
      return {
        status: answer.statusCode,
        retryAfterMs: retryAfterOf(answer.headers["retry-after"], now),
      };
    };
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}

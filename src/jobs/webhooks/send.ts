import { headersOf } from "../../trace/headers.ts";
import type { PrivateTargets } from "../outbound/addresses.ts";
import { OutboundClient } from "../outbound/client.ts";
import { checkTarget } from "../outbound/guard.ts";
import { retryAfterOf } from "../outbound/retry-after.ts";
import { timeLimit } from "../outbound/time-limit.ts";
import { signerWith } from "../outbound/webhook-signature.ts";

const TIMEOUT_MS = 15_000;
/** Maximum number of bytes that are read of an answer; the rest is not needed. */
const ANSWER_LIMIT = 64 * 1024;

/** The destination of messages, and the secrets that sign them. */
interface Receiver {
  url: string;
  secrets: readonly string[];
}

export interface WebhookMessage {
  id: string;
  body: string;
  /** Trace context of the span that the receiver may continue. */
  traceContext?: string;
}

/** The answer of a receiver. A redirect counts as an answer and is never followed. */
export interface ReceiverResponse {
  status: number;
  retryAfterMs: number | undefined;
}

/** Sends a message. Rejects if there is no answer in time. */
type SendMessage = (message: WebhookMessage) => Promise<ReceiverResponse>;

/**
 * Sends webhooks, signed as Standard Webhooks specifies. Sends only to public addresses, unless private ones are
 * allowed.
 */
export class Sender {
  readonly #client: OutboundClient;
  readonly #allowPrivate: PrivateTargets;

  constructor(allowPrivate: PrivateTargets) {
    this.#allowPrivate = allowPrivate;
    // Without a maximum of connections, a receiver that hangs does not delay those of other tenants at its origin.
    this.#client = new OutboundClient(allowPrivate, { timeoutMs: TIMEOUT_MS });
  }

  /**
   * Prepares to send messages to a receiver, all of them immediately: their common timeout begins now. They are also
   * given up when `signal` aborts.
   *
   * @throws if the address is refused
   */
  open({ url, secrets }: Receiver, signal: AbortSignal | undefined): SendMessage {
    const target = checkTarget(url, this.#allowPrivate);
    const sign = signerWith(secrets);
    const ended = timeLimit(TIMEOUT_MS, signal);
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

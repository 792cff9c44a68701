import { Webhook, WebhookVerificationError } from "standardwebhooks";
import type { components } from "./schema.ts";

/** An event in a webhook message: one of the change feed, or a test, with its tenant and its store. */
export type WebhookEvent = components["schemas"]["WebhookEvent"];

export { WebhookVerificationError };

/** The headers of a request, of `fetch` or of Node.js. */
type ReceivedHeaders = Headers | Record<string, string | string[] | undefined>;

function textsOf(headers: ReceivedHeaders): Record<string, string> {
  const texts: Record<string, string> = {};
  if (headers instanceof Headers) headers.forEach((value, name) => (texts[name] = value));
  else
    for (const [name, value] of Object.entries(headers))
      if (value !== undefined) texts[name] = [value].flat().join(", ");
  return texts;
}

/**
 * Verifies a webhook message as in Standard Webhooks, and returns its event. An event may arrive more than once, always
 * with the same `id`.
 * @param secret the secret of the endpoint, `whsec_…`
 * @param headers the headers of the request, with `webhook-id`, `webhook-timestamp` and `webhook-signature`
 * @param body the text of the body as it was received; the signature does not match a body that was parsed and
 *   written again
 * @throws {WebhookVerificationError} for a wrong signature, or a message older than five minutes
 */
export function verifyWebhook(secret: string, headers: ReceivedHeaders, body: string): WebhookEvent {
  return new Webhook(secret).verify(body, textsOf(headers)) as WebhookEvent;
}

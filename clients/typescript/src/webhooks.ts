import { Webhook } from "standardwebhooks";
import type { components } from "./schema.ts";

/** An event of webhooks and of the change feed. */
export type WebhookEvent = components["schemas"]["Event"];

/**
 * Verifies a webhook message as in Standard Webhooks, and returns its event. An event may arrive more than once, always
 * with the same `id`.
 * @param secret the secret of the endpoint, `whsec_…`
 * @param headers the headers of the request: `webhook-id`, `webhook-timestamp` and `webhook-signature`
 * @param body the text of the body as it was received; the signature does not match a body that was parsed and
 *   written again
 * @throws {WebhookVerificationError} for a wrong signature, or a message older than five minutes
 */
export function verifyWebhook(secret: string, headers: Record<string, string>, body: string): WebhookEvent {
  return new Webhook(secret).verify(body, headers) as WebhookEvent;
}

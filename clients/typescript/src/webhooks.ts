import { Webhook } from "standardwebhooks";
import type { components } from "./schema.ts";

/** An event, as webhooks and the change feed carry it. */
export type WebhookEvent = components["schemas"]["Event"];

/**
 * Verifies a webhook message and returns its event, as Standard Webhooks describes. An event may come more than once:
 * its `id` is the same each time.
 * @param secret the secret of the endpoint, `whsec_…`
 * @param headers the headers of the request: `webhook-id`, `webhook-timestamp` and `webhook-signature`
 * @param body the text of the body as it came: parsed and written again, its signature does not match
 * @throws {WebhookVerificationError} for a wrong signature, or a message older than five minutes
 */
export function verifyWebhook(secret: string, headers: Record<string, string>, body: string): WebhookEvent {
  return new Webhook(secret).verify(body, headers) as WebhookEvent;
}

import { BrazeSettings, brazeSecrets, openBraze } from "./braze.ts";
import { KlaviyoSettings, klaviyoSecrets, openKlaviyo } from "./klaviyo.ts";
import { openS3, S3Settings, s3Secrets } from "./s3.ts";
import { openSegment, SegmentSettings, segmentSecrets } from "./segment.ts";
import { openWebhook, WebhookSettings, webhookSecrets } from "./webhook.ts";

/** The platforms that exports can feed: their settings, which of them are secrets, and the way there. */
export const PLATFORMS = {
  braze: { settings: BrazeSettings, secrets: brazeSecrets, open: openBraze },
  klaviyo: { settings: KlaviyoSettings, secrets: klaviyoSecrets, open: openKlaviyo },
  s3: { settings: S3Settings, secrets: s3Secrets, open: openS3 },
  segment: { settings: SegmentSettings, secrets: segmentSecrets, open: openSegment },
  webhook: { settings: WebhookSettings, secrets: webhookSecrets, open: openWebhook },
} as const;

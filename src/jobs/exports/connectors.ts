import type { TSchema } from "typebox";
import { ownValue } from "../../collections/own-value.ts";
import type { ConnectorSettings } from "../../store/exports/exports.ts";
import { type Connector, Refused } from "./connector.ts";
import { BrazeSettings, openBraze } from "./connectors/braze.ts";
import type { ConnectorContext } from "./connectors/context.ts";
import { FileSettings, openFile } from "./connectors/file.ts";
import { KlaviyoSettings, openKlaviyo } from "./connectors/klaviyo.ts";
import { openS3, S3Settings } from "./connectors/s3.ts";
import { openSegment, SegmentSettings } from "./connectors/segment.ts";
import { openWebhook, WebhookSettings, withSecret } from "./connectors/webhook.ts";

/** A kind of platform that exports can be sent to. */
interface ConnectorKind {
  settings: TSchema;
  /** Names of the settings that are target addresses: a stored secret is not kept if one of them changes. */
  addresses: readonly string[];
  /** Creates a connector. The settings were validated when they were stored, and their secrets are decrypted. */
  open: (settings: never, context: ConnectorContext) => Connector;
  /** Returns the settings with generated values for the absent ones. */
  complete?: (settings: never) => object;
}

/**
 * All connectors, by the `type` in their settings. The API document and the forms of the portal are generated from
 * them.
 */
export const CONNECTORS = {
  braze: { settings: BrazeSettings, addresses: ["baseUrl"], open: openBraze },
  klaviyo: { settings: KlaviyoSettings, addresses: ["baseUrl"], open: openKlaviyo },
  s3: {
    settings: S3Settings,
    addresses: ["baseUrl"],
    open: (settings: Parameters<typeof openS3>[0], context: ConnectorContext) =>
      openS3(settings, context, openFile(settings, context)),
  },
  segment: { settings: SegmentSettings, addresses: ["baseUrl"], open: openSegment },
  webhook: {
    settings: WebhookSettings,
    addresses: ["url"],
    open: openWebhook,
    complete: withSecret,
  },
  file: { settings: FileSettings, addresses: [], open: openFile },
} as const satisfies Record<string, ConnectorKind>;

/**
 * Creates the connector of an export.
 *
 * @throws {Refused} if there is no connector of this type.
 */
export function openConnector(settings: ConnectorSettings, context: ConnectorContext): Connector {
  const kinds: Readonly<Record<string, ConnectorKind>> = CONNECTORS;
  const kind = ownValue(kinds, settings.type);
  if (!kind) throw new Refused({ code: "connector_unknown", detail: settings.type });
  return kind.open(settings as never, context);
}

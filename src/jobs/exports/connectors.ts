import type { TSchema } from "typebox";
import type { ConnectorSettings } from "../../store/exports/exports.ts";
import { type Connector, Refused } from "./connector.ts";
import type { ConnectorContext } from "./connectors/context.ts";
import { FileSettings, openFile } from "./connectors/file.ts";
import { PLATFORMS } from "./connectors/platforms.ts";
import { openS3 } from "./connectors/s3.ts";
import { withSecret } from "./connectors/webhook.ts";

/** Where exports can go. */
interface ConnectorKind {
  settings: TSchema;
  /** Opens the way there. The settings were checked when they came, and their secrets are open. */
  open: (settings: never, context: ConnectorContext) => Connector;
  /** Settings with generated values for those that are not given. */
  complete?: (settings: never) => object;
}

export const CONNECTORS: Readonly<Record<string, ConnectorKind>> = {
  ...PLATFORMS,
  file: { settings: FileSettings, open: openFile },
  s3: {
    settings: PLATFORMS.s3.settings,
    open: (settings: Parameters<typeof openS3>[0], context) =>
      openS3(settings, context, openFile(settings, context)),
  },
  webhook: { ...PLATFORMS.webhook, complete: withSecret },
};

/** The connector of an export. Throws {@link Refused} for invalid settings. */
export function openConnector(settings: ConnectorSettings, context: ConnectorContext): Connector {
  const kind = Object.hasOwn(CONNECTORS, settings.type) ? CONNECTORS[settings.type] : undefined;
  if (!kind) throw new Refused(`there is no connector of the type ${settings.type}`);
  return kind.open(settings as never, context);
}

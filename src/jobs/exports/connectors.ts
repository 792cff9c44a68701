import type { ConnectorSettings } from "../../store/exports.ts";
import { type Connector, Refused } from "./connector.ts";
import { type FileSettings, openFile } from "./connectors/file.ts";
import type { Mapping } from "./rows.ts";

/** What a connector knows of the run that it works for. */
export interface ConnectorContext {
  tenant: string;
  exportId: string;
  runId: string;
  dataDir: string;
  /** May send to http and private addresses. */
  allowPrivate: boolean;
  /** Fields of the output, where the export names them. */
  mapping?: Mapping;
}

/** Opens the way to a platform. The settings were checked when they came, their secrets are open. */
type OpenConnector = (settings: never, context: ConnectorContext) => Connector;

const CONNECTORS: Readonly<Record<string, OpenConnector>> = {
  file: (settings: FileSettings, context) => openFile(settings, context),
};

/** The connector of an export. Throws {@link Refused} for one that is none. */
export function openConnector(settings: ConnectorSettings, context: ConnectorContext): Connector {
  const open = Object.hasOwn(CONNECTORS, settings.type) ? CONNECTORS[settings.type] : undefined;
  if (!open) throw new Refused(`there is no connector of the type ${settings.type}`);
  return open(settings as never, context);
}

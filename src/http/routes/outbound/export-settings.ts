import type { Static } from "typebox";
import { defined, filled } from "../../../collections/defined.ts";
import { pointerTo } from "../../../ingest/json/pointer.ts";
import { type FieldError, Problem } from "../../../ingest/problem.ts";
import {
  type ConnectorSettings,
  type ExportRecord,
  type ExportSchedule,
  hiddenSecrets,
} from "../../../store/exports/exports.ts";
import type { Session } from "../../auth/session.ts";
import { requireScope } from "../../middleware/authenticate.ts";
import { BAD_REQUEST } from "../../route.ts";
import type { CreateExportBody, UpdateExportBody } from "../../schemas/outbound/exports.ts";
import { connectorCheck, type ConnectorKinds, isSameTarget } from "./connector-check.ts";

/** The rules for the settings of exports. */
export interface SettingsRules {
  connectors: ConnectorKinds;
  /** Returns the errors of a schedule, by field. */
  faultsOf: (schedule: ExportSchedule) => { field: string; message: string }[];
  /** Returns why an address is not permitted; undefined if it is. */
  refuseTarget: (url: string) => string | undefined;
  /** Returns the names of a mapping whose path no record has. */
  unknownPathsIn: (mapping: Record<string, string>) => string[];
}

interface Given {
  connector?: ConnectorSettings;
  schedule?: ExportSchedule | null;
  mode?: ExportRecord["mode"];
  events?: string[] | null;
  mapping?: Record<string, string> | null;
}

/** Checks the settings of an export in a request. */
export type SettingsCheck = (given: Given) => FieldError[];

/** Returns a function that checks the rules beyond the schema: of connector, schedule, mode with events, and mapping. */
export function settingsCheck({
  connectors,
  refuseTarget,
  faultsOf,
  unknownPathsIn,
}: SettingsRules): SettingsCheck {
  const connectorFaults = connectorCheck(connectors, refuseTarget);
  return ({ connector, schedule, mode, events, mapping }) => [
    ...(connector ? connectorFaults(connector) : []),
    ...(schedule ? faultsOf(schedule) : []).map(({ field, message }) => ({
      path: `/schedule/${field}`,
      message,
    })),
    ...(mode === "full" && events
      ? [{ path: "/events", message: 'is allowed only if mode is "changed"' }]
      : []),
    ...(mapping ? unknownPathsIn(mapping) : []).map((name) => ({
      path: pointerTo(["mapping", name]),
      message: "must be the path of a field of a record, such as item.product.productRef",
    })),
  ];
}

const invalid = (errors: FieldError[]) =>
  new Problem("InvalidInput", { status: BAD_REQUEST.invalid, errors });

/** Refuses masked secrets that do not stand for a stored secret. */
function refuseUnknown(secrets: readonly string[]): void {
  if (secrets.length === 0) return;
  throw invalid(
    secrets.map((name) => ({
      path: `/connector/${name}`,
      message: "is required, because no secret is stored for this address",
    })),
  );
}

/** Requires the scope for exports of private lists, or of customers without consent. */
function requirePersonal(
  session: Session,
  { includePrivate, onlyConsenting }: Pick<ExportRecord, "includePrivate" | "onlyConsenting">,
): void {
  if (includePrivate || !onlyConsenting)
    requireScope(session, "exports:personal", ", which includePrivate: true and onlyConsenting: false need");
}

/**
 * Returns the settings of a new export, including those that its connector generates, such as a secret.
 *
 * @throws {Problem} if the caller may not export this data, or a secret is masked
 */
export function newSettings(
  connectors: ConnectorKinds,
  session: Session,
  body: Static<typeof CreateExportBody>,
) {
  const { connector: stated, name, mode, schedule, events, lists, mapping, ...flags } = body;
  const { includePrivate = false, onlyConsenting = true, enabled = true } = flags;
  requirePersonal(session, { includePrivate, onlyConsenting });
  refuseUnknown(hiddenSecrets(stated));
  const complete = connectors[stated.type]?.complete;
  const connector = complete ? { ...stated, ...complete(stated as never) } : stated;
  return {
    name,
    connector,
    mode,
    ...filled({ schedule, events, lists, mapping }),
    includePrivate,
    onlyConsenting,
    enabled,
  };
}

/** Returns the new value of a member: an absent value keeps it, null clears it. */
const nextOf = <T>(next: T | null | undefined, before: T | undefined): T | undefined =>
  next === undefined ? before : (next ?? undefined);

/**
 * Returns an export after a change of its settings. Members that are absent in the body do not change.
 *
 * @throws {Problem} if the caller may not export this data, a masked secret is not stored, or the settings contradict
 *   each other
 */
export function changedExport(
  { connectors, check }: { connectors: ConnectorKinds; check: SettingsCheck },
  session: Session,
  record: ExportRecord,
  body: Static<typeof UpdateExportBody>,
  now: number,
): ExportRecord {
  const { connector, name, mode, schedule, events, lists, mapping, ...flags } = body;
  refuseUnknown(
    hiddenSecrets(connector ?? record.connector).filter(
      (secret) =>
        !isSameTarget(connectors, record.connector, connector) || record.connector[secret] === undefined,
    ),
  );
  const { schedule: _1, events: _2, lists: _3, mapping: _4, ...kept } = record;
  const after = {
    ...kept,
    ...defined({
      connector,
      name,
      mode,
      ...flags,
      schedule: nextOf(schedule, record.schedule),
      events: nextOf(events, record.events),
      lists: nextOf(lists, record.lists),
      mapping: nextOf(mapping, record.mapping),
    }),
    modifiedTime: new Date(now).toISOString(),
  };
  requirePersonal(session, after);
  const faults = check({ mode: after.mode, ...defined({ events: after.events }) });
  if (faults.length > 0) throw invalid(faults);
  return after;
}

import { notFound } from "../../../ingest/targets.ts";
import { withinLimit } from "../../../ingest/within-limit.ts";
import type { ExportRuns } from "../../../store/exports/export-runs.ts";
import type {
  ConnectorSettings,
  ExportRecord,
  Exports,
  ExportSchedule,
} from "../../../store/exports/exports.ts";
import type { Now } from "../../../store/redis/clock.ts";
import { presentExport } from "../../presenters/exports.ts";
import { presentChange, presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  CreateExportBody,
  documented,
  ExportResponse,
  ExportsResponse,
  UpdateExportBody,
} from "../../schemas/outbound/exports.ts";
import { API_PATH } from "../api-path.ts";
import type { ConnectorKinds } from "./connector-check.ts";
import {
  changedExport,
  newSettings,
  type SettingsCheck,
  settingsCheck,
  type SettingsRules,
} from "./export-settings.ts";

const PATH = `${API_PATH}/exports`;
const TAG = "Exports";
const PARAMS = { id: "The export's id" };

interface ExportRouteParts extends SettingsRules {
  exports: Exports;
  runs: ExportRuns;
  schedules: {
    put: (storeKey: string, record: ExportRecord) => Promise<void>;
    remove: (storeKey: string, id: string) => Promise<void>;
  };
  /**
   * Called before an export is written, because its schedule is written afterwards.
   *
   * @throws {Unavailable} while the queues do not answer
   */
  requireQueues: () => void;
  /** The store's clock. */
  now: Now;
  /** Returns the next time of a schedule after a time, both in milliseconds since 1970. */
  nextTime: (schedule: ExportSchedule, after: number) => number;
}

interface ExportParts extends ExportRouteParts {
  check: SettingsCheck;
}

const settingsOf = (connectors: ConnectorKinds) => Object.values(connectors).map(({ settings }) => settings);

/** Presents an export with its active run and the time of its next run. */
async function present({ runs, nextTime, now }: ExportParts, storeKey: string, record: ExportRecord) {
  const [activeRun, skippedRuns] = await Promise.all([
    runs.active(storeKey, record.id),
    runs.skippedTicks(storeKey, record.id),
  ]);
  const { schedule, enabled } = record;
  const nextRunTime = schedule && enabled ? new Date(nextTime(schedule, now())).toISOString() : undefined;
  return presentExport(record, { nextRunTime, activeRun, skippedRuns });
}

/**
 * Returns the settings that the connector of a new export has generated, which are shown only at the creation. Empty if
 * an earlier attempt of this request created the export and it has changed since.
 */
function generatedOf(
  { exports, connectors }: ExportParts,
  storeKey: string,
  record: ExportRecord,
  stated: ConnectorSettings,
): object {
  const { complete } = connectors[stated.type] ?? {};
  if (!complete || record.modifiedTime !== record.createdTime) return {};
  const opened = exports.opened(storeKey, record);
  return Object.fromEntries(Object.entries(opened).filter(([setting]) => !(setting in stated)));
}

const createExport = (parts: ExportParts): ApiRoute =>
  route({
    operation: "createExport",
    method: "post",
    paths: [PATH],
    tag: TAG,
    summary: "Create an export",
    description:
      "An export sends wishes to a file or a platform, on request and on schedule. A generated secret is shown only in this answer. includePrivate: true and onlyConsenting: false require the scope exports:personal.",
    scope: "exports:write",
    body: CreateExportBody,
    bodyDoc: documented(CreateExportBody, settingsOf(parts.connectors)),
    check: parts.check,
    idempotency: "answer",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 201: { description: "The new export.", schema: ExportResponse } },
    async handle({ session, body, repeatKey }) {
      const { exports, schedules, connectors, requireQueues } = parts;
      const { storeKey } = session;
      const settings = newSettings(connectors, session, body);
      requireQueues();
      const record = await withinLimit("exports", () => exports.create(storeKey, settings, repeatKey));
      await schedules.put(storeKey, record);
      const shown = await present(parts, storeKey, record);
      return presentChange(201, {
        ...shown,
        connector: { ...shown.connector, ...generatedOf(parts, storeKey, record, body.connector) },
      });
    },
  });

const listExports = (parts: ExportParts): ApiRoute =>
  route({
    operation: "listExports",
    method: "get",
    paths: [PATH],
    tag: TAG,
    summary: "List the exports",
    description: "All exports of the store, at most 50. Secrets are shown as ***.",
    scope: "exports:read",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "All exports.", schema: ExportsResponse } },
    async handle({ session: { storeKey } }) {
      const all = await parts.exports.list(storeKey);
      const shown = await Promise.all(all.map((record) => present(parts, storeKey, record)));
      return presentRead(JSON.stringify({ exports: shown }));
    },
  });

const getExport = (parts: ExportParts): ApiRoute =>
  route({
    operation: "getExport",
    method: "get",
    paths: [`${PATH}/:id`],
    params: PARAMS,
    tag: TAG,
    summary: "Get an export",
    description: "The export with its settings and its next run. Secrets are shown as ***.",
    scope: "exports:read",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The export.", schema: ExportResponse } },
    async handle(request) {
      const { storeKey } = request.session;
      const found = await parts.exports.find(storeKey, request.param("id"));
      if (!found) throw notFound("export");
      return presentRead(JSON.stringify(await present(parts, storeKey, found)));
    },
  });

const updateExport = (parts: ExportParts): ApiRoute =>
  route({
    operation: "updateExport",
    method: "put",
    paths: [`${PATH}/:id`],
    params: PARAMS,
    tag: TAG,
    summary: "Change an export",
    description:
      "Absent members do not change; null clears a member. A changed schedule takes effect immediately. If the changed export has includePrivate: true or onlyConsenting: false, the scope exports:personal is required.",
    scope: "exports:write",
    body: UpdateExportBody,
    bodyDoc: documented(UpdateExportBody, settingsOf(parts.connectors)),
    check: parts.check,
    idempotency: "answer",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "The export after the change.", schema: ExportResponse } },
    async handle(request) {
      const { exports, schedules, now, requireQueues } = parts;
      const { session, body } = request;
      const { storeKey } = session;
      requireQueues();
      const changed = await exports.change(storeKey, request.param("id"), (record) =>
        changedExport(parts, session, record, body, now()),
      );
      if (!changed) throw notFound("export");
      await schedules.put(storeKey, changed);
      return presentChange(200, await present(parts, storeKey, changed));
    },
  });

const deleteExport = ({ exports, schedules, requireQueues }: ExportParts): ApiRoute =>
  route({
    operation: "deleteExport",
    method: "delete",
    paths: [`${PATH}/:id`],
    params: PARAMS,
    tag: TAG,
    summary: "Delete an export",
    description: "Also deletes the runs and files of the export. An active run ends.",
    scope: "exports:write",
    idempotency: "answer",
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 204: { description: "Deleted." } },
    async handle(request) {
      const { storeKey } = request.session;
      const id = request.param("id");
      requireQueues();
      if (!(await exports.delete(storeKey, id))) throw notFound("export");
      await schedules.remove(storeKey, id);
      return { status: 204 };
    },
  });

/** Returns the routes of exports: their settings and schedules. */
export function exportRoutes(parts: ExportRouteParts): ApiRoute[] {
  const all = { ...parts, check: settingsCheck(parts) };
  return [createExport, listExports, getExport, updateExport, deleteExport].map((routeOf) => routeOf(all));
}

import type { ExportRuns } from "../../../store/exports/export-runs.ts";
import {
  type ConnectorSettings,
  type ExportRecord,
  type Exports,
  hiddenSecrets,
} from "../../../store/exports/exports.ts";
import { requireScope } from "../../middleware/authenticate.ts";
import { type ConnectorKinds, connectorCheck, isSameTarget } from "../../connector-check.ts";
import { presentExport } from "../../presenters/exports.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type FieldError, sentenceOf, Problem } from "../../../ingest/problem.ts";
import type { Answer } from "../../answer.ts";
import { type ApiRoute, route, BAD_REQUEST } from "../../route.ts";
import type { Session } from "../../auth/sessions.ts";
import {
  CreateExportBody,
  documented,
  ExportResponse,
  ExportsResponse,
  UpdateExportBody,
} from "../../schemas/exports.ts";
import { notFound } from "../../../ingest/targets.ts";
import { withinLimit } from "../../../ingest/within-limit.ts";
import { defined } from "../../../store/defined.ts";

const PATH = "/services/wsservice/api/exports";

type Schedule = NonNullable<ExportRecord["schedule"]>;

interface ExportRouteParts {
  exports: Exports;
  runs: ExportRuns;
  schedules: {
    put: (storeKey: string, record: ExportRecord) => Promise<void>;
    remove: (storeKey: string, id: string) => Promise<void>;
  };
  connectors: ConnectorKinds;
  /** What is wrong with a schedule, by field. */
  faultsOf: (schedule: Schedule) => { field: string; message: string }[];
  nextTime: (schedule: Schedule, after: Date) => Date;
  /** Why an address is not permitted; undefined if it is. */
  refuseTarget: (url: string) => string | undefined;
}

interface Given {
  connector?: ConnectorSettings;
  schedule?: Schedule | null;
  mode?: ExportRecord["mode"];
  events?: string[] | null;
}

/** Whose wishes leave the service without consent, or from private lists, is not for everybody to decide. */
function requirePersonal(
  session: Session,
  { includePrivate, onlyConsenting }: Pick<ExportRecord, "includePrivate" | "onlyConsenting">,
): void {
  if (includePrivate || !onlyConsenting)
    requireScope(session, "exports:personal", ", which includePrivate: true and onlyConsenting: false need");
}

/** Routes of exports: their settings and schedules. */
export function exportRoutes(parts: ExportRouteParts): ApiRoute[] {
  const { exports, runs, schedules, connectors, faultsOf, nextTime } = parts;
  const connectorFaults = connectorCheck(connectors, parts.refuseTarget);
  const settingsOfAll = Object.values(connectors).map(({ settings }) => settings);
  const tag = "Exports";
  const params = { id: "The export's id" };

  const check = ({ connector, schedule, mode, events }: Given): FieldError[] => [
    ...(connector ? connectorFaults(connector) : []),
    ...(schedule ? faultsOf(schedule) : []).map(({ field, message }) => ({
      path: `/schedule/${field}`,
      message,
    })),
    ...(mode === "full" && events ? [{ path: "/events", message: "is for the mode changed" }] : []),
  ];

  async function present(storeKey: string, record: ExportRecord) {
    const [activeRun, skippedRuns] = await Promise.all([
      runs.active(storeKey, record.id),
      runs.skippedTicks(storeKey, record.id),
    ]);
    const { schedule, enabled } = record;
    const nextRunTime = schedule && enabled ? nextTime(schedule, new Date()).toISOString() : undefined;
    return presentExport(record, { nextRunTime, activeRun, skippedRuns });
  }

  async function find(storeKey: string, id: string): Promise<ExportRecord> {
    const found = await exports.find(storeKey, id);
    if (!found) throw notFound("export");
    return found;
  }

  const answer = (status: number, body: unknown): Answer => ({
    status,
    body: JSON.stringify(body),
    headers: { "Cache-Control": "no-store" },
  });

  return [
    route({
      operation: "createExport",
      method: "post",
      paths: [PATH],
      tag,
      summary: "Create an export",
      description:
        "Exports wishes to a file or a platform, on request and on schedule. A generated secret is shown only in this answer. includePrivate: true and onlyConsenting: false need the scope exports:personal.",
      scope: "exports:write",
      body: CreateExportBody,
      bodyDoc: documented(CreateExportBody, settingsOfAll),
      check,
      idempotency: "answer",
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 201: { description: "The new export.", schema: ExportResponse } },
      async handle({ session, body }) {
        const { storeKey } = session;
        const { connector: stated, name, mode, schedule, events, lists, mapping, ...flags } = body;
        const { includePrivate = false, onlyConsenting = true, enabled = true } = flags;
        requirePersonal(session, { includePrivate, onlyConsenting });
        const unknown = hiddenSecrets(stated);
        if (unknown.length > 0) throw lacking(unknown);
        const complete = connectors[stated.type]?.complete;
        const connector = complete ? { ...stated, ...complete(stated as never) } : stated;
        const fields = {
          name,
          connector,
          mode,
          ...(schedule ? { schedule } : {}),
          ...(events ? { events } : {}),
          ...(lists ? { lists } : {}),
          ...(mapping ? { mapping } : {}),
          includePrivate,
          onlyConsenting,
          enabled,
        };
        const record = await withinLimit("exports", () => exports.create(storeKey, fields));
        await schedules.put(storeKey, record);
        const shown = await present(storeKey, record);
        // What was made here is shown this once.
        const made = Object.entries(connector).filter(([setting]) => !(setting in stated));
        return answer(201, { ...shown, connector: { ...shown.connector, ...Object.fromEntries(made) } });
      },
    }),

    route({
      operation: "listExports",
      method: "get",
      paths: [PATH],
      tag,
      summary: "List the exports",
      description: "All exports of the store, at most 50. Secrets are shown as ***.",
      scope: "exports:read",
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 200: { description: "All exports.", schema: ExportsResponse } },
      async handle({ session: { storeKey } }) {
        const all = await exports.list(storeKey);
        const shown = await Promise.all(all.map((record) => present(storeKey, record)));
        return presentRead(JSON.stringify({ exports: shown }));
      },
    }),

    route({
      operation: "getExport",
      method: "get",
      paths: [`${PATH}/:id`],
      params,
      tag,
      summary: "Get an export",
      description: "The export with its settings and its next run. Secrets are shown as ***.",
      scope: "exports:read",
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 200: { description: "The export.", schema: ExportResponse } },
      async handle(request) {
        const { storeKey } = request.session;
        return presentRead(
          JSON.stringify(await present(storeKey, await find(storeKey, request.param("id")))),
        );
      },
    }),

    route({
      operation: "updateExport",
      method: "put",
      paths: [`${PATH}/:id`],
      params,
      tag,
      summary: "Change an export",
      description:
        "Absent members stay unchanged; null clears a member. A changed schedule takes effect at once. An export with includePrivate: true or onlyConsenting: false after the change needs the scope exports:personal.",
      scope: "exports:write",
      body: UpdateExportBody,
      bodyDoc: documented(UpdateExportBody, settingsOfAll),
      check,
      idempotency: "answer",
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 200: { description: "The export after the change.", schema: ExportResponse } },
      async handle(request) {
        const { storeKey } = request.session;
        const { connector, name, mode, schedule, events, lists, mapping, ...flags } = request.body;
        const changed = await exports.change(storeKey, request.param("id"), (record) => {
          const unknown = hiddenSecrets(connector ?? record.connector).filter(
            (secret) => !isSameTarget(record.connector, connector) || record.connector[secret] === undefined,
          );
          if (unknown.length > 0) throw lacking(unknown);
          const { schedule: _1, events: _2, lists: _3, mapping: _4, ...kept } = record;
          const or = <T>(next: T | null | undefined, before: T | undefined) =>
            next === undefined ? before : (next ?? undefined);
          const after = {
            ...kept,
            ...defined({
              connector,
              name,
              mode,
              ...flags,
              schedule: or(schedule, record.schedule),
              events: or(events, record.events),
              lists: or(lists, record.lists),
              mapping: or(mapping, record.mapping),
            }),
            modifiedTime: new Date().toISOString(),
          };
          requirePersonal(request.session, after);
          const faults = check({ mode: after.mode, ...defined({ events: after.events }) });
          if (faults.length > 0) throw invalid(faults);
          return after;
        });
        if (!changed) throw notFound("export");
        await schedules.put(storeKey, changed);
        return answer(200, await present(storeKey, changed));
      },
    }),

    route({
      operation: "deleteExport",
      method: "delete",
      paths: [`${PATH}/:id`],
      params,
      tag,
      summary: "Delete an export",
      description: "Also deletes its runs and files. An active run ends.",
      scope: "exports:write",
      idempotency: "answer",
      refusals: BAD_REQUEST,
      conditional: false,
      responses: { 204: { description: "Deleted." } },
      async handle(request) {
        const { storeKey } = request.session;
        const id = request.param("id");
        if (!(await exports.delete(storeKey, id))) throw notFound("export");
        await schedules.remove(storeKey, id);
        return { status: 204 };
      },
    }),
  ];
}

const invalid = (errors: FieldError[]) =>
  new Problem("InvalidInput", {
    status: BAD_REQUEST.invalid,
    detail: sentenceOf(errors),
    errors,
  });

/** The secrets are masked, and there are no stored ones to keep. */
const lacking = (names: string[]) =>
  invalid(
    names.map((name) => ({
      path: `/connector/${name}`,
      message: "is needed: none is known for this address",
    })),
  );

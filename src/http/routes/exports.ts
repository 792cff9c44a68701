import type { TSchema } from "typebox";
import type { ExportRuns, Run } from "../../store/export-runs.ts";
import {
  type ConnectorSettings,
  type ExportRecord,
  type Exports,
  hiddenSecrets,
} from "../../store/exports.ts";
import { presentExport, presentRun } from "../presenters/exports.ts";
import { presentRead } from "../presenters/reply.ts";
import { type FieldError, Problem } from "../problem.ts";
import { type Answer, type ApiRoute, route } from "../route.ts";
import {
  CreateExportBody,
  documented,
  ExportResponse,
  ExportsResponse,
  RunDetailResponse,
  RunQuery,
  RunResponse,
  RunsResponse,
  UpdateExportBody,
} from "../schemas/exports.ts";
import { notFound } from "../targets.ts";
import { compileBody } from "../validation.ts";
import { given } from "./query.ts";

const PATH = "/services/wsservice/api/exports";
const REFUSALS = { malformed: 400, invalid: 400, duplicate: 400 } as const;
const MOST_EXPORTS = 50;
const RUNS_SHOWN = 100;
const REJECTED_SHOWN = 50;

type Schedule = NonNullable<ExportRecord["schedule"]>;

export interface ExportRouteParts {
  exports: Exports;
  runs: ExportRuns;
  schedules: {
    put: (scope: string, record: ExportRecord) => Promise<void>;
    remove: (scope: string, id: string) => Promise<void>;
    start: (
      scope: string,
      exportId: string,
      run: Pick<Run, "trigger" | "redriveOf">,
    ) => Promise<{ runId: string; isNew: boolean }>;
  };
  /** The kinds of connectors, by their types. */
  connectors: Readonly<Record<string, { settings: TSchema; complete?: (settings: never) => object }>>;
  /** What is wrong with a schedule, by field. */
  faultsOf: (schedule: Schedule) => { field: string; message: string }[];
  nextTime: (schedule: Schedule, after: Date) => Date;
  /** Why an address can not be sent to; undefined when it can. */
  refuseTarget: (url: string) => string | undefined;
}

/** Settings that are addresses to send to. */
const ADDRESSES = ["url", "baseUrl", "endpoint"];

/** Whether settings lead to where others led: who may change an address is not to be sent the secret of another one. */
const isSamePlace = (before: ConnectorSettings, after: ConnectorSettings | undefined) =>
  ["type", ...ADDRESSES].every((name) => before[name] === after?.[name]);

interface Given {
  connector?: ConnectorSettings;
  schedule?: Schedule | null;
  mode?: ExportRecord["mode"];
  events?: string[] | null;
}

/** Checks the settings of connectors, each by its type. */
function connectorCheck({ connectors, refuseTarget }: Pick<ExportRouteParts, "connectors" | "refuseTarget">) {
  const validators = new Map(
    Object.entries(connectors).map(([type, { settings }]) => [type, compileBody(settings)]),
  );
  const types = [...validators.keys()].map((type) => JSON.stringify(type)).join(", ");
  return (connector: ConnectorSettings): FieldError[] => {
    const validate = validators.get(connector.type);
    if (!validate) return [{ path: "/connector/type", message: `must be one of ${types}` }];
    // What stands for a secret is none, and is not to look like one.
    const hidden = Object.fromEntries(hiddenSecrets(connector).map((name) => [name, connector[name]]));
    const faults = validate(connector).filter(({ path }) => !Object.hasOwn(hidden, path.slice(1)));
    for (const name of ADDRESSES) {
      const address = connector[name];
      const message = typeof address === "string" ? refuseTarget(address) : undefined;
      if (message !== undefined) faults.push({ path: `/${name}`, message });
    }
    return faults.map(({ path, message }) => ({ path: `/connector${path}`, message }));
  };
}

export function exportRoutes(parts: ExportRouteParts): ApiRoute[] {
  const { exports, runs, schedules, connectors, faultsOf, nextTime } = parts;
  const connectorFaults = connectorCheck(parts);
  const settingsOfAll = Object.values(connectors).map(({ settings }) => settings);
  const tag = "Exports";
  const params = { id: "The export's id" };
  const runParams = { ...params, run: "The run's id" };

  const check = ({ connector, schedule, mode, events }: Given): FieldError[] => [
    ...(connector ? connectorFaults(connector) : []),
    ...(schedule ? faultsOf(schedule) : []).map(({ field, message }) => ({
      path: `/schedule/${field}`,
      message,
    })),
    ...(mode === "full" && events ? [{ path: "/events", message: "is for the mode changed" }] : []),
  ];

  async function present(scope: string, record: ExportRecord) {
    const [activeRun, skippedRuns] = await Promise.all([
      runs.active(scope, record.id),
      runs.skippedTicks(scope, record.id),
    ]);
    const { schedule, enabled } = record;
    const nextRunTime = schedule && enabled ? nextTime(schedule, new Date()).toISOString() : undefined;
    return presentExport(record, { nextRunTime, activeRun, skippedRuns });
  }

  async function find(scope: string, id: string): Promise<ExportRecord> {
    const found = await exports.find(scope, id);
    if (!found) throw notFound("export");
    return found;
  }

  async function findRun(scope: string, exportId: string, id: string): Promise<Run> {
    const run = await runs.find(scope, id);
    if (run?.exportId !== exportId) throw notFound("run");
    return run;
  }

  const answer = (status: number, body: unknown): Answer => ({
    status,
    body: JSON.stringify(body),
    headers: { "Cache-Control": "no-store" },
  });

  /** The answer to what starts a run. */
  async function started(
    scope: string,
    exportId: string,
    how: Pick<Run, "trigger" | "redriveOf">,
  ): Promise<Answer> {
    const { runId, isNew } = await schedules.start(scope, exportId, how);
    if (!isNew)
      throw new Problem("RunInProgress", { detail: `The run ${runId} is not over.`, extra: { runId } });
    const { headers, ...accepted } = answer(202, presentRun(await findRun(scope, exportId, runId)));
    return { ...accepted, headers: { ...headers, Location: `${PATH}/${exportId}/runs/${runId}` } };
  }

  return [
    route({
      operation: "createExport",
      method: "post",
      paths: [PATH],
      tag,
      summary: "Have wishes exported",
      description:
        "To a file or a platform, when it is asked for and on schedule. A secret that is made here is shown this once.",
      scope: "exports:write",
      body: CreateExportBody,
      bodyDoc: documented(CreateExportBody, settingsOfAll),
      check,
      refusals: REFUSALS,
      conditional: false,
      responses: { 201: { description: "The new export.", schema: ExportResponse } },
      async handle({ session: { scope }, body }) {
        const { connector: stated, name, mode, schedule, events, lists, mapping, ...flags } = body;
        const unknown = hiddenSecrets(stated);
        if (unknown.length > 0) throw lacking(unknown);
        const complete = connectors[stated.type]?.complete;
        const connector = complete ? { ...stated, ...complete(stated as never) } : stated;
        if ((await exports.list(scope)).length >= MOST_EXPORTS) {
          const detail = `A store has at most ${MOST_EXPORTS} exports.`;
          throw new Problem("InvalidInput", { status: REFUSALS.invalid, detail });
        }
        const record = await exports.create(scope, {
          name,
          connector,
          mode,
          ...(schedule ? { schedule } : {}),
          ...(events ? { events } : {}),
          ...(lists ? { lists } : {}),
          ...(mapping ? { mapping } : {}),
          includePrivate: flags.includePrivate ?? false,
          onlyConsenting: flags.onlyConsenting ?? true,
          enabled: flags.enabled ?? true,
        });
        await schedules.put(scope, record);
        const shown = await present(scope, record);
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
      scope: "exports:read",
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "All exports.", schema: ExportsResponse } },
      async handle({ session: { scope } }) {
        const all = await exports.list(scope);
        const shown = await Promise.all(all.map((record) => present(scope, record)));
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
      scope: "exports:read",
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "The export.", schema: ExportResponse } },
      async handle(request) {
        const { scope } = request.session;
        return presentRead(JSON.stringify(await present(scope, await find(scope, request.param("id")))));
      },
    }),

    route({
      operation: "updateExport",
      method: "put",
      paths: [`${PATH}/:id`],
      params,
      tag,
      summary: "Change an export",
      description: "Members that are absent stay, null clears one. A changed schedule holds at once.",
      scope: "exports:write",
      body: UpdateExportBody,
      bodyDoc: documented(UpdateExportBody, settingsOfAll),
      check,
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "The export after the change.", schema: ExportResponse } },
      async handle(request) {
        const { scope } = request.session;
        const { connector, name, mode, schedule, events, lists, mapping, ...flags } = request.body;
        const changed = await exports.change(scope, request.param("id"), (record) => {
          const unknown = hiddenSecrets(connector ?? record.connector).filter(
            (secret) => !isSamePlace(record.connector, connector) || record.connector[secret] === undefined,
          );
          if (unknown.length > 0) throw lacking(unknown);
          const { schedule: _1, events: _2, lists: _3, mapping: _4, ...kept } = record;
          const or = <T>(next: T | null | undefined, before: T | undefined) =>
            next === undefined ? before : (next ?? undefined);
          const after = {
            ...kept,
            ...given({
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
          const faults = check({ mode: after.mode, ...given({ events: after.events }) });
          if (faults.length > 0) throw invalid(faults);
          return after;
        });
        if (!changed) throw notFound("export");
        await schedules.put(scope, changed);
        return answer(200, await present(scope, changed));
      },
    }),

    route({
      operation: "deleteExport",
      method: "delete",
      paths: [`${PATH}/:id`],
      params,
      tag,
      summary: "Delete an export",
      description: "With its runs and files. A run that is not over ends.",
      scope: "exports:write",
      refusals: REFUSALS,
      conditional: false,
      responses: { 204: { description: "Deleted." } },
      async handle(request) {
        const { scope } = request.session;
        const id = request.param("id");
        if (!(await exports.delete(scope, id))) throw notFound("export");
        await schedules.remove(scope, id);
        return { status: 204 };
      },
    }),

    route({
      operation: "startExportRun",
      method: "post",
      paths: [`${PATH}/:id/runs`],
      params,
      tag,
      summary: "Run an export now",
      description:
        "Tells all that was written before. One run of an export at a time: 409 with its runId while one is not over.",
      scope: "exports:write",
      refusals: REFUSALS,
      conditional: false,
      responses: { 202: { description: "The run has begun.", schema: RunResponse } },
      async handle(request) {
        const { scope } = request.session;
        const { id } = await find(scope, request.param("id"));
        return started(scope, id, { trigger: "request" });
      },
    }),

    route({
      operation: "listExportRuns",
      method: "get",
      paths: [`${PATH}/:id/runs`],
      params,
      tag,
      summary: "List an export's runs",
      description: `The newest ${RUNS_SHOWN}; they are kept for 30 days.`,
      scope: "exports:read",
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "The newest first.", schema: RunsResponse } },
      async handle(request) {
        const { scope } = request.session;
        const { id } = await find(scope, request.param("id"));
        const found = await runs.list(scope, id, RUNS_SHOWN);
        return presentRead(JSON.stringify({ runs: found.map(presentRun) }));
      },
    }),

    route({
      operation: "getExportRun",
      method: "get",
      paths: [`${PATH}/:id/runs/:run`],
      params: runParams,
      tag,
      summary: "Show how far a run is, and what came of it",
      scope: "exports:read",
      query: RunQuery,
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "The run.", schema: RunDetailResponse } },
      async handle(request) {
        const { scope } = request.session;
        const run = await findRun(scope, request.param("id"), request.param("run"));
        const { rejectedFrom = 0 } = request.query;
        const found = await runs.rejected(scope, run.id, rejectedFrom, REJECTED_SHOWN + 1);
        const rejected = found.slice(0, REJECTED_SHOWN);
        const nextRejected = found.length > rejected.length ? rejectedFrom + rejected.length : undefined;
        return presentRead(JSON.stringify({ ...presentRun(run), rejected, nextRejected }));
      },
    }),

    route({
      operation: "redriveExportRun",
      method: "post",
      paths: [`${PATH}/:id/runs/:run/redrive`],
      params: runParams,
      tag,
      summary: "Send again what a platform rejected",
      description: "In a run of its own, as it is now.",
      scope: "exports:write",
      refusals: REFUSALS,
      conditional: false,
      responses: { 202: { description: "The run has begun.", schema: RunResponse } },
      async handle(request) {
        const { scope } = request.session;
        const run = await findRun(scope, request.param("id"), request.param("run"));
        if ((await runs.countRejected(scope, run.id)) === 0) {
          const detail = "Nothing was rejected, or it was sent again already.";
          throw new Problem("InvalidInput", { status: REFUSALS.invalid, detail });
        }
        return started(scope, run.exportId, { trigger: "redrive", redriveOf: run.id });
      },
    }),

    route({
      operation: "cancelExportRun",
      method: "post",
      paths: [`${PATH}/:id/runs/:run/cancel`],
      params: runParams,
      tag,
      summary: "End a run",
      description: "After the batch in hand. One that is over stays as it is.",
      scope: "exports:write",
      refusals: REFUSALS,
      conditional: false,
      responses: { 200: { description: "The run after that.", schema: RunResponse } },
      async handle(request) {
        const { scope } = request.session;
        const run = await findRun(scope, request.param("id"), request.param("run"));
        const finishedTime = new Date().toISOString();
        await runs.write(scope, run, "", { changes: { status: "cancelled", finishedTime } });
        return answer(200, presentRun(await findRun(scope, run.exportId, run.id)));
      },
    }),
  ];
}

const invalid = (errors: FieldError[]) =>
  new Problem("InvalidInput", {
    status: REFUSALS.invalid,
    detail: errors.map(({ path, message }) => `${path} ${message}`).join("; "),
    errors,
  });

/** Secrets came hidden, and none are known that they could stand for. */
const lacking = (names: string[]) =>
  invalid(
    names.map((name) => ({
      path: `/connector/${name}`,
      message: "is needed: none is known for this address",
    })),
  );

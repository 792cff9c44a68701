import { Problem } from "../../../ingest/problem.ts";
import { notFound } from "../../../ingest/targets.ts";
import type { Run } from "../../../store/exports/export-run.ts";
import type { ExportRuns } from "../../../store/exports/export-runs.ts";
import type { Exports } from "../../../store/exports/exports.ts";
import { readable } from "../../../store/records/undecodable.ts";
import type { Now } from "../../../store/redis/clock.ts";
import type { Answer } from "../../answer.ts";
import { readBack } from "../../known-outcome.ts";
import { presentRejected, presentRun } from "../../presenters/exports.ts";
import { presentChange, presentRead } from "../../presenters/reply.ts";
import { type ApiRequest, type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import { RunDetailResponse, RunQuery, RunResponse, RunsResponse } from "../../schemas/outbound/exports.ts";
import { API_PATH } from "../api-path.ts";

const PATH = `${API_PATH}/exports/:id/runs`;
const PARAMS = { id: "The export's id" };
const RUN_PARAMS = { ...PARAMS, run: "The run's id" };
const COMMON = { tag: "Exports", refusals: BAD_REQUEST, conditional: false } as const;
const START = {
  ...COMMON,
  method: "post",
  scope: "exports:write",
  startsJobs: true,
  idempotency: "answer",
  responses: { 202: { description: "The run has started.", schema: RunResponse, isStarted: true } },
} as const;
const READ = { ...COMMON, method: "get", scope: "exports:read" } as const;
const RUNS_SHOWN = 100;
const REJECTED_SHOWN = 50;

interface RunParts {
  exports: Exports;
  runs: ExportRuns;
  /** The store's clock. */
  now: Now;
  /**
   * Starts a run, or returns the active run if there is one. A run that an earlier attempt of this request started
   * counts as new.
   */
  start: (
    storeKey: string,
    exportId: string,
    run: Pick<Run, "trigger" | "redriveOf">,
    repeatKey: string | undefined,
  ) => Promise<{ runId: string; isNew: boolean }>;
}

/**
 * Returns the id of an export.
 *
 * @throws 404 if it does not exist
 */
async function findExport({ exports }: RunParts, storeKey: string, id: string): Promise<string> {
  if (!(await exports.find(storeKey, id))) throw notFound("export");
  return id;
}

async function findRun({ runs }: RunParts, storeKey: string, exportId: string, id: string): Promise<Run> {
  const run = await runs.find(storeKey, id);
  if (run?.exportId !== exportId) throw notFound("run");
  return run;
}

/**
 * Starts a run and answers with it.
 *
 * @throws {Problem} `RunInProgress` if another run is active
 */
async function startRun(
  parts: RunParts,
  { session: { storeKey }, repeatKey }: Pick<ApiRequest, "session" | "repeatKey">,
  exportId: string,
  how: Pick<Run, "trigger" | "redriveOf">,
): Promise<Answer> {
  const { runId, isNew } = await parts.start(storeKey, exportId, how, repeatKey);
  if (!isNew) throw new Problem("RunInProgress", { detail: `The run ${runId} is active.`, extra: { runId } });
  const location = `${PATH.replace(":id", exportId)}/${runId}`;
  const run = readBack(await parts.runs.find(storeKey, runId));
  return presentChange(202, presentRun(run), { Location: location });
}

const startExportRun = (parts: RunParts): ApiRoute =>
  route({
    ...START,
    operation: "startExportRun",
    paths: [PATH],
    params: PARAMS,
    summary: "Run an export now",
    description:
      "Exports everything that was written before the run. An export has one run at a time: if a run is active, the answer is 409 with its runId.",
    async handle(request) {
      const { storeKey } = request.session;
      const id = await findExport(parts, storeKey, request.param("id"));
      return startRun(parts, request, id, { trigger: "request" });
    },
  });

const listExportRuns = (parts: RunParts): ApiRoute =>
  route({
    ...READ,
    operation: "listExportRuns",
    paths: [PATH],
    params: PARAMS,
    summary: "List an export's runs",
    description: `The newest ${RUNS_SHOWN} runs. Runs are kept for 30 days.`,
    responses: { 200: { description: "The runs, the newest first.", schema: RunsResponse } },
    async handle(request) {
      const { storeKey } = request.session;
      const id = await findExport(parts, storeKey, request.param("id"));
      const found = await parts.runs.list(storeKey, id, RUNS_SHOWN);
      return presentRead(JSON.stringify({ runs: found.map(presentRun) }));
    },
  });

const getExportRun = (parts: RunParts): ApiRoute =>
  route({
    ...READ,
    operation: "getExportRun",
    paths: [`${PATH}/:run`],
    params: RUN_PARAMS,
    summary: "Get a run with its progress and result",
    description:
      "The progress and the counts of the run, and a page of the records that the platform rejected.",
    query: RunQuery,
    responses: { 200: { description: "The run.", schema: RunDetailResponse } },
    async handle(request) {
      const { storeKey } = request.session;
      const run = await findRun(parts, storeKey, request.param("id"), request.param("run"));
      const { rejectedFrom = 0 } = request.query;
      const found = await parts.runs.rejected(storeKey, run.id, rejectedFrom, REJECTED_SHOWN + 1);
      const rejected = readable(found.slice(0, REJECTED_SHOWN)).map(presentRejected);
      const nextRejected = found.length > REJECTED_SHOWN ? rejectedFrom + REJECTED_SHOWN : undefined;
      return presentRead(JSON.stringify({ ...presentRun(run), rejected, nextRejected }));
    },
  });

const redriveExportRun = (parts: RunParts): ApiRoute =>
  route({
    ...START,
    operation: "redriveExportRun",
    paths: [`${PATH}/:run/redrive`],
    params: RUN_PARAMS,
    summary: "Send rejected records again",
    description: "Starts a new run that sends the rejected records with their current data.",
    async handle(request) {
      const { session, repeatKey } = request;
      const { storeKey } = session;
      const run = await findRun(parts, storeKey, request.param("id"), request.param("run"));
      const hasRejected = (await parts.runs.countRejected(storeKey, run.id)) > 0;
      // The run that an earlier attempt of this request has begun may have sent them already.
      const hasBegun =
        repeatKey !== undefined && (await parts.runs.begunBy(storeKey, repeatKey)) !== undefined;
      if (!hasRejected && !hasBegun) {
        const detail = "The run has no rejected records, or they were already sent again.";
        throw new Problem("InvalidInput", { status: BAD_REQUEST.invalid, detail });
      }
      return startRun(parts, request, run.exportId, { trigger: "redrive", redriveOf: run.id });
    },
  });

const cancelExportRun = (parts: RunParts): ApiRoute =>
  route({
    ...COMMON,
    operation: "cancelExportRun",
    method: "post",
    paths: [`${PATH}/:run/cancel`],
    params: RUN_PARAMS,
    summary: "Cancel a run",
    description: "The run ends after its current batch. A finished run does not change.",
    scope: "exports:write",
    idempotency: "answer",
    responses: { 200: { description: "The run.", schema: RunResponse } },
    async handle(request) {
      const { storeKey } = request.session;
      const run = await findRun(parts, storeKey, request.param("id"), request.param("run"));
      const finishedTime = new Date(parts.now()).toISOString();
      await parts.runs.write(storeKey, run, "", { changes: { status: "cancelled", finishedTime } });
      return presentChange(200, presentRun(await findRun(parts, storeKey, run.exportId, run.id)));
    },
  });

/** Returns the routes that start, read and cancel runs of an export, and send rejected records again. */
export const exportRunRoutes = (parts: RunParts): ApiRoute[] =>
  [startExportRun, listExportRuns, getExportRun, redriveExportRun, cancelExportRun].map((routeOf) =>
    routeOf(parts),
  );

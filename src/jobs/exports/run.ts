import type { Job, Processor } from "bullmq";
import { defined } from "../../collections/defined.ts";
import { ArchiveUnavailable, ChangesLost } from "../../store/changes/archive.ts";
import { NO_COUNTS, type Position, type Run } from "../../store/exports/export-run.ts";
import { type ExportRecord, withFileForm } from "../../store/exports/exports.ts";
import { KeyMissing, Unsealable } from "../../store/secrets/vault.ts";
import { tenantOf } from "../../store/tenants/tenant.ts";
import { type ExportReason, exportReasonInWords } from "../../text/outbound-reasons.ts";
import { HOUR_MS } from "../../units/durations.ts";
import { isTemporary } from "../queue/worker/retry-while-unavailable.ts";
import { runLater } from "../queue/worker/run-later.ts";
import { type Connector, Interrupted, Refused, RetryLater } from "./connector.ts";
import { openConnector } from "./connectors.ts";
import { removeFiles } from "./connectors/file.ts";
import { forgetExport, pruneExport } from "./kept-files.ts";
import type { RunDeps } from "./run-deps.ts";
import { FileOutdated, RunLost, RunSlice, SliceOver } from "./run-slice.ts";
import { beginsWithAll, START_OVER } from "./window.ts";

/** Maximum number of consecutive attempts, and waits between them in milliseconds if the platform names none. */
const MAX_FAILURES = 10;
const FIRST_WAIT_MS = 1000;
const MAX_WAIT_MS = 15 * 60_000;
/** Maximum wait that a platform can ask for, in milliseconds. */
const MAX_ASKED_MS = 6 * HOUR_MS;
/** Maximum number of times that a run starts again because people were erased. */
const MAX_RESTARTS = 10;

/** Whether the settings or the receiver of an export are the cause, so that its tenant can do something. */
const isForTenant = (err: unknown): boolean => err instanceof Interrupted || err instanceof Unsealable;

/** A job of the queue `export-runs`. The position of the run is stored in the run, not in the job. */
export interface RunJob {
  storeKey: string;
  runId: string;
}

/**
 * Returns the wait after a failed attempt, in milliseconds: longer with each failure, and at least the `afterMs` that
 * the platform asks for, up to six hours.
 */
export function waitAfter(failures: number, afterMs: number | undefined): number {
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), MAX_WAIT_MS);
  return Math.max(wait, Math.min(afterMs ?? 0, MAX_ASKED_MS));
}

/** Returns the reason of a failure for the tenant, without internal details. */
export function reasonOfRun(err: unknown, settings: Pick<ExportRecord, "events">): ExportReason {
  if (err instanceof Interrupted) return err.reason;
  if (err instanceof ChangesLost)
    return { code: beginsWithAll(settings) ? "changes_lost" : "changes_lost_for_good" };
  if (err instanceof ArchiveUnavailable) return { code: "changes_unavailable" };
  if (err instanceof KeyMissing) return { code: "secret_key_missing" };
  return { code: err instanceof Unsealable ? "secret_changed" : "internal_error" };
}

/** A run that this process owns as long as no other one has a newer fence. */
interface OwnedRun {
  storeKey: string;
  run: Run;
  fence: string;
}

/** Removes the parts of a file that the run will not complete. */
const removeParts = ({ connectors }: RunDeps, { storeKey, run }: Omit<OwnedRun, "fence">): Promise<void> =>
  removeFiles(connectors.dataDir, tenantOf(storeKey), run.exportId, run.id);

/** Ends a run as failed, and removes the parts of its file, unless another process owns it. */
async function failRun(
  deps: RunDeps,
  { storeKey, run, fence }: OwnedRun,
  reason: ExportReason,
  reached?: Position,
): Promise<void> {
  const { runs, onOver, now } = deps;
  const finishedTime = new Date(now()).toISOString();
  const changes = { status: "failed" as const, reason, finishedTime };
  if (!(await runs.write(storeKey, run, fence, { changes, ...defined({ reached }) }))) return;
  onOver("failed", { storeKey, export: run.exportId, run: run.id });
  await removeParts(deps, { storeKey, run });
}

/**
 * Records that an attempt of a run has failed. Resolves to the milliseconds until the next attempt; undefined if the
 * run has ended, or belongs to another process.
 */
async function recordFailure(
  deps: RunDeps,
  owned: OwnedRun,
  settings: ExportRecord,
  err: unknown,
): Promise<number | undefined> {
  const { runs, log } = deps;
  const { storeKey, run, fence } = owned;
  const failures = ((await runs.find(storeKey, run.id))?.failures ?? 0) + 1;
  const reason = reasonOfRun(err, settings);
  // Its stack would say nothing about the cause, and a run may fail ten times.
  const cause = isForTenant(err) ? { reason: exportReasonInWords(reason) } : { err };
  log.warn({ ...cause, storeKey, export: settings.id, run: run.id }, "a run of an export was interrupted");
  const isLost = err instanceof ChangesLost;
  if (isLost || err instanceof Refused || err instanceof Unsealable || failures >= MAX_FAILURES) {
    await failRun(deps, owned, reason, isLost ? START_OVER : undefined);
    return undefined;
  }
  if (!(await runs.write(storeKey, run, fence, { changes: { failures, reason } }))) return undefined;
  return waitAfter(failures, err instanceof RetryLater ? err.afterMs : undefined);
}

/**
 * Lets a run whose file is outdated start again, or ends it as failed if it has done so too often. Resolves to whether
 * the run continues.
 */
async function startAgain(deps: RunDeps, owned: OwnedRun): Promise<boolean> {
  const { storeKey, run, fence } = owned;
  const { restarts = 0 } = (await deps.runs.find(storeKey, run.id)) ?? {};
  if (restarts >= MAX_RESTARTS) {
    await failRun(deps, owned, { code: "erasures_during_run" });
    return false;
  }
  const erasures = await deps.erasures.count(storeKey);
  const begun = { position: null, batch: 1, batchEnd: null, progress: 0, counts: NO_COUNTS };
  return deps.runs.write(storeKey, run, fence, {
    changes: { ...begun, erasures, restarts: restarts + 1, reason: "" },
  });
}

/** Ends a run as failed if the queue has given up its job, because nothing else would end it. */
export const giveUpRun =
  (deps: RunDeps) =>
  async (job: Job<RunJob>): Promise<void> => {
    const { storeKey, runId } = job.data;
    const { runs } = deps;
    const run = await runs.find(storeKey, runId);
    const fence = run && (await runs.take(storeKey, run));
    if (!run || fence === undefined) return;
    await failRun(deps, { storeKey, run, fence }, { code: "given_up" });
  };

/** A slice of a run that this process owns. */
interface Slice {
  owned: OwnedRun;
  settings: ExportRecord;
  job: Job<RunJob>;
  token: string | undefined;
  signal: AbortSignal;
}

/** Opens the connector of a run. */
function connectorOf({ exports, ledgers, connectors }: RunDeps, { owned, settings }: Slice): Connector {
  const { storeKey, run } = owned;
  return openConnector(exports.opened(storeKey, settings), {
    ...connectors,
    tenant: tenantOf(storeKey),
    exportId: settings.id,
    runId: run.id,
    ledger: ledgers.of(settings.id),
    ...defined({ mapping: settings.mapping }),
  });
}

/**
 * Ends a slice that was interrupted.
 *
 * @throws if the run continues later
 */
async function endInterrupted(deps: RunDeps, slice: Slice, err: unknown): Promise<void> {
  const { owned, settings, job, token, signal } = slice;
  if (err instanceof RunLost) {
    const now = await deps.runs.find(owned.storeKey, owned.run.id);
    // It was cancelled, or its export was deleted.
    if (!now || now.status === "cancelled") await removeParts(deps, owned);
    return;
  }
  if (err instanceof FileOutdated) {
    if (await startAgain(deps, owned)) await runLater(job, token, 0);
    return;
  }
  if (err instanceof SliceOver || signal.aborted) await runLater(job, token, 0);
  // Neither the run nor the platform has caused it.
  if (isTemporary(err)) throw err;
  const waitMs = await recordFailure(deps, owned, settings, err);
  if (waitMs !== undefined) await runLater(job, token, waitMs);
}

/** Runs a time slice. Returns if the run has ended or belongs to another process; throws if it continues later. */
async function runTimeSlice(
  deps: RunDeps,
  job: Job<RunJob>,
  found: Run,
  { token, signal }: { token: string | undefined; signal: AbortSignal },
): Promise<void> {
  const { storeKey, runId } = job.data;
  const { exports, runs } = deps;
  const fence = await runs.take(storeKey, found);
  // Read again: from now on no other process can change it.
  const run = fence === undefined ? undefined : await runs.find(storeKey, runId);
  if (fence === undefined || !run) return;
  const owned = { storeKey, run, fence };
  const current = await exports.find(storeKey, run.exportId);
  if (!current) return failRun(deps, owned, { code: "export_deleted" });
  // The rows of a file have one form, also if the export was changed meanwhile.
  const settings = run.form ? withFileForm(current, run.form) : current;
  // What another kind of connector has kept for the end of the run, such as the parts of a file, would be lost.
  if (run.connectorType !== undefined && run.connectorType !== settings.connector.type)
    return failRun(deps, owned, { code: "connector_changed" });
  // The file of before the last start. The empty write proves that no other process has begun a new one.
  if (run.position === null && (await runs.write(storeKey, run, fence, { changes: {} })))
    await removeParts(deps, owned);
  const slice = { owned, settings, job, token, signal };
  let connector: Connector | undefined;
  try {
    connector = connectorOf(deps, slice);
    await new RunSlice(deps, { ...owned, settings, connector, signal }).work();
  } catch (err) {
    await endInterrupted(deps, slice, err);
  } finally {
    await connector?.close?.();
  }
}

/**
 * Processes a run in time slices. Each slice continues after the last accepted batch, even if the slice before failed.
 * However the run ends, old runs are removed then: an export may never succeed. A run may have begun while its export
 * was deleted, so everything of a deleted export is removed again.
 */
export const runExport = (deps: RunDeps): Processor<RunJob, void> =>
  async function runExportJob(job, token, signal = new AbortController().signal) {
    const { storeKey, runId } = job.data;
    const found = await deps.runs.find(storeKey, runId);
    if (!found) return;
    await runTimeSlice(deps, job, found, { token, signal });
    const { exportId } = found;
    const settings = await deps.exports.find(storeKey, exportId);
    if (settings) await pruneExport(deps, storeKey, settings);
    else await forgetExport(deps, deps.connectors.dataDir, { storeKey, exportId });
  };

import { processExports } from "../../jobs/exports/process.ts";
import type { RunDeps } from "../../jobs/exports/run-deps.ts";
import { giveUpRun, runExport } from "../../jobs/exports/run.ts";
import type { QueueWork } from "../../jobs/queue/job.ts";
import { startAtZero } from "../../metrics.ts";
import { RUN_OUTCOMES } from "../../store/exports/export-run.ts";
import { MB } from "../../units/bytes.ts";
import { ofActiveTenants } from "./active-tenants.ts";
import type { Background } from "./context.ts";
import { endingDurably } from "./durable-ends.ts";

/** Returns where the files of exports are, and how many bytes those of a tenant may have. */
export const exportFilesOf = ({ DATA_DIR, EXPORT_FILES_MB }: Background["config"]) => ({
  dataDir: DATA_DIR,
  fileBytes: EXPORT_FILES_MB * MB,
});

/** The outcomes of sent records, as labels of metrics. */
const RECORD_OUTCOMES = ["accepted", "rejected"] as const;

/** Returns the work of the queues of exports. `schedule` adds their schedules and active runs to the queues. */
export async function exportWorks(
  background: Background,
): Promise<{ works: Record<"exports" | "export-runs", QueueWork>; schedule: () => Promise<void> }> {
  const { config, metrics, keys, layout, log, stores, jobs, exportSchedules } = background;
  // A connection for exports alone: their pages are large, and other jobs must not wait for them.
  const reads = await background.openReads();
  const { exports, exportRuns: runs } = stores;
  startAtZero(metrics.exportRuns, RUN_OUTCOMES);
  startAtZero(metrics.exportRecords, RECORD_OUTCOMES);
  const deps: RunDeps = {
    redis: reads.redis,
    keys,
    partitions: layout.partitions,
    exports,
    runs,
    now: background.clock.now,
    reads: reads.exportReads,
    index: reads.wishlistIndex,
    changes: reads.changes,
    ledgers: stores.sentBatches,
    erasures: stores.erasures,
    marks: stores.windowMarks,
    onUndecodable: background.onUndecodable,
    stopping: jobs.stopping,
    onResult(counts) {
      for (const outcome of RECORD_OUTCOMES) metrics.exportRecords.inc({ outcome }, counts[outcome]);
    },
    onOver(outcome, run) {
      metrics.exportRuns.inc({ outcome });
      // The reason is only in the run, because a receiver's message may contain personal data.
      log.info({ ...run, outcome }, "a run of an export has ended");
    },
    connectors: { ...exportFilesOf(config), allowPrivate: config.ALLOW_PRIVATE_TARGETS },
    log,
  };
  const works = {
    exports: {
      process: processExports({ schedules: exportSchedules, runs, dataDir: config.DATA_DIR }),
      concurrency: 8,
    },
    "export-runs": {
      process: ofActiveTenants(background, endingDurably(background, runExport(deps))),
      onGivenUp: giveUpRun(deps),
      concurrency: 8,
      perTenant: config.TENANT_EXPORTS,
      lockMs: 5000,
    },
  };
  return { works, schedule: () => exportSchedules.reconcile(log) };
}

import { processExports } from "../../jobs/exports/process.ts";
import { runExport } from "../../jobs/exports/run.ts";
import { ExportSchedules } from "../../jobs/exports/schedule.ts";
import { FairShare } from "../../jobs/queue/fair-share.ts";
import type { QueueWork } from "../../jobs/queue/job.ts";
import { Changes } from "../../store/partition/changes.ts";
import { ExportReads } from "../../store/exports/export-reads.ts";
import { ExportRuns } from "../../store/exports/export-runs.ts";
import { Exports } from "../../store/exports/exports.ts";
import { FirstChanges } from "../../store/exports/first-changes.ts";
import { Products } from "../../store/read/products.ts";
import { SentBatches } from "../../store/exports/sent-batches.ts";
import { WishlistIndex } from "../../store/read/wishlist-index.ts";
import type { Background } from "./context.ts";

/** Keeps the schedules of exports, and runs them. */
export async function exportWorks(
  background: Background,
): Promise<Record<"exports" | "export-runs", QueueWork>> {
  const { config, metrics, keys, layout, log, redis, references, vault, jobs } = background;
  // Their pages are large: others shall not wait behind them.
  const reads = await background.open("reads");
  const products = new Products(reads, keys, layout, references);
  const exports = new Exports(redis, keys, vault);
  const runs = new ExportRuns(redis, keys);
  const schedules = new ExportSchedules({ jobs, exports, runs, shares: new FairShare() });
  await schedules.reconcile(log);
  const run = runExport({
    redis: reads,
    keys,
    partitions: layout.partitions,
    exports,
    runs,
    reads: new ExportReads(reads, keys, layout, products),
    index: new WishlistIndex(reads, keys),
    changes: new Changes(reads, keys, layout),
    ledgers: new SentBatches(redis, keys),
    firsts: new FirstChanges(redis, keys),
    stopping: jobs.stopping,
    onOver: (outcome) => metrics.exportRuns.inc({ outcome }),
    connectors: {
      dataDir: config.DATA_DIR,
      fileBytes: config.EXPORT_FILES_MB * 1_000_000,
      allowPrivate: config.ALLOW_PRIVATE_TARGETS,
    },
    log,
  });
  return {
    exports: { process: processExports({ schedules, runs, dataDir: config.DATA_DIR }), concurrency: 8 },
    "export-runs": { process: run, concurrency: 8, perTenant: config.TENANT_EXPORTS, lockMs: 5000 },
  };
}

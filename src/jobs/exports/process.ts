import type { Processor } from "bullmq";
import type { ExportRuns } from "../../store/exports/export-runs.ts";
import { tenantOf } from "../../store/tenants/tenant.ts";
import { removeAllFiles } from "./connectors/file.ts";
import type { ExportJob, ExportSchedules } from "./schedule.ts";

interface ExportDeps {
  schedules: ExportSchedules;
  runs: ExportRuns;
  dataDir: string;
}

/** Processes the queue `exports`. A job that runs twice has the same result. */
export const processExports = ({ schedules, runs, dataDir }: ExportDeps): Processor<ExportJob, void> =>
  async function processExportJob({ name, data }) {
    if (name === "tick") return schedules.tick(data);
    const { storeKey, exportId } = data;
    await runs.forget(storeKey, exportId);
    await removeAllFiles(dataDir, tenantOf(storeKey), exportId);
  };

import type { Processor } from "bullmq";
import type { ExportRuns } from "../../store/exports/export-runs.ts";
import { refuseNewerJob } from "../queue/newer-job.ts";
import { forgetExport } from "./kept-files.ts";
import type { ExportJob, ExportSchedules } from "./schedule.ts";

interface ExportDeps {
  schedules: ExportSchedules;
  runs: ExportRuns;
  dataDir: string;
}

/** Processes the queue `exports`. A job that runs twice has the same result. */
export const processExports = ({ schedules, runs, dataDir }: ExportDeps): Processor<ExportJob, void> =>
  async function processExportJob({ name, data, id }) {
    switch (name) {
      case "tick":
        return schedules.tick(data, id);
      case "forget":
        return forgetExport({ runs }, dataDir, data);
      default:
        return refuseNewerJob();
    }
  };

import type { Processor } from "bullmq";
import type { ExportRuns } from "../../store/exports/export-runs.ts";
import type { Exports } from "../../store/exports/exports.ts";
import { forgetExport } from "./kept-files.ts";
import type { ExportJob, ExportSchedules } from "./schedule.ts";

interface ExportDeps {
  schedules: ExportSchedules;
  exports: Exports;
  runs: ExportRuns;
  dataDir: string;
}

/** Processes the queue `exports`. A job that runs twice has the same result. */
export const processExports = ({
  schedules,
  exports,
  runs,
  dataDir,
}: ExportDeps): Processor<ExportJob, void> =>
  async function processExportJob({ name, data }) {
    if (name === "tick") return schedules.tick(data);
    await forgetExport({ exports, runs }, dataDir, data);
  };

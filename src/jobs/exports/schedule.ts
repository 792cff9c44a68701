import { isDeepStrictEqual } from "node:util";
import type { Logger } from "pino";
import type { Run } from "../../store/exports/export-run.ts";
import type { ExportRuns } from "../../store/exports/export-runs.ts";
import type { ExportRecord, Exports } from "../../store/exports/exports.ts";
import type { FairShare } from "../queue/fair-share.ts";
import type { JobChanges } from "../queue/request-jobs.ts";
import { isTemporary } from "../queue/worker/retry-while-unavailable.ts";
import type { RunJob } from "./run.ts";

/** A job of the queue `exports`: a schedule is due, or an export was deleted. */
export interface ExportJob {
  storeKey: string;
  exportId: string;
}

const hasSameSchedule = (a: ExportRecord, b: ExportRecord) =>
  a.enabled === b.enabled && isDeepStrictEqual(a.schedule, b.schedule);

interface ScheduleParts {
  jobs: JobChanges;
  exports: Exports;
  runs: ExportRuns;
  shares: FairShare;
}

/** Starts runs, immediately or on schedule. */
export class ExportSchedules {
  readonly #parts: ScheduleParts;

  constructor(parts: ScheduleParts) {
    this.#parts = parts;
  }

  /**
   * Synchronises the queue's schedule of an export with the export. Another request or process may change the export
   * meanwhile, and write its schedule before this one does, so the export is read again afterwards.
   */
  async put(storeKey: string, record: ExportRecord): Promise<void> {
    const { exports, jobs } = this.#parts;
    const { id } = record;
    let written: ExportRecord | undefined = record;
    while (written) {
      await this.#write(storeKey, written);
      const stored = await exports.find(storeKey, id);
      if (stored && hasSameSchedule(stored, written)) return;
      written = stored;
    }
    await jobs.unschedule("exports", id);
  }

  #write(storeKey: string, { id, enabled, schedule }: ExportRecord): Promise<void> {
    const { jobs } = this.#parts;
    if (!enabled || !schedule) return jobs.unschedule("exports", id);
    const data: ExportJob = { storeKey, exportId: id };
    return jobs.schedule("exports", id, schedule, { name: "tick", data });
  }

  /** Removes an export's schedule, and queues the deletion of its runs and files. */
  async remove(storeKey: string, id: string): Promise<void> {
    const { jobs } = this.#parts;
    await jobs.unschedule("exports", id);
    const data: ExportJob = { storeKey, exportId: id };
    await jobs.add("exports", [{ name: "forget", data }]);
  }

  /** Starts a run. If one is active, it ensures that this run continues instead. See {@link ExportRuns.begin}. */
  async start(
    storeKey: string,
    exportId: string,
    run: Pick<Run, "trigger" | "redriveOf">,
    repeatKey?: string,
  ): Promise<{ runId: string; isNew: boolean }> {
    const { runs } = this.#parts;
    const begun = await runs.begin(storeKey, exportId, run, repeatKey);
    await this.#continueRun(storeKey, begun.runId);
    return begun;
  }

  async #continueRun(storeKey: string, runId: string): Promise<void> {
    const { jobs, shares } = this.#parts;
    const data: RunJob = { storeKey, runId };
    const priority = shares.next(storeKey, Date.now());
    await jobs.revive("export-runs", { name: "run", id: runId, data, priority });
  }

  /** Starts the scheduled run of an export. The same `repeatKey` starts it once, however often its job runs. */
  async tick({ storeKey, exportId }: ExportJob, repeatKey?: string): Promise<void> {
    const { exports, jobs, runs } = this.#parts;
    const record = await exports.find(storeKey, exportId);
    if (!record?.enabled || !record.schedule) return jobs.unschedule("exports", exportId);
    const { isNew } = await this.start(storeKey, exportId, { trigger: "schedule" }, repeatKey);
    if (!isNew) await runs.countSkippedTick(storeKey, exportId);
  }

  async #restore(storeKey: string, record: ExportRecord): Promise<void> {
    const { runs } = this.#parts;
    await this.put(storeKey, record);
    const active = await runs.active(storeKey, record.id);
    if (active !== undefined) await this.#continueRun(storeKey, active);
  }

  /**
   * Synchronises the queue with the stored exports: the queue may have been lost, or a process may have been killed
   * after it had written an export or a run, and before it wrote to the queue.
   *
   * @throws if the store is unavailable; an export that cannot be synchronised for another reason is logged
   */
  async reconcile(log: Logger): Promise<void> {
    const { exports, jobs } = this.#parts;
    // Read before the exports: an export that is created meanwhile keeps its schedule.
    const scheduled = await jobs.scheduled("exports");
    const known = new Set<string>();
    for (const storeKey of await exports.storeKeys()) {
      for (const record of await exports.list(storeKey)) {
        known.add(record.id);
        // A schedule that cannot be synchronised must not stop the others or the start of the process.
        await this.#restore(storeKey, record).catch((err: unknown) => {
          if (isTemporary(err)) throw err;
          log.error({ err, storeKey, export: record.id }, "cannot schedule an export");
        });
      }
    }
    for (const id of scheduled) if (!known.has(id)) await jobs.unschedule("exports", id);
  }
}

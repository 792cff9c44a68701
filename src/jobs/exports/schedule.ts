import { isDeepStrictEqual } from "node:util";
import { type CronExpression, CronExpressionParser } from "cron-parser";
import type { Logger } from "pino";
import type { Run } from "../../store/exports/export-run.ts";
import type { ExportRuns } from "../../store/exports/export-runs.ts";
import type { ExportRecord, Exports, ExportSchedule } from "../../store/exports/exports.ts";
import { HOUR_S } from "../../units/durations.ts";
import { isTimeZone } from "../../units/time-zone.ts";
import type { FairShare } from "../queue/fair-share.ts";
import type { JobChanges } from "../queue/request-jobs.ts";
import { isTemporary } from "../queue/worker/retry-while-unavailable.ts";
import type { RunJob } from "./run.ts";

/** A job of the queue `exports`: a schedule is due, or an export was deleted. */
export interface ExportJob {
  storeKey: string;
  exportId: string;
}

/** Maximum number of days of each month. */
const DAYS = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/**
 * Whether a schedule names only days that its months do not have. The parser would search for a second before it
 * refuses them.
 */
function neverOccurs({ fields: { dayOfMonth, dayOfWeek, month } }: CronExpression): boolean {
  if (!dayOfWeek.isWildcard || dayOfMonth.hasLastChar) return false;
  const first = Math.min(...dayOfMonth.values.map(Number));
  return month.values.every((number) => first > (DAYS[number - 1] ?? 0));
}

/**
 * Returns the shortest time between two runs of a schedule on one day, in seconds, even if daylight saving time shifts
 * it by an hour. A schedule that runs once a day needs no check: its interval is at least 23 hours.
 */
function shortestInterval({ fields: { second, minute, hour } }: CronExpression): number {
  const times = minute.values.flatMap((m) => second.values.map((s) => m * 60 + s));
  times.sort((a, b) => a - b);
  const gaps = times.slice(1).map((time, i) => time - (times[i] ?? 0));
  const hours = new Set(hour.values.map(Number));
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const isNextToAnother = [...hours].some((h) => hours.has((h + 1) % 24) || hours.has((h + 2) % 24));
  return Math.min(...gaps, isNextToAnother ? first + HOUR_S - last : HOUR_S);
}

/**
 * Validates a schedule, and returns its faults by field. Its runs must be at least `minSeconds` seconds apart. The
 * queue uses the same parser for expressions.
 */
export function faultsOf(
  { cron, timezone }: ExportSchedule,
  minSeconds: number,
): { field: "cron" | "timezone"; message: string }[] {
  if (!isTimeZone(timezone))
    return [
      { field: "timezone", message: "must be a time zone of the IANA database, such as Europe/Berlin" },
    ];
  try {
    const fields = cron.trim().split(/\s+/);
    // The parser adds missing fields, which is never intended, and replaces H by another value each time. It also knows
    // names such as @daily, which are not fields.
    if (fields.length !== 5 && fields.length !== 6) throw new Error("it must have five or six fields");
    if (fields.some((field) => /^H|[,(]H/i.test(field))) throw new Error("H is not supported");
    const expression = CronExpressionParser.parse(cron, { tz: "UTC" });
    if (neverOccurs(expression)) throw new Error("no month has such a day");
    expression.next();
    if (shortestInterval(expression) < minSeconds)
      return [{ field: "cron", message: `must not run more often than once every ${minSeconds} seconds` }];
  } catch (err) {
    const why = err instanceof Error ? `: ${err.message}` : "";
    return [{ field: "cron", message: `must be a cron expression such as 0 6 * * *${why}` }];
  }
  return [];
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
    for (let written: ExportRecord | undefined = record; written;) {
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
    const { exports, runs } = this.#parts;
    await exports.reseal(storeKey, record);
    await this.put(storeKey, record);
    const active = await runs.active(storeKey, record.id);
    if (active !== undefined) await this.#continueRun(storeKey, active);
  }

  /**
   * Synchronises the queue with the stored exports, because the queue may have been lost, or exports may have been
   * written while the service was down.
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

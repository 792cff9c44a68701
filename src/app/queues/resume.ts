import { setTimeout as pause } from "node:timers/promises";
import { resumeRedactions } from "../../jobs/maintenance/redact-shop.ts";
import { resumeAll, resumeSome } from "../../jobs/maintenance/resume-work.ts";
import { hasNightly, scheduleFirst } from "../../jobs/queue/nightly.ts";
import { type LostWork, lostWorkOf, type RecoverDeps, recoverLost } from "../../jobs/recovery/recover.ts";
import { onceAMinute } from "../../store/redis/once-a-minute.ts";
import { historyOf } from "../../store/redis/server/history.ts";
import { LIST_START } from "../../store/work/open-work.ts";
import type { Background } from "./context.ts";

/** Time between two checks whether the queues have lost jobs, in milliseconds. */
const POLL_MS = 10_000;

/** Adds jobs for open work, and schedules of regular work, that the queues have lost. */
class Resuming {
  readonly #background: Background;
  readonly #recovery: RecoverDeps;
  readonly #schedule: () => Promise<void>;
  /** Lost work that has no jobs yet. */
  #lost: LostWork[] = [];
  /** The history after which this process has added all missing jobs, except those of the lost work. */
  #handled: string | undefined;
  /** Position in the open work where the next round continues. */
  #from = LIST_START;

  constructor(background: Background, recovery: RecoverDeps, schedule: () => Promise<void>) {
    this.#background = background;
    this.#recovery = recovery;
    this.#schedule = schedule;
  }

  /** Adds what is missing when the process starts. */
  async begin(): Promise<void> {
    const { jobs, stores } = this.#background;
    const history = await this.#history();
    // Read before the schedules: another process that starts with new data writes it after them.
    const hadJobs = (await stores.serversHistory.known()) !== undefined;
    const isFirst = !(await hasNightly(jobs));
    if (isFirst && hadJobs) this.#warnOfLoss();
    await this.#correctTimes();
    await this.#addMissing({ hasLost: isFirst });
    if (!isFirst) return;
    this.#handled = history;
    await this.#saveHandled(history);
  }

  /** Checks at intervals until `signal` aborts. */
  async repeat(signal: AbortSignal): Promise<void> {
    const report = onceAMinute((err) =>
      this.#background.log.warn({ err }, "cannot check whether the queues have lost their jobs"),
    );
    const isOver = () => signal.aborted;
    for (;;) {
      await pause(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (isOver()) return;
      try {
        await this.#check();
        // Only a part of the open work in each round: a check must stay cheap however much there is.
        this.#from = await resumeSome(this.#works(), this.#from);
      } catch (err) {
        if (err instanceof Error && !isOver()) report(err);
      }
    }
  }

  /** Adds all missing jobs if the queues were emptied, or a server was replaced or restarted. */
  async #check(): Promise<void> {
    const { jobs, stores, log } = this.#background;
    const history = await this.#history();
    const hasSchedules = await hasNightly(jobs);
    const known = await stores.serversHistory.known();
    if (!hasSchedules || (known !== history && this.#handled !== history)) {
      if (!hasSchedules) this.#warnOfLoss();
      else if (known !== undefined)
        log.info("a Redis was replaced or restarted; checking that all open work has jobs");
      await this.#addMissing({ hasLost: true });
      this.#handled = history;
    } else {
      if (await this.#correctTimes()) await this.#addMissing({ hasLost: false });
      this.#lost = await recoverLost(this.#recovery, this.#lost);
    }
    await this.#saveHandled(history);
  }

  #warnOfLoss(): void {
    this.#background.log.warn("the queues have lost their jobs; adding jobs for all open work");
  }

  /**
   * Corrects the times of jobs after the clock of Redis was set back. The schedules show it; they are written again by
   * {@link #addMissing}, after everything else. Resolves to whether it was set back.
   */
  async #correctTimes(): Promise<boolean> {
    const { jobs, log } = this.#background;
    if (!(await jobs.isSetBack("maintenance"))) return false;
    const corrected = await jobs.correctTimes();
    log.warn(
      { jobs: corrected },
      "the clock of Redis was ahead and was set back; the times of jobs are corrected",
    );
    return true;
  }

  /** @param options.hasLost whether work may be lost that only its job knew */
  async #addMissing({ hasLost }: { hasLost: boolean }): Promise<void> {
    const { jobs, stores, clock } = this.#background;
    await scheduleFirst(jobs);
    // Emptied queues may have the same history as before. If this process ends early, another one handles them again.
    if (hasLost) await stores.serversHistory.forget();
    const { redactions, privacyLog } = stores;
    await resumeRedactions({ redactions, privacyLog, jobs, now: clock.now });
    await resumeAll(this.#works());
    if (hasLost) this.#lost = await recoverLost(this.#recovery, lostWorkOf(await stores.tenants.storeKeys()));
    // The first and the last schedule are the sign that everything between them was done, except for the lost work.
    await this.#schedule();
  }

  /** Records the current history once it is handled, and no work is lost. */
  async #saveHandled(history: string): Promise<void> {
    if (this.#lost.length > 0 || this.#handled !== history) return;
    await this.#background.stores.serversHistory.record(history);
    this.#handled = undefined;
  }

  #works() {
    const { jobs, stores, clock, onUndecodable } = this.#background;
    const { openWorks, fileFeeds, flagResets, endpoints } = stores;
    return { openWorks, fileFeeds, flagResets, endpoints, jobs, onUndecodable, now: clock.now };
  }

  async #history(): Promise<string> {
    const { jobs, stores } = this.#background;
    return `${await jobs.history()} ${await historyOf(stores.redis)}`;
  }
}

/**
 * Checks now, and then at intervals, whether all open work has a job and all regular work has a schedule. While this
 * process runs, the Redis of the queues may lose its data, and a failover the last writes before it: an added job, or
 * the result of a job that has ended.
 *
 * @param recovery finds work that only its job knew; used if the queues may have lost jobs
 * @param schedule writes all schedules; may be called several times
 */
export async function startResuming(
  background: Background,
  recovery: RecoverDeps,
  schedule: () => Promise<void>,
): Promise<void> {
  const resuming = new Resuming(background, recovery, schedule);
  await resuming.begin();
  const stopping = new AbortController();
  background.lifecycle.own("resuming", stopping, (part) => {
    part.abort();
  });
  void resuming.repeat(stopping.signal);
}

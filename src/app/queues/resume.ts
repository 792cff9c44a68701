import { setTimeout as pause } from "node:timers/promises";
import { resumeRedactions } from "../../jobs/maintenance/redact-shop.ts";
import { resumeAll, resumeSome } from "../../jobs/maintenance/resume-work.ts";
import { hasNightly } from "../../jobs/queue/nightly.ts";
import { type RecoverDeps, recoverLost } from "../../jobs/recovery/recover.ts";
import { onceAMinute } from "../../store/redis/once-a-minute.ts";
import { historyOf } from "../../store/redis/server/history.ts";
import { LIST_START } from "../../store/work/open-work.ts";
import type { Background } from "./context.ts";

/** Time between two checks whether the queues have lost jobs, in milliseconds. */
const POLL_MS = 10_000;

/**
 * Checks now, and then at intervals, whether all open work has a job and all regular work has a schedule. While this
 * process runs, the Redis of the queues may lose its data, and a failover the last writes before it: an added job, or
 * the result of a job that has ended.
 *
 * @param lostDeps finds work that only its job knew; used if the queues may have lost jobs
 * @param schedule writes all schedules; may be called several times
 */
export async function startResuming(
  background: Background,
  lostDeps: RecoverDeps,
  schedule: () => Promise<void>,
): Promise<void> {
  const { jobs, stores, reads, clock, lifecycle, log, onUndecodable } = background;
  const { now } = clock;
  const { openWorks, flagResets, fileFeeds, redactions, serversHistory: servers } = stores;
  const works = { openWorks, fileFeeds, flagResets, endpoints: reads.endpoints, jobs, onUndecodable, now };
  /** Stores whose lost work has no jobs yet. */
  let lost: string[] = [];
  const addMissing = async (hasLost: boolean) => {
    await resumeRedactions({ redactions, jobs, now });
    await resumeAll(works);
    if (hasLost) lost = await recoverLost(lostDeps, await stores.tenants.storeKeys());
    // Last: the schedules are the sign that everything before them was done.
    await schedule();
  };
  const currentHistory = async () => `${await jobs.history()} ${await historyOf(stores.redis)}`;
  /** Adds all missing jobs if the queues were emptied, or a server was replaced or restarted. */
  const check = async () => {
    const history = await currentHistory();
    const hasSchedules = await hasNightly(jobs);
    const known = await servers.known();
    if (hasSchedules && known === history) return;
    if (!hasSchedules) log.warn("the queues have lost their jobs; adding jobs for all open work");
    else if (known !== undefined)
      log.info("a Redis was replaced or restarted; checking that all open work has jobs");
    await addMissing(true);
    await servers.note(history);
  };
  const history = await currentHistory();
  const isFirst = !(await hasNightly(jobs));
  await addMissing(isFirst);
  if (isFirst) await servers.note(history);
  const stopping = new AbortController();
  const { signal } = stopping;
  const report = onceAMinute((err) =>
    log.warn({ err }, "cannot check whether the queues have lost their jobs"),
  );
  const run = async () => {
    let from = LIST_START;
    const isOver = () => signal.aborted;
    for (;;) {
      await pause(POLL_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (isOver()) return;
      try {
        await check();
        lost = await recoverLost(lostDeps, lost);
        // Only a part of the open work in each round: a check must stay cheap however much there is.
        from = await resumeSome(works, from);
      } catch (err) {
        if (err instanceof Error && !isOver()) report(err);
      }
    }
  };
  lifecycle.own("resuming", stopping, (part) => {
    part.abort();
  });
  void run();
}

import { setTimeout as pause } from "node:timers/promises";
import { resumeRedactions } from "../../jobs/maintenance/redact-shop.ts";
import { resumeAll, resumeSome } from "../../jobs/maintenance/resume-work.ts";
import { hasNightly } from "../../jobs/queue/nightly.ts";
import { type RecoverDeps, recoverLost } from "../../jobs/recovery/recover.ts";
import { onceAMinute } from "../../store/redis/once-a-minute.ts";
import { LIST_START } from "../../store/work/open-work.ts";
import type { Background } from "./context.ts";

/** Time between two checks whether the queues have lost jobs, in milliseconds. */
const POLL_MS = 10_000;

/**
 * Checks now, and then at intervals, whether all open work has a job and all regular work has a schedule. The Redis of
 * the queues may lose its data while this process runs.
 *
 * @param lostDeps finds work that only its job knew; used if the queues have no schedules
 * @param schedule writes all schedules; may be called several times
 */
export async function startResuming(
  background: Background,
  lostDeps: RecoverDeps,
  schedule: () => Promise<void>,
): Promise<void> {
  const { jobs, stores, reads, clock, lifecycle, log, onUndecodable } = background;
  const { now } = clock;
  const { openWorks, flagResets, fileFeeds, redactions } = stores;
  const works = { openWorks, fileFeeds, flagResets, endpoints: reads.endpoints, jobs, onUndecodable, now };
  /** Stores whose lost work has no jobs yet. */
  let lost: string[] = [];
  const all = async () => {
    await resumeRedactions({ redactions, jobs, now });
    await resumeAll(works);
    if (!(await hasNightly(jobs))) lost = await recoverLost(lostDeps, await stores.tenants.storeKeys());
    // Last: the schedules are the sign that everything before them was done.
    await schedule();
  };
  await all();
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
        if (!(await hasNightly(jobs))) {
          log.warn("the queues have lost their jobs; adding jobs for all open work");
          await all();
        }
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

import { setTimeout as pause } from "node:timers/promises";
import { resumeRedactions } from "../../jobs/maintenance/redact-shop.ts";
import { resumeAll, resumeSome } from "../../jobs/maintenance/resume-work.ts";
import { hasNightly } from "../../jobs/queue/nightly.ts";
import { type RecoverDeps, recoverLost } from "../../jobs/recovery/recover.ts";
import { onceAMinute } from "../../store/redis/once-a-minute.ts";
import { LIST_START } from "../../store/work/open-work.ts";
import type { Background } from "./context.ts";

/** How often it is looked whether the queues have lost something, in milliseconds. */
const POLL_MS = 10_000;

/**
 * Looks, now and from time to time, whether all that is under way has its job and all that is done regularly its
 * schedule. The Redis of the queues may come back without its data, while this process goes on.
 *
 * @param lostDeps finds what only a job knew of: it is looked for where the queues have no schedules
 * @param schedule writes all schedules; may be called again
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
    // The last: it says that all else was done.
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
        // However much is under way, a look costs little.
        from = await resumeSome(works, from);
      } catch (err) {
        if (err instanceof Error && !isOver()) report(err);
      }
    }
  };
  lifecycle.own("resuming", stopping, (it) => {
    it.abort();
  });
  void run();
}

import type { Job, Processor } from "bullmq";
import type { Send } from "../../actors/runtime/send.ts";
import type { FlaggedWishes } from "../../ingest/wishes/flagged-wishes.ts";
import { resetNext } from "../../ingest/wishes/reset-flags.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { FlagResets } from "../../store/work/flag-resets.ts";
import type { OpenWorks } from "../../store/work/open-work.ts";
import type { NewJob } from "../queue/job.ts";
import { runLater } from "../queue/worker/run-later.ts";

/** A job of the queue `feeds` with the name `flag-reset`: one for each reset, until it is finished. */
export interface FlagResetJob {
  storeKey: string;
  reset: string;
}

/** Maximum duration of a time slice, in milliseconds: afterwards other jobs of the tenant run. */
const SLICE_MS = 1000;

/** Returns the job that finishes a reset. */
export const flagResetJob = (storeKey: string, reset: string): NewJob & { id: string } => ({
  name: "flag-reset",
  data: { storeKey, reset } satisfies FlagResetJob,
  id: `flag-reset-${reset}`,
});

interface FlagResetDeps {
  flagged: FlaggedWishes;
  flagResets: Pick<FlagResets, "find" | "put">;
  openWorks: Pick<OpenWorks, "end">;
  send: Send;
  /** The store's clock. */
  now: Now;
}

/** Resets wishes until all are done or the time slice is over. Resolves to whether more remain. */
async function runSlice(deps: FlagResetDeps, { storeKey, reset: id }: FlagResetJob): Promise<boolean> {
  const end = performance.now() + SLICE_MS;
  let reset = await deps.flagResets.find(storeKey, id);
  while (reset?.status === "running" && performance.now() < end) {
    reset = await resetNext(deps, storeKey, reset);
    await deps.flagResets.put(storeKey, reset);
  }
  if (reset?.status === "finished") await deps.openWorks.end({ kind: "flag-reset", storeKey, id });
  return reset?.status === "running";
}

/** Ends a reset as failed if the queue has given up its job, because nothing else would end it. */
export async function giveUpFlagReset(
  { flagResets, openWorks, now }: Pick<FlagResetDeps, "flagResets" | "openWorks" | "now">,
  { data: { storeKey, reset: id } }: Pick<Job<FlagResetJob>, "data">,
): Promise<void> {
  const reset = await flagResets.find(storeKey, id);
  if (reset?.status === "running") {
    const finishedTime = new Date(now()).toISOString();
    await flagResets.put(storeKey, { ...reset, status: "failed", finishedTime });
  }
  await openWorks.end({ kind: "flag-reset", storeKey, id });
}

/** Processes a reset in time slices. The next time slice continues at the last stored position. */
export const processFlagReset = (deps: FlagResetDeps): Processor<FlagResetJob, void> =>
  async function processFlagResetJob(job: Job<FlagResetJob>, token) {
    if (!(await runSlice(deps, job.data))) return;
    await runLater(job, token, 0);
  };

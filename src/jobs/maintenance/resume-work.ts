import type { FileFeeds } from "../../store/feeds/file-feeds.ts";
import { doOrSkip, type OnUndecodable } from "../../store/records/undecodable.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { Endpoints } from "../../store/webhooks/endpoints.ts";
import type { FlagResets } from "../../store/work/flag-resets.ts";
import { LIST_START, type OpenWork, type OpenWorks } from "../../store/work/open-work.ts";
import { feedJob } from "../feeds/process.ts";
import { flagResetJob } from "../flags/process.ts";
import type { NewJob } from "../queue/job.ts";
import type { Jobs } from "../queue/jobs.ts";
import type { QueueName } from "../queue/queues.ts";
import { replayJob } from "../webhooks/replay.ts";

interface ResumeDeps {
  openWorks: OpenWorks;
  fileFeeds: Pick<FileFeeds, "find">;
  flagResets: Pick<FlagResets, "find">;
  endpoints: Pick<Endpoints, "find">;
  jobs: Pick<Jobs, "resume">;
  onUndecodable: OnUndecodable;
  /** The store's clock. */
  now: Now;
}

/** Returns the job that continues a work, and its queue; undefined if the work is finished. */
async function jobFor(
  { fileFeeds, flagResets, endpoints }: ResumeDeps,
  { kind, storeKey, id }: OpenWork,
): Promise<[QueueName, NewJob & { id: string }] | undefined> {
  switch (kind) {
    case "feed": {
      const status = (await fileFeeds.find(storeKey, id))?.status;
      return status === "receiving" || status === "applying" ? ["feeds", feedJob(storeKey, id)] : undefined;
    }
    case "flag-reset": {
      const reset = await flagResets.find(storeKey, id);
      return reset?.status === "running" ? ["feeds", flagResetJob(storeKey, id)] : undefined;
    }
    case "replay": {
      const replay = (await endpoints.find(storeKey, id))?.replay;
      return replay?.status === "running"
        ? ["webhooks", replayJob({ storeKey, endpoint: id, replay: replay.id })]
        : undefined;
    }
  }
}

/**
 * Ensures that some of the unfinished feeds, flag resets and replays have a job, because the queues may have been lost,
 * or a failover may have lost the result of a job. A failed job stays unchanged. Several processes can do it at the
 * same time. Resolves to the position of the next call, see {@link OpenWorks.part}.
 */
export async function resumeSome(deps: ResumeDeps, position: string): Promise<string> {
  const { openWorks, jobs, onUndecodable, now } = deps;
  const { works, next } = await openWorks.part(position);
  for (const work of works)
    await doOrSkip(
      async () => {
        const found = await jobFor(deps, work);
        if (found) await jobs.resume(...found);
        else await openWorks.forget(work, now());
      },
      () => work,
      onUndecodable,
    );
  return next;
}

/** Like {@link resumeSome}, but for all unfinished work. */
export async function resumeAll(deps: ResumeDeps): Promise<void> {
  let position = LIST_START;
  do position = await resumeSome(deps, position);
  while (position !== LIST_START);
}

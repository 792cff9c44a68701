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

/** The job that goes on with a work, and its queue; undefined where nothing is left to do. */
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
 * Makes sure that some of the feeds, resets of flags and replays that are not over have a job: the queues may have been
 * lost, or a failover the end of what a job did. A job that has failed stays as it is. Several processes may do it at
 * once. Resolves to
 * where the next call goes on: see {@link OpenWorks.part}.
 */
export async function resumeSome(deps: ResumeDeps, from: string): Promise<string> {
  const { openWorks, jobs, onUndecodable, now } = deps;
  const { works, next } = await openWorks.part(from);
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

/** Does what {@link resumeSome} does for all that is under way. */
export async function resumeAll(deps: ResumeDeps): Promise<void> {
  let from = LIST_START;
  do from = await resumeSome(deps, from);
  while (from !== LIST_START);
}

import type { FileFeeds } from "../../store/feeds/file-feeds.ts";
import { doOrSkip, type OnUndecodable } from "../../store/records/undecodable.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { Endpoints } from "../../store/webhooks/endpoints.ts";
import type { FlagResets } from "../../store/work/flag-resets.ts";
import { LIST_START, type OpenWork, type OpenWorks } from "../../store/work/open-work.ts";
import { feedJob, giveUpFeed } from "../feeds/process.ts";
import { flagResetJob, giveUpFlagReset } from "../flags/process.ts";
import type { NewJob } from "../queue/job.ts";
import type { Jobs } from "../queue/jobs.ts";
import type { QueueName } from "../queue/queues.ts";
import { giveUpReplay, replayJob } from "../webhooks/replay.ts";

interface ResumeDeps {
  openWorks: OpenWorks;
  fileFeeds: Pick<FileFeeds, "find" | "giveUp">;
  flagResets: Pick<FlagResets, "find" | "put">;
  endpoints: Pick<Endpoints, "find" | "change">;
  jobs: Pick<Jobs, "resume">;
  onUndecodable: OnUndecodable;
  /** The store's clock. */
  now: Now;
}

/** A work that has not ended. */
interface Unfinished {
  queue: QueueName;
  /** The job that continues it. */
  job: NewJob & { id: string };
  /** Ends it because its job has failed. */
  giveUp: () => Promise<void>;
}

/** Finds how a work continues; undefined if it has ended. */
async function unfinished(
  deps: ResumeDeps,
  { kind, storeKey, id }: OpenWork,
): Promise<Unfinished | undefined> {
  const { fileFeeds, flagResets, endpoints } = deps;
  switch (kind) {
    case "feed": {
      const status = (await fileFeeds.find(storeKey, id))?.status;
      if (status !== "receiving" && status !== "applying") return undefined;
      const giveUp = () => giveUpFeed(deps, { data: { storeKey, feed: id } });
      return { queue: "feeds", job: feedJob(storeKey, id), giveUp };
    }
    case "flag-reset": {
      const reset = await flagResets.find(storeKey, id);
      if (reset?.status !== "running") return undefined;
      const giveUp = () => giveUpFlagReset(deps, { data: { storeKey, reset: id } });
      return { queue: "feeds", job: flagResetJob(storeKey, id), giveUp };
    }
    case "replay": {
      const replay = (await endpoints.find(storeKey, id))?.replay;
      if (replay?.status !== "running") return undefined;
      const data = { storeKey, endpoint: id, replay: replay.id };
      return { queue: "webhooks", job: replayJob(data), giveUp: () => giveUpReplay(deps, { data }) };
    }
  }
}

/**
 * Ensures that some of the unfinished feeds, flag resets and replays have a job, because the queues may have been lost,
 * or a failover may have lost the result of a job. Ends those whose job has failed, because its process may have died
 * before it could. Several processes can do it at the same time. Resolves to the position of the next call, see
 * {@link OpenWorks.part}.
 */
export async function resumeSome(deps: ResumeDeps, position: string): Promise<string> {
  const { openWorks, jobs, onUndecodable, now } = deps;
  const { works, next } = await openWorks.part(position);
  for (const work of works)
    await doOrSkip(
      async () => {
        const found = await unfinished(deps, work);
        if (!found) await openWorks.forget(work, now());
        else if (await jobs.resume(found.queue, found.job)) await found.giveUp();
      },
      () => work,
      onUndecodable,
    );
  return next;
}

/** Like {@link resumeSome}, but for all unfinished work. */
export async function resumeAll(deps: ResumeDeps): Promise<void> {
  let position = LIST_START;
  do {
    position = await resumeSome(deps, position);
  } while (position !== LIST_START);
}

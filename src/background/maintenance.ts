import type { Job } from "bullmq";
import { eraseStore, type EraseStoreJob } from "../jobs/erase-store.ts";
import { sweepReferences } from "../jobs/sweep-references.ts";
import { sweepWaiting } from "../jobs/sweep-waiting.ts";
import type { QueueWork } from "../jobs/workers.ts";
import { openPersonalData } from "../personal-data.ts";
import { PrivacyLog } from "../store/privacy-log.ts";
import { WaitingLists } from "../store/waiting.ts";
import type { Background } from "./parts.ts";

/** Sweeps references, waiting lists and finished jobs each night, and erases stores. */
export function maintenanceWork(background: Background): QueueWork {
  const { keys, layout, log, redis, references, tenants, dispatcher, jobs, reads } = background;
  const sweep = sweepReferences({ log, tenants, references, partitions: layout.partitions });
  const erasing = {
    redis: reads,
    keys,
    layout,
    dispatcher,
    personalData: openPersonalData(background, reads),
    privacyLog: new PrivacyLog(redis, keys),
  };
  const waiting = new WaitingLists(reads, keys, layout);
  const nightly: QueueWork["process"] = async (job, ...rest) => {
    const dropped = await sweep(job as Job<unknown, number>, ...rest);
    const wishes = await sweepWaiting({ redis: reads, keys, waiting });
    await jobs.removeFinished();
    log.info({ wishes }, "waiting lists swept");
    return dropped;
  };
  return {
    process: (job, ...rest) =>
      job.name === "erase-store" ? eraseStore(erasing, job.data as EraseStoreJob) : nightly(job, ...rest),
  };
}

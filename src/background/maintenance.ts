import type { Job } from "bullmq";
import { eraseStore, type EraseStoreJob } from "../jobs/erase-store.ts";
import { sweepReferences } from "../jobs/sweep-references.ts";
import type { QueueWork } from "../jobs/workers.ts";
import { openPersonalData } from "../personal-data.ts";
import { PrivacyLog } from "../store/privacy-log.ts";
import type { Background } from "./parts.ts";

/** Sweeps references each night, and erases stores. */
export function maintenanceWork(background: Background): QueueWork {
  const { keys, layout, log, redis, references, tenants, dispatcher, reads } = background;
  const sweep = sweepReferences({ log, tenants, references, partitions: layout.partitions });
  const erasing = {
    redis: reads,
    keys,
    layout,
    dispatcher,
    personalData: openPersonalData(background, reads),
    privacyLog: new PrivacyLog(redis, keys),
  };
  return {
    process: (job, ...rest) =>
      job.name === "erase-store"
        ? eraseStore(erasing, job.data as EraseStoreJob)
        : sweep(job as Job<unknown, number>, ...rest),
  };
}

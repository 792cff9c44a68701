import type { Dispatcher } from "../actors/runtime/dispatcher.ts";
import { defined } from "../collections/defined.ts";
import { keysOf } from "../collections/keys-of.ts";
import { ExportSchedules } from "../jobs/exports/schedule.ts";
import { sealSecrets } from "../jobs/maintenance/seal-secrets.ts";
import { FairShare } from "../jobs/queue/fair-share.ts";
import { Jobs } from "../jobs/queue/jobs.ts";
import { scheduleLast } from "../jobs/queue/nightly.ts";
import { JOB_OUTCOMES, QUEUES } from "../jobs/queue/queues.ts";
import { startAtZero } from "../metrics.ts";
import type { RedisAddress } from "../store/redis/connection/address.ts";
import type { AppContext } from "./context/context.ts";
import { alertWork } from "./queues/alerts.ts";
import { exportWorks } from "./queues/exports.ts";
import { feedWorks } from "./queues/feeds.ts";
import { mailWork } from "./queues/mail.ts";
import { maintenanceWork } from "./queues/maintenance.ts";
import { orderWork } from "./queues/orders.ts";
import { recoveryDeps } from "./queues/recovery.ts";
import { startRelay } from "./queues/relay.ts";
import { startResuming } from "./queues/resume.ts";
import { webhookWork } from "./queues/webhooks.ts";

interface QueuesOptions {
  /** Address of the Redis of the queues. */
  address: RedisAddress;
  /** Aborts a start that waits for Redis. */
  signal: AbortSignal | undefined;
}

/** Opens the queues of background work. */
export function openJobs(context: AppContext, { address, signal }: QueuesOptions): Jobs {
  const { config, lifecycle, log, keys, metrics } = context;
  const jobs = Jobs.open(keysOf(QUEUES), {
    address,
    keys,
    now: context.clock.now,
    lockMs: config.LEASE_MS * 2,
    onJob: (queue, outcome) => metrics.jobs.inc({ queue, outcome }),
    tracer: context.tracer,
    signal,
    log,
  });
  return lifecycle.own("jobs", jobs, (part) => part.stop());
}

/** When the jobs of the change feeds run, as cron patterns in UTC. */
const ARCHIVE_CRON = "27 * * * *";
const LIMIT_CRON = "*/5 * * * *";

/**
 * Schedules the job that archives older changes, or removes its schedule if the settings switch it off, and the job that
 * drops changes above the limits of tenants.
 */
async function scheduleChanges(
  { CHANGES_HOT_HOURS: hours }: AppContext["config"],
  jobs: Jobs,
): Promise<void> {
  const schedule = (name: string, cron: string) =>
    jobs.schedule("maintenance", name, { cron, timezone: "UTC" }, { name, data: {} });
  await (hours === undefined
    ? jobs.unschedule("maintenance", "archive-changes")
    : schedule("archive-changes", ARCHIVE_CRON));
  await schedule("limit-changes", LIMIT_CRON);
}

/** Starts the background work of this process, and the relay that adds jobs for the events in the outboxes. */
export async function startJobs(context: AppContext, dispatcher: Dispatcher, jobs: Jobs): Promise<void> {
  const reads = await context.openReads();
  const { config, lifecycle } = context;
  const { tenants, shops, endpoints, exports, exportRuns: runs } = context.stores;
  const exportSchedules = new ExportSchedules({ jobs, exports, runs, shares: new FairShare() });
  const background = { ...context, dispatcher, jobs, exportSchedules, reads };
  const isNewKey = await sealSecrets({ ...context, tenants, shops, endpoints, exports });
  if (isNewKey)
    context.log.info(
      { keyId: context.vault.keyId },
      "stored secrets are sealed with the new credentials key",
    );
  const mail = await mailWork(background);
  const { works, schedule: scheduleExports } = await exportWorks(background);
  const all = {
    ...works,
    ...feedWorks(background),
    orders: orderWork(background),
    alerts: alertWork(background),
    webhooks: webhookWork(background),
    ...defined({ mail }),
    maintenance: maintenanceWork(background),
  };
  startAtZero(context.metrics.jobs, keysOf(all), JOB_OUTCOMES);
  jobs.work(all);
  // Jobs end before the connections, senders and mailers that they use, all of which have been opened by now.
  lifecycle.own("job workers", jobs, (part) => part.endWork());
  await startResuming(background, recoveryDeps(background), async () => {
    await scheduleExports();
    await scheduleChanges(config, jobs);
    await scheduleLast(jobs);
  });
  await startRelay(background);
}

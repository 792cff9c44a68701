import type { Dispatcher } from "./actors/dispatcher.ts";
import { appendChanges, updateWaiting } from "./jobs/deliver.ts";
import { Relay } from "./jobs/relay.ts";
import { Jobs } from "./jobs/workers.ts";
import type { Shared } from "./shared.ts";
import { Changes } from "./store/changes.ts";
import { WaitingLists } from "./store/waiting.ts";

/** Starts the background work of this process: the queues, and the relay that feeds them from the outboxes. */
export async function startJobs(
  shared: Shared,
  { redisUrl, signal }: { dispatcher: Dispatcher; redisUrl: string; signal: AbortSignal | undefined },
): Promise<void> {
  const { config, lifecycle, log, keys, metrics, redis, layout, tenants, references } = shared;
  const { partitions } = layout;
  const jobs = await Jobs.start({
    url: config.JOBS_REDIS_URL ?? redisUrl,
    prefix: keys.jobs,
    onJob: (queue, outcome) => metrics.jobs.inc({ queue, outcome }),
    signal,
    tenants,
    references,
    partitions,
    log,
  });
  lifecycle.own("jobs", jobs, (it) => it.stop());
  const changes = new Changes(redis, keys, layout);
  const waiting = new WaitingLists(redis, keys, layout);
  const relay = new Relay(
    { redis, blocking: await shared.open("blocking"), keys, partitions, log },
    async (events) => {
      await updateWaiting(waiting, events);
      await appendChanges(changes, events);
    },
  );
  lifecycle.own("relay", relay, (it) => it.stop());
  await relay.start();
}

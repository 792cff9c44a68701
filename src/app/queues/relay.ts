import { ALL_EVENT_TYPES } from "../../actors/events/public-events.ts";
import { keysOf } from "../../collections/keys-of.ts";
import { toolCall } from "../../errors/tool-call.ts";
import { FairShare } from "../../jobs/queue/fair-share.ts";
import { throwFailures } from "../../jobs/queue/for-all.ts";
import { jobOf } from "../../jobs/queue/job.ts";
import { jobsFor } from "../../jobs/relay/event-rules.ts";
import { appendChanges, updateIndex, updateWaiting } from "../../jobs/relay/projections.ts";
import { Relay } from "../../jobs/relay/relay.ts";
import type { RelayedEvent, RelayTarget } from "../../jobs/relay/target.ts";
import { countEvents } from "../../jobs/reports/count.ts";
import { reclaim } from "../../jobs/verify/reclaim.ts";
import type { WebhooksJob } from "../../jobs/webhooks/deliver-many.ts";
import { WebhookFanOut } from "../../jobs/webhooks/fan-out.ts";
import { RelayedGroups } from "../../jobs/webhooks/relayed-groups.ts";
import { startAtZero } from "../../metrics.ts";
import { readGroupJobs, writeGroupJobs } from "../../store/partition/group-jobs.ts";
import { mastersOf } from "../../store/redis/connection/cluster/cluster-connection.ts";
import { historyOf } from "../../store/redis/server/history.ts";
import type { Stores } from "../context/stores.ts";
import { relayTraced } from "../tracing.ts";
import type { Background } from "./context.ts";

/**
 * Waits until all works have ended, so that none of them still writes during the next attempt.
 *
 * @throws their failures
 */
async function waitForAll(works: readonly Promise<unknown>[]): Promise<void> {
  const outcomes = await Promise.allSettled(works);
  throwFailures(
    outcomes.flatMap((outcome): unknown[] => (outcome.status === "rejected" ? [outcome.reason] : [])),
  );
}

/** The outcomes of the repair of a reference, as labels of metrics. */
const REPAIR_OUTCOMES = ["claimed", "taken"] as const;

/** Returns the target that writes the projections of events: waiting lists, counters, indexes and the change feed. */
function indexesOver(
  { log, metrics, clock, onUndecodable, stores: { tenants } }: Background,
  stores: Stores,
): RelayTarget {
  const { references } = stores;
  startAtZero(metrics.events, ALL_EVENT_TYPES);
  const name = "indexes";
  startAtZero(metrics.repeatedEvents, [name]);
  startAtZero(metrics.repairedReferences, REPAIR_OUTCOMES);
  const parts = { reads: stores.indexReads, references, now: clock.now, onUndecodable };
  const deliver = async (events: readonly RelayedEvent[]) => {
    // In parallel, because none of these reads what another one writes.
    await waitForAll([
      updateWaiting(stores.waitingLists, events),
      countEvents(stores.counters, events),
      updateIndex(stores.wishlistIndex, events),
    ]);
    await appendChanges(stores.changes, events, clock.now());
  };
  const repeat = async (events: readonly RelayedEvent[]) => {
    const isKnown = new Map<string, boolean>();
    for (const storeKey of new Set(events.map(({ event }) => event.storeKey)))
      isKnown.set(storeKey, (await tenants.findFor(storeKey)) !== undefined);
    const known = events.filter(({ event }) => isKnown.get(event.storeKey));
    await deliver(known);
    metrics.repeatedEvents.inc({ target: name }, known.length);
    const { claimed, taken } = await reclaim(parts, known);
    const repaired = { claimed, taken: taken.length };
    for (const outcome of REPAIR_OUTCOMES) metrics.repairedReferences.inc({ outcome }, repaired[outcome]);
    if (claimed > 0) log.warn({ claimed }, "references that a failover had lost are claimed again");
    if (taken.length > 0)
      log.error(
        { taken },
        `references that a failover had lost are taken by other records; run ${toolCall("verify")}`,
      );
  };
  return {
    name,
    history: () => historyOf(stores.redis),
    async deliver(events) {
      await deliver(events);
      for (const { event } of events) metrics.events.inc({ type: event.type });
    },
    repeat,
  };
}

/** Returns the target that adds the jobs that follow from events. */
function queuesOf({ redis, keys, metrics, tracer, clock, stores, jobs }: Background): RelayTarget {
  const { tenants, endpoints } = stores;
  const shares = new FairShare();
  const webhooks = new WebhookFanOut(endpoints, shares);
  const groups = new RelayedGroups({
    read: (partitions) => readGroupJobs(redis, keys, partitions),
    write: (recorded) => writeGroupJobs(redis, keys, recorded),
    find: async (ids) => (await jobs.named("webhooks", ids)).map((job) => jobOf<WebhooksJob>(job)),
  });
  const name = "queues";
  startAtZero(metrics.repeatedEvents, [name]);
  const enqueue = async (events: readonly RelayedEvent[]) => {
    const queued = await jobsFor({ tenants, shares }, events, clock.now());
    const deliveries = await webhooks.jobsFor(events, clock.now(), groups);
    await waitForAll([
      ...keysOf(queued).map((name) => jobs.add(name, queued[name] ?? [])),
      jobs.add("webhooks", deliveries),
    ]);
  };
  return {
    name,
    history: () => jobs.history(),
    deliver: (events) => relayTraced(tracer, events, enqueue),
    async repeat(events) {
      await enqueue(events);
      metrics.repeatedEvents.inc({ target: name }, events.length);
    },
  };
}

/** Starts the relay. It writes the projections of events, then adds their jobs to the queues. */
export async function startRelay(background: Background): Promise<void> {
  const { config, lifecycle, log, keys, redis, layout } = background;
  const queues = queuesOf(background);
  const relay = new Relay({
    redis,
    reader: await background.openReader(),
    waits: (await background.openWaits())?.waits,
    keys,
    partitions: layout.partitions,
    onUndecodable: background.onUndecodable,
    log,
    async open(signal) {
      const { stores, close } = await background.openFixed(signal);
      const isOneServer = mastersOf(stores.redis).length === 1 && config.JOBS_REDIS_URL === undefined;
      return { targets: [indexesOver(background, stores), queues], isOneServer, close };
    },
  });
  lifecycle.own("relay", relay, (part) => part.stop());
  await relay.start();
}

import { appendChanges, updateIndex, updateWaiting } from "../../jobs/relay/projections.ts";
import { FairShare } from "../../jobs/queue/fair-share.ts";
import { jobsFor } from "../../jobs/relay/event-rules.ts";
import { Relay } from "../../jobs/relay/relay.ts";
import { countEvents } from "../../jobs/reports/count.ts";
import { WebhookFanOut } from "../../jobs/webhooks/fan-out.ts";
import type { Background } from "./context.ts";
import { keysOf } from "../../store/keys-of.ts";
import { relayTraced } from "../tracing.ts";
import type { RelayedEvent } from "../../jobs/relay/relay.ts";

/** Starts the relay: projections of events are written, then their jobs are queued. */
export async function startRelay(background: Background): Promise<void> {
  const { lifecycle, log, keys, metrics, tracer, redis, layout, clock, stores, jobs } = background;
  const { tenants } = stores;
  const shares = new FairShare();
  const webhooks = new WebhookFanOut(stores.endpoints, shares);
  const { partitions } = layout;
  const parts = { redis, reader: await background.openReader(), keys, partitions, log };
  const deliver = async (events: readonly RelayedEvent[]) => {
    await updateWaiting(stores.waitingLists, events);
    await countEvents(stores.counters, events);
    await updateIndex(stores.wishlistIndex, events);
    await appendChanges(stores.changes, events);
    for (const { event } of events) metrics.events.inc({ type: event.type });
    const queued = await jobsFor({ tenants, shares }, events, clock.now());
    for (const name of keysOf(queued)) await jobs.add(name, queued[name] ?? []);
    await jobs.add("webhooks", await webhooks.jobsFor(events, clock.now()));
  };
  const relay = new Relay(parts, (events) => relayTraced(tracer, events, deliver));
  lifecycle.own("relay", relay, (it) => it.stop());
  await relay.start();
}

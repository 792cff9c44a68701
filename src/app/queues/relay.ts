import { appendChanges, updateIndex, updateWaiting } from "../../jobs/relay/projections.ts";
import { FairShare } from "../../jobs/queue/fair-share.ts";
import { jobsFor } from "../../jobs/relay/event-rules.ts";
import type { QueueName } from "../../jobs/queue/queues.ts";
import { Relay } from "../../jobs/relay/relay.ts";
import { countEvents } from "../../jobs/reports/count.ts";
import { WebhookFanOut } from "../../jobs/webhooks/fan-out.ts";
import { Changes } from "../../store/partition/changes.ts";
import { Endpoints } from "../../store/webhooks/endpoints.ts";
import { Tallies } from "../../store/reports/tallies.ts";
import { WaitingLists } from "../../store/read/waiting.ts";
import { WishlistIndex } from "../../store/read/wishlist-index.ts";
import type { Background } from "./context.ts";

/** Starts the relay: what is kept of events is written, then what they lead to is queued. */
export async function startRelay(background: Background): Promise<void> {
  const { lifecycle, log, keys, redis, layout, clock, tenants, jobs, vault } = background;
  const changes = new Changes(redis, keys, layout);
  const waiting = new WaitingLists(redis, keys, layout);
  const tallies = new Tallies(redis, keys, layout);
  const index = new WishlistIndex(redis, keys);
  const shares = new FairShare();
  const webhooks = new WebhookFanOut(new Endpoints(redis, keys, vault), shares);
  const { partitions } = layout;
  const parts = { redis, blocking: await background.open("blocking"), keys, partitions, log };
  const relay = new Relay(parts, async (events) => {
    await updateWaiting(waiting, events);
    await countEvents(tallies, events);
    await updateIndex(index, events);
    await appendChanges(changes, events);
    const queued = await jobsFor({ tenants, shares }, events, clock.now());
    for (const name of Object.keys(queued) as QueueName[]) await jobs.add(name, queued[name] ?? []);
    await jobs.add("webhooks", await webhooks.jobsFor(events, clock.now()));
  });
  lifecycle.own("relay", relay, (it) => it.stop());
  await relay.start();
}

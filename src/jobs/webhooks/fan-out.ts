import type { Event } from "../../actors/events/event.ts";
import type { PublicEvent } from "../../actors/events/public-events.ts";
import { boundedCache } from "../../collections/bounded-cache.ts";
import {
  type Endpoint,
  type Endpoints,
  LIST_LIFETIME_MS,
  subscribes,
} from "../../store/webhooks/endpoints.ts";
import { traceContextsOf } from "../../trace/trace-id.ts";
import type { FairShare } from "../queue/fair-share.ts";
import { groupsOf, idOfAll } from "../queue/groups.ts";
import type { NewJob } from "../queue/job.ts";
import { publicEventsOf } from "../relay/projections.ts";
import type { RelayedEvent } from "../relay/target.ts";
import { singleJob, type WebhooksJob } from "./deliver-many.ts";
import type { RelayedGroups, Subscription } from "./relayed-groups.ts";

/** Maximum number of events that one job sends to one endpoint. */
const SEND_BATCH_SIZE = 32;
const MAX_STORES = 10_000;

/** Finds the endpoints that subscribe to events. */
export class WebhookFanOut {
  readonly #endpoints: Endpoints;
  readonly #shares: FairShare;
  readonly #cache = boundedCache<Endpoint[]>(MAX_STORES, { ttl: LIST_LIFETIME_MS });

  constructor(endpoints: Endpoints, shares: FairShare) {
    this.#endpoints = endpoints;
    this.#shares = shares;
  }

  async #endpointsOf(storeKey: string): Promise<Endpoint[]> {
    const cached = this.#cache.get(storeKey);
    if (cached) return cached;
    // The age of a list counts from before it is read.
    const start = performance.now();
    const endpoints = await this.#endpoints.list(storeKey);
    this.#cache.set(storeKey, endpoints, { start });
    return endpoints;
  }

  /**
   * Makes the jobs that deliver each event to every endpoint that subscribes to it. Events for the same endpoint share
   * jobs. Deliveries whose jobs an earlier relay of the same events has added are left out.
   */
  async jobsFor(events: readonly RelayedEvent[], now: number, known: RelayedGroups): Promise<NewJob[]> {
    const wanted = await this.#wantedOf(events);
    const added = await known.added(wanted);
    const fresh = wanted.filter((one) => !added.has(one));
    const groups = groupsOf(fresh, ({ endpoint }) => endpoint.id, SEND_BATCH_SIZE);
    const jobs = groups.map(({ key: endpoint, entries }) => {
      const group = entries.map(({ relayed }) => relayed);
      return { group, job: this.#jobOf(endpoint, group, now) };
    });
    await known.record(
      jobs.filter(({ group }) => group.length > 1).map(({ group, job }) => ({ id: job.id, relayed: group })),
      added,
    );
    return jobs.map(({ job }) => job);
  }

  /** Returns each event with every enabled endpoint that subscribes to it. */
  async #wantedOf(events: readonly RelayedEvent[]): Promise<Subscription[]> {
    const wanted: Subscription[] = [];
    for (const relayed of publicEventsOf(events)) {
      const { storeKey, type } = relayed.event;
      for (const endpoint of await this.#endpointsOf(storeKey))
        if (subscribes(endpoint, type)) wanted.push({ endpoint, relayed });
    }
    return wanted;
  }

  #jobOf(
    endpoint: string,
    group: readonly RelayedEvent<PublicEvent>[],
    now: number,
  ): NewJob & { id: string } {
    const storeKey = group[0]?.event.storeKey ?? "";
    const priority = this.#shares.next(storeKey, now);
    const published = group.map(({ partition, id, event: { counted: _, ...event } }) => ({
      eventId: `${partition}-${id}`,
      type: event.type,
      event,
    }));
    const traceContexts = traceContextsOf(group.map(({ event }) => event));
    const [only] = published;
    if (only && published.length === 1)
      return { ...singleJob({ storeKey, endpoint, ...only, failures: 0 }, priority), traceContexts };
    const data: WebhooksJob = { storeKey, endpoint, events: published };
    return { name: "webhooks", data, id: idOfAll(endpoint, group), priority, traceContexts };
  }

  /** Makes a job for each endpoint that subscribes to an event. */
  async jobsOf(eventId: string, event: Event, now: number): Promise<NewJob[]> {
    const { storeKey, type } = event;
    const endpoints = await this.#endpointsOf(storeKey);
    return endpoints
      .filter((endpoint) => subscribes(endpoint, type))
      .map((endpoint) => {
        const priority = this.#shares.next(storeKey, now);
        return singleJob({ storeKey, endpoint: endpoint.id, eventId, type, event, failures: 0 }, priority);
      });
  }
}

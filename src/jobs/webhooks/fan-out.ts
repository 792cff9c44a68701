import { LRUCache } from "lru-cache";
import type { Event } from "../../actors/messages.ts";
import { type Endpoint, type Endpoints, wantsType } from "../../store/endpoints.ts";
import { toldOf } from "../deliver.ts";
import type { FairShare } from "../fair-share.ts";
import type { RelayedEvent } from "../relay.ts";
import type { NewJob } from "../workers.ts";
import type { WebhookJob } from "./deliver-webhook.ts";

const MOST_STORES = 10_000;
/** How long a change of endpoints may take to be seen, in milliseconds. */
const SEEN_MS = 1000;

/** Finds which endpoints are to hear of events. */
export class WebhookFanOut {
  readonly #endpoints: Endpoints;
  readonly #shares: FairShare;
  readonly #cache = new LRUCache<string, Endpoint[]>({ max: MOST_STORES, ttl: SEEN_MS });

  constructor(endpoints: Endpoints, shares: FairShare) {
    this.#endpoints = endpoints;
    this.#shares = shares;
  }

  async #of(scope: string): Promise<Endpoint[]> {
    const cached = this.#cache.get(scope);
    if (cached) return cached;
    const endpoints = await this.#endpoints.list(scope);
    this.#cache.set(scope, endpoints);
    return endpoints;
  }

  /** A job for each event and endpoint that wants it. */
  async jobsFor(events: readonly RelayedEvent[], now: number): Promise<NewJob[]> {
    const jobs: NewJob[] = [];
    for (const { partition, id, event } of toldOf(events))
      jobs.push(...(await this.jobsOf(`${partition}-${id}`, event, now)));
    return jobs;
  }

  /** A job for each endpoint that wants the event. */
  async jobsOf(eventId: string, event: Event, now: number): Promise<NewJob[]> {
    const { scope, type } = event;
    const endpoints = await this.#of(scope);
    return endpoints
      .filter((endpoint) => endpoint.status === "enabled" && wantsType(endpoint, type))
      .map((endpoint) => {
        const data: WebhookJob = { scope, endpoint: endpoint.id, eventId, type, event, failures: 0 };
        const priority = this.#shares.next(scope, now);
        return { name: "webhook", data, id: `${endpoint.id}-${eventId}`, priority };
      });
  }
}

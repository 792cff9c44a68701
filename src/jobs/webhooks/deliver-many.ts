import type { Processor } from "bullmq";
import { defined } from "../../store/defined.ts";
import { listDecoderOf } from "../../store/records/decode.ts";
import type { Endpoint } from "../../store/webhooks/endpoints.ts";
import type { FairShare } from "../queue/fair-share.ts";
import type { NewJob } from "../queue/job.ts";
import {
  deliveryName,
  erasedOf,
  judgeAttempt,
  keepBody,
  type Made,
  openEndpoint,
  type Outcome,
  tryOnce,
  type WebhookDeps,
  type WebhookJob,
} from "./deliver-webhook.ts";

/** A job of the queue `webhooks`: the first attempt for events that came together, for one endpoint. */
export interface WebhooksJob {
  storeKey: string;
  endpoint: string;
  /** Distinguishes a replay from the first delivery of the same events. */
  run?: string;
  events: Pick<WebhookJob, "eventId" | "type" | "event">[];
}

type PublishedEvent = WebhooksJob["events"][number] & Made;

const decodeGroup = listDecoderOf<PublishedEvent[]>("group of events");

export interface ManyDeps extends WebhookDeps {
  /** Priorities of the following attempts, fair among the tenants. */
  shares: FairShare;
  add: (jobs: NewJob[]) => Promise<void>;
}

/** The job that delivers one event alone. */
export function singleJob(data: WebhookJob, priority: number): NewJob & { id: string } {
  return { name: "webhook", data, id: deliveryName(data), priority };
}

/** The events with their bodies, which are the same should this be done again. */
async function withBodies(
  { bodies, bodyOf }: ManyDeps,
  id: string,
  { storeKey, events }: WebhooksJob,
): Promise<PublishedEvent[]> {
  const kept = await bodies.ofGroup(id);
  if (kept !== undefined) return decodeGroup(kept);
  const published = await Promise.all(
    events.map(async (event) => {
      const made = await bodyOf({ storeKey, ...event });
      return made && { ...event, ...made };
    }),
  );
  const found = published.filter((event) => event !== undefined);
  await bodies.keepGroup(id, JSON.stringify(found));
  return found;
}

type Tried = Outcome & { published: PublishedEvent };

/** Schedules another attempt for a failed delivery, alone and with its own waits. */
async function tryLater(
  deps: ManyDeps,
  { storeKey, endpoint, run }: WebhooksJob,
  { published, wait }: Tried,
): Promise<void> {
  if (wait === undefined) return;
  const { eventId, type, event } = published;
  const data: WebhookJob = {
    storeKey,
    endpoint,
    eventId,
    type,
    ...defined({ run, event }),
    failures: 1,
  };
  const kept = await keepBody(deps, data, published);
  if (!kept) return deps.note(storeKey, endpoint, [erasedOf(data)]);
  const priority = deps.shares.next(storeKey, Date.now());
  await deps.add([{ ...singleJob({ ...data, ...kept }, priority), delayMs: wait }]);
}

/**
 * Makes the first attempts for events of an endpoint. Failed deliveries continue alone. Repeated under the same
 * `group`, it sends the same bodies. Resolves to the number of accepted events.
 */
export async function deliverGroup(
  deps: ManyDeps,
  { group, endpoint, data }: { group: string; endpoint: Endpoint; data: WebhooksJob },
  signal: AbortSignal | undefined,
): Promise<number> {
  const { storeKey } = data;
  const events = await withBodies(deps, group, data);
  const open = openEndpoint(deps, storeKey, endpoint, signal);
  const tried: Tried[] = await Promise.all(
    events.map(async (published) => ({
      published,
      ...(await tryOnce(deps, open, { ...published, failures: 0 })),
    })),
  );
  const deliveries = tried.map(({ delivery }) => delivery);
  await deps.note(storeKey, endpoint.id, deliveries);
  for (const status of new Set(deliveries.map(({ status }) => status)))
    await judgeAttempt(deps, storeKey, endpoint, status);
  for (const each of tried) await tryLater(deps, data, each);
  await deps.bodies.dropGroup(group);
  return deliveries.filter(({ outcome }) => outcome === "delivered").length;
}

/** Makes the first attempts for many events that came together. */
export const deliverMany = (deps: ManyDeps): Processor<WebhooksJob, void> =>
  async function deliverManyJob({ id: group = "", data }, _token, signal) {
    const endpoint = await deps.endpoints.find(data.storeKey, data.endpoint);
    if (endpoint?.status === "enabled") await deliverGroup(deps, { group, endpoint, data }, signal);
  };

import type { Job, Processor } from "bullmq";
import { Unavailable } from "../../actors/runtime/unavailable.ts";
import { batchesOf } from "../../collections/batches.ts";
import { defined } from "../../collections/defined.ts";
import { listDecoderOf } from "../../store/records/decode.ts";
import type { Endpoint } from "../../store/webhooks/endpoints.ts";
import { MINUTE_MS } from "../../units/durations.ts";
import type { FairShare } from "../queue/fair-share.ts";
import type { NewJob } from "../queue/job.ts";
import { judgeAttempts, openEndpoint, type AttemptOutcome, reportDisabled, tryOnce } from "./attempt.ts";
import {
  type BuiltBody,
  deliveryName,
  erasedOf,
  keepBody,
  type NamedEvent,
  type WebhookDeps,
  type WebhookJob,
} from "./deliver-webhook.ts";

/** A job of the queue `webhooks`: the first attempts for events that arrived together, at one endpoint. */
export interface WebhooksJob {
  storeKey: string;
  endpoint: string;
  /** Distinguishes a replay from the first delivery of the same events. */
  run?: string;
  events: (NamedEvent & Pick<WebhookJob, "type">)[];
}

/**
 * Age from which an event may have got a job of its own although its group has one, in milliseconds: after a restart of
 * Redis, deliveries of older events that have no attempt get jobs. Younger events are still in their outboxes, and are
 * relayed again.
 */
export const RECOVERED_AFTER_MS = 2 * MINUTE_MS;

/** Maximum number of events that one job sends at the same time. */
const CONCURRENT_EVENTS = 16;

type PublishedEvent = WebhooksJob["events"][number] & BuiltBody;

const decodeGroup = listDecoderOf<PublishedEvent[]>("group of events");

export interface ManyDeps extends WebhookDeps {
  /** Gives the next attempts their priorities, fair among the tenants. */
  shares: FairShare;
  add: (jobs: NewJob[]) => Promise<void>;
  /** Returns those of the jobs with these ids that exist. */
  find: (ids: readonly string[]) => Promise<readonly Pick<Job, "id">[]>;
}

/** Makes the job that delivers one event alone. */
export function singleJob(data: WebhookJob, priority: number): NewJob & { id: string } {
  return { name: "webhook", data, id: deliveryName(data), priority };
}

/** Returns the events of a group that have no job of their own. */
async function ownEvents({ find, now }: ManyDeps, { events, ...data }: WebhooksJob) {
  const idOf = ({ eventId, type }: WebhooksJob["events"][number]) =>
    deliveryName({ ...data, eventId, type, failures: 0 });
  const isOld = ({ event }: WebhooksJob["events"][number]) =>
    now() - Date.parse(event.time) >= RECOVERED_AFTER_MS;
  const old = events.filter(isOld);
  const known = new Set((await find(old.map(idOf))).map(({ id }) => id));
  return events.filter((event) => !known.has(idOf(event)));
}

/** Returns the events with their bodies. A repeated call for the same group returns the same bodies. */
async function withBodies(
  { bodies, bodiesOf }: ManyDeps,
  id: string,
  { storeKey, events }: WebhooksJob,
): Promise<PublishedEvent[]> {
  const kept = await bodies.ofGroup(id);
  if (kept !== undefined) {
    const wanted = new Set(events.map(({ eventId }) => eventId));
    return decodeGroup(kept).filter(({ eventId }) => wanted.has(eventId));
  }
  const built = await bodiesOf(storeKey, events);
  const published = built.flatMap((made, i) => (events[i] ? { ...events[i], ...made } : []));
  await bodies.keepGroup(id, JSON.stringify(published));
  return published;
}

interface AttemptedEvent {
  published: PublishedEvent;
  /** Undefined if the process stops before the receiver answers. */
  outcome: AttemptOutcome | undefined;
}

/** Schedules the next attempt for a delivery that failed or got no answer, in a job of its own. */
async function tryLater(
  deps: ManyDeps,
  { storeKey, endpoint, run }: WebhooksJob,
  { published, outcome }: AttemptedEvent,
): Promise<void> {
  const [failures, wait] = outcome ? [1, outcome.wait] : [0, 0];
  if (wait === undefined) return;
  const { eventId, type, event } = published;
  const data: WebhookJob = {
    storeKey,
    endpoint,
    eventId,
    type,
    ...defined({ run, event }),
    failures,
  };
  const kept = await keepBody(deps, data, published);
  if (!kept) return deps.log(storeKey, endpoint, [erasedOf(data, deps.now())]);
  const priority = deps.shares.next(storeKey, deps.now());
  await deps.add([{ ...singleJob({ ...data, ...kept }, priority), delayMs: wait }]);
}

/**
 * Makes the first attempts for events of an endpoint. Each failed delivery continues in a job of its own. A repeated
 * call with the same `group` sends the same bodies. Resolves to the number of accepted events.
 *
 * @throws {Unavailable} if the process stops before the receiver answers any of them
 */
export async function deliverGroup(
  deps: ManyDeps,
  { group, endpoint, data }: { group: string; endpoint: Endpoint; data: WebhooksJob },
  signal: AbortSignal | undefined,
): Promise<number> {
  const { storeKey } = data;
  const events = await withBodies(deps, group, data);
  const attempted: AttemptedEvent[] = [];
  for (const some of batchesOf(events, CONCURRENT_EVENTS)) {
    // The time limit of these attempts begins here, not while those before them wait for the receiver.
    const open = openEndpoint(deps, storeKey, endpoint, signal);
    const tried = some.map(async (published) => ({
      published,
      outcome: await tryOnce(deps, open, { ...published, failures: 0 }),
    }));
    attempted.push(...(await Promise.all(tried)));
  }
  const deliveries = attempted.flatMap(({ outcome }) => outcome?.delivery ?? []);
  if (deliveries.length === 0 && attempted.length > 0) throw new Unavailable("the process stops");
  await deps.log(storeKey, endpoint.id, deliveries);
  const statuses = deliveries.map(({ status }) => status);
  await judgeAttempts(deps, storeKey, endpoint, statuses);
  for (const event of attempted) await tryLater(deps, data, event);
  await deps.bodies.dropGroup(group);
  return deliveries.filter(({ outcome }) => outcome === "delivered").length;
}

/** Returns the processor of jobs with first attempts for events that arrived together. */
export const deliverMany = (deps: ManyDeps): Processor<WebhooksJob, void> =>
  async function deliverManyJob({ id: group = "", data }, _token, signal) {
    const endpoint = await deps.endpoints.find(data.storeKey, data.endpoint);
    if (!endpoint) return;
    if (endpoint.status === "disabled") return reportDisabled(deps, data.storeKey, endpoint, signal);
    const events = await ownEvents(deps, data);
    await deliverGroup(deps, { group, endpoint, data: { ...data, events } }, signal);
  };

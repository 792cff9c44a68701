import type { Job, Processor } from "bullmq";
import type { Event } from "../../actors/events/event.ts";
import { Unavailable } from "../../actors/runtime/unavailable.ts";
import type { SlotAddress } from "../../store/layout/layout.ts";
import type { Delivery } from "../../store/webhooks/endpoints.ts";
import type { WebhookBodies } from "../../store/webhooks/webhook-bodies.ts";
import { runLater } from "../queue/worker/run-later.ts";
import { type AttemptDeps, judgeAttempts, openEndpoint, reportDisabled, tryOnce } from "./attempt.ts";

/** A job of the queue `webhooks`: one event for one endpoint. */
export interface WebhookJob {
  storeKey: string;
  endpoint: string;
  eventId: string;
  type: string;
  /** Distinguishes a replay from the first delivery of the same event. */
  run?: string;
  /** The event; absent if the job has its body from the start. */
  event?: Event;
  /** The whole body, if the message is not an event of the store. */
  body?: string;
  /**
   * The customer whose partition stores the body, so that all attempts send the body that the first attempt has built.
   * The body of an event without a customer, such as a guest's wish, is not stored but built for each attempt, because
   * the guest may become a customer and then be erased. Stored jobs have this name for the field.
   */
  owner?: SlotAddress;
  /** Number of failed attempts. */
  failures: number;
}

/** Returns the id of the endpoint in the data of any job of the queue `webhooks`; empty if it has none. */
export const endpointIn = (data: unknown): string =>
  typeof data === "object" && data !== null && "endpoint" in data && typeof data.endpoint === "string"
    ? data.endpoint
    : "";

/** An event of a store, with its id. */
export type NamedEvent = Required<Pick<WebhookJob, "eventId" | "event">>;

/** The body of a delivery, and the customer that it is about. */
export interface BuiltBody {
  body: string;
  customer?: SlotAddress;
}

export interface WebhookDeps extends AttemptDeps {
  bodies: WebhookBodies;
  /** Builds the bodies of events' deliveries, in their order. */
  bodiesOf: (storeKey: string, events: readonly NamedEvent[]) => Promise<BuiltBody[]>;
  /** Whether a slot has a customer. */
  isThere: (customer: SlotAddress) => Promise<boolean>;
  /** Writes the outcomes of attempts to an endpoint's log. */
  log: (storeKey: string, endpoint: string, deliveries: readonly Delivery[]) => Promise<void>;
}

/**
 * Stores a body for further attempts with its customer, so that an erasure of the customer erases it too. Resolves to
 * the data of the job; undefined if the customer was deleted in the meantime, and may have been erased before the body
 * was stored.
 */
export async function keepBody(
  { bodies, isThere }: WebhookDeps,
  data: WebhookJob,
  { body, customer }: BuiltBody,
): Promise<Pick<WebhookJob, "body" | "owner"> | undefined> {
  if (!customer) return data.event ? {} : { body };
  const delivery = deliveryName(data);
  await bodies.keep(customer, delivery, body);
  if (await isThere(customer)) return { owner: customer };
  await bodies.drop(customer, delivery);
  return undefined;
}

/** Returns the body for an attempt; undefined if there is none (any more). */
async function bodyFor(deps: WebhookDeps, job: Job<WebhookJob>): Promise<string | undefined> {
  const { data } = job;
  if (data.owner) return deps.bodies.find(data.owner, deliveryName(data));
  if (data.body !== undefined) return data.body;
  const { storeKey, eventId, event } = data;
  const [built] = event ? await deps.bodiesOf(storeKey, [{ eventId, event }]) : [];
  if (!built) return undefined;
  const kept = await keepBody(deps, data, built);
  if (!kept)
    throw new Error("the customer was deleted in the meantime; the next attempt builds the body again");
  await job.updateData({ ...data, ...kept });
  return built.body;
}

/** Returns the name of a delivery, which is also that of its job and its body. Each replay has names of its own. */
export const deliveryName = ({ endpoint, eventId, run }: WebhookJob) =>
  run === undefined ? `${endpoint}-${eventId}` : `${endpoint}-${eventId}-${run}`;

/** Returns the outcome of a delivery whose body was erased together with its customer. */
export const erasedOf = ({ eventId, type, failures }: WebhookJob, now: number): Delivery => ({
  eventId,
  type,
  attempt: failures + 1,
  outcome: "given up",
  error: "erased",
  durationMs: 0,
  time: new Date(now).toISOString(),
});

/** Forgets the body of a delivery that gets no further attempt. Its job is kept only for its id. */
async function forgetBody({ bodies }: WebhookDeps, job: Job<WebhookJob>): Promise<void> {
  const { body: _, owner: customer, ...done } = job.data;
  await job.updateData(done);
  if (customer) await bodies.drop(customer, deliveryName(done));
}

/**
 * Returns the processor of jobs that deliver one event. The wait for the next attempt is the job's delay, so a slow
 * receiver does not delay others.
 */
export const deliverWebhook = (deps: WebhookDeps): Processor<WebhookJob, void> =>
  async function deliverWebhookJob(job, token, signal) {
    const { storeKey, failures } = job.data;
    const endpoint = await deps.endpoints.find(storeKey, job.data.endpoint);
    if (!endpoint) return forgetBody(deps, job);
    if (endpoint.status === "disabled") {
      await reportDisabled(deps, storeKey, endpoint, signal);
      return forgetBody(deps, job);
    }
    const body = await bodyFor(deps, job);
    if (body === undefined) {
      if (job.data.owner) await deps.log(storeKey, endpoint.id, [erasedOf(job.data, deps.now())]);
      return;
    }
    const open = openEndpoint(deps, storeKey, endpoint, signal);
    const outcome = await tryOnce(deps, open, { ...job.data, body });
    if (!outcome) throw new Unavailable("the process stops");
    const { delivery, wait } = outcome;
    await deps.log(storeKey, endpoint.id, [delivery]);
    await judgeAttempts(deps, storeKey, endpoint, [delivery.status]);
    if (wait === undefined) return forgetBody(deps, job);
    await job.updateData({ ...job.data, failures: failures + 1 });
    await runLater(job, token, wait);
  };

import { DelayedError, type Job, type Processor } from "bullmq";
import type { Event } from "../../actors/event.ts";
import { defined } from "../../store/defined.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../store/durations.ts";
import type { SlotAddress } from "../../store/layout.ts";
import { shorten } from "../../store/shorten.ts";
import type { Delivery, Endpoint, Endpoints } from "../../store/webhooks/endpoints.ts";
import type { WebhookBodies } from "../../store/webhooks/webhook-bodies.ts";
import { nearestOf } from "../../trace/context.ts";
import type { Tracer, TraceSpan } from "../../trace/tracer.ts";
import type { ReceiverResponse, Sender, WebhookMessage } from "./send.ts";

/** Waits after each failed attempt in milliseconds, as Standard Webhooks proposes. */
const WAITS_MS = [
  5000,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  DAY_MS,
];
/** Part of a wait by which it may be longer, so that many do not end at once. */
const JITTER = 0.1;
/** The longest wait that a receiver may ask for, in milliseconds. */
const MAX_WAIT_MS = DAY_MS;
/** An endpoint that has failed for so long is disabled. */
const TIMEOUT_MS = 5 * DAY_MS;
const GONE = 410;
/** Characters of the reason of a failed attempt: of a certificate, it repeats all names. */
const MAX_REASON = 300;

/** A job of the queue `webhooks`: one event for one endpoint. */
export interface WebhookJob {
  storeKey: string;
  endpoint: string;
  eventId: string;
  type: string;
  /** Distinguishes a replay from the first delivery of the same event. */
  run?: string;
  /** The event; absent where the body is there from the start. */
  event?: Event;
  /** The whole body, of what is no event of the store. */
  body?: string;
  /**
   * The customer under whom the body is stored: created at the first attempt, and the same in all others. The body of an
   * event about nobody, such as a guest's wish, is stored nowhere and made anew: a guest who becomes a customer may be
   * erased. The name is that of stored jobs.
   */
  owner?: SlotAddress;
  /** Attempts that have failed. */
  failures: number;
}

/** A body, and the customer that it is about. */
export interface Made {
  body: string;
  customer?: SlotAddress;
}

export interface WebhookDeps {
  /** Undefined where no traces are taken. */
  tracer?: Tracer | undefined;
  endpoints: Endpoints;
  sender: Sender;
  bodies: WebhookBodies;
  /** The body of an event's delivery, and the customer that it is about. */
  bodyOf: (job: Pick<WebhookJob, "storeKey" | "eventId" | "event">) => Promise<Made | undefined>;
  /** Whether there is a customer in a slot. */
  isThere: (customer: SlotAddress) => Promise<boolean>;
  /** Writes the outcome of attempts to an endpoint's log. */
  note: (storeKey: string, endpoint: string, deliveries: readonly Delivery[]) => Promise<void>;
  /** Reports that an endpoint was disabled. */
  onDisabled: (storeKey: string, endpoint: Endpoint) => Promise<void>;
}

const isSuccess = (status: number) => status >= 200 && status < 300;

/** How long to wait after an attempt failed; undefined when it was the last. */
function waitAfter(failures: number, retryAfterMs: number | undefined, random: number): number | undefined {
  const wait = WAITS_MS[failures - 1];
  if (wait === undefined) return undefined;
  return Math.max(wait * (1 + JITTER * random), Math.min(retryAfterMs ?? 0, MAX_WAIT_MS));
}

/** When the attempt after a failed one is due, in milliseconds since 1970; undefined after the last. */
export function nextAttemptAt({ attempt: failures, time, durationMs }: Delivery): number | undefined {
  const wait = WAITS_MS[failures - 1];
  return wait === undefined ? undefined : Date.parse(time) + durationMs + wait;
}

/** Why an attempt had no answer, as the log of the endpoint says it. */
export function reasonOf(err: unknown): string {
  const cause = err instanceof Error && err.cause instanceof Error ? err.cause : err;
  return shorten(cause instanceof Error ? cause.message : String(cause), MAX_REASON);
}

/** The answer to a message, or why there is none. */
interface Answer extends Partial<ReceiverResponse> {
  error?: string;
}

const noAnswer = (err: unknown): Answer => ({ error: reasonOf(err) });

/** An endpoint that events are sent to now. */
export interface OpenEndpoint {
  endpoint: Endpoint;
  send: (message: WebhookMessage) => Promise<Answer>;
  /** Aborts when the process stops. */
  signal: AbortSignal | undefined;
}

/** Opens an endpoint for attempts. What keeps it from being opened is the outcome of each of them. */
export function openEndpoint(
  { sender, endpoints }: WebhookDeps,
  storeKey: string,
  endpoint: Endpoint,
  signal: AbortSignal | undefined,
): OpenEndpoint {
  try {
    const secrets = endpoints.secretsOf(storeKey, endpoint, Date.now());
    const send = sender.open({ url: endpoint.url, secrets }, signal);
    return { endpoint, signal, send: (message) => send(message).catch(noAnswer) };
  } catch (err) {
    return { endpoint, signal, send: () => Promise.resolve(noAnswer(err)) };
  }
}

/** Notes that an endpoint works, or since when it does not. Disables it if it is gone or has failed for too long. */
export async function judgeAttempt(
  deps: WebhookDeps,
  storeKey: string,
  endpoint: Endpoint,
  status: number | undefined,
): Promise<void> {
  const time = new Date().toISOString();
  if (status !== undefined && isSuccess(status)) {
    if (endpoint.failingSince === undefined) return;
    await deps.endpoints.change(storeKey, endpoint.id, ({ failingSince: _, ...working }) => working);
    return;
  }
  let disabled: Endpoint | undefined;
  await deps.endpoints.change(storeKey, endpoint.id, (now) => {
    const since = now.failingSince ?? time;
    const isTired = Date.parse(time) - Date.parse(since) > TIMEOUT_MS;
    const reason =
      status === GONE
        ? "the receiver answered 410"
        : isTired
          ? `every attempt has failed since ${since}`
          : undefined;
    disabled = undefined;
    if (now.status === "disabled" || (reason === undefined && now.failingSince !== undefined))
      return undefined;
    const failing = { ...now, failingSince: since };
    if (reason === undefined) return failing;
    disabled = { ...failing, status: "disabled", reason };
    return disabled;
  });
  if (disabled) await deps.onDisabled(storeKey, disabled);
}

/**
 * Stores a body for further attempts with its customer, so that it is erased together with the customer. Resolves to
 * the data of the job; undefined if the customer was deleted in the meantime, and may have been erased before the body
 * was stored.
 */
export async function keepBody(
  { bodies, isThere }: WebhookDeps,
  data: WebhookJob,
  { body, customer }: Made,
): Promise<Pick<WebhookJob, "body" | "owner"> | undefined> {
  if (!customer) return data.event ? {} : { body };
  const delivery = deliveryName(data);
  await bodies.keep(customer, delivery, body);
  if (await isThere(customer)) return { owner: customer };
  await bodies.drop(customer, delivery);
  return undefined;
}

/** The body for an attempt; undefined if there is none (any more). */
async function bodyFor(deps: WebhookDeps, job: Job<WebhookJob>): Promise<string | undefined> {
  const { data } = job;
  if (data.owner) return deps.bodies.find(data.owner, deliveryName(data));
  if (data.body !== undefined) return data.body;
  const made = await deps.bodyOf(data);
  if (!made) return undefined;
  const kept = await keepBody(deps, data, made);
  if (!kept) throw new Error("the customer was deleted just now; the body will be built again");
  await job.updateData({ ...data, ...kept });
  return made.body;
}

/** Name of a delivery, of its job and of its body: a replay has its own. */
export const deliveryName = ({ endpoint, eventId, run }: WebhookJob) =>
  run === undefined ? `${endpoint}-${eventId}` : `${endpoint}-${eventId}-${run}`;

/** What an attempt came to. */
export interface Outcome {
  delivery: Delivery;
  /** How long to wait for the next attempt, in milliseconds; undefined when this was the last. */
  wait: number | undefined;
}

/** One attempt to deliver an event. */
type Attempt = Pick<WebhookJob, "eventId" | "type" | "event" | "failures"> & { body: string };

/** A span of an attempt: of the trace of its event, which the jobs of events that came together only link. */
const spanOf = (
  { tracer }: WebhookDeps,
  endpoint: Endpoint,
  { eventId, type, event, failures }: Attempt,
): TraceSpan | undefined =>
  tracer?.start(`deliver ${type}`, {
    kind: "client",
    parent: nearestOf(event?.traceContext),
    attributes: {
      "http.request.method": "POST",
      "wishlist.event_id": eventId,
      "wishlist.endpoint_id": endpoint.id,
      "wishlist.attempt": failures + 1,
    },
  });

/** Sends one event, for the next time. Throws when the process stops: that is not the receiver's fault. */
export async function tryOnce(
  deps: WebhookDeps,
  { endpoint, send, signal }: OpenEndpoint,
  one: Attempt,
): Promise<Outcome> {
  const { eventId, type, body, failures } = one;
  const started = Date.now();
  const span = spanOf(deps, endpoint, one);
  const message = { id: eventId, body, ...defined({ traceContext: span?.traceContext }) };
  const { status, retryAfterMs, error } = await send(message);
  const isDelivered = status !== undefined && isSuccess(status);
  span?.end({
    attributes: { "http.response.status_code": status },
    ...(isDelivered ? {} : { err: status?.toString() ?? "no answer" }),
  });
  if (signal?.aborted) throw new Error("the process stops");
  const wait =
    isDelivered || status === GONE ? undefined : waitAfter(failures + 1, retryAfterMs, Math.random());
  const delivery: Delivery = {
    eventId,
    type,
    attempt: failures + 1,
    outcome: isDelivered ? "delivered" : wait === undefined ? "given up" : "failed",
    ...defined({ status, error }),
    durationMs: Date.now() - started,
    time: new Date(started).toISOString(),
  };
  return { delivery, wait };
}

/** What becomes of a delivery whose body has ended with its customer. */
export const erasedOf = ({ eventId, type, failures }: WebhookJob): Delivery => ({
  eventId,
  type,
  attempt: failures + 1,
  outcome: "given up",
  error: "erased",
  durationMs: 0,
  time: new Date().toISOString(),
});

/**
 * Delivers events to endpoints. The wait for the next attempt is the job's delay, so a slow receiver does not delay
 * others.
 */
export const deliverWebhook = (deps: WebhookDeps): Processor<WebhookJob, void> =>
  async function deliverWebhookJob(job, token, signal) {
    const { storeKey, failures } = job.data;
    const endpoint = await deps.endpoints.find(storeKey, job.data.endpoint);
    if (endpoint?.status !== "enabled") return;
    const body = await bodyFor(deps, job);
    if (body === undefined) {
      if (job.data.owner) await deps.note(storeKey, endpoint.id, [erasedOf(job.data)]);
      return;
    }
    const open = openEndpoint(deps, storeKey, endpoint, signal);
    const { delivery, wait } = await tryOnce(deps, open, { ...job.data, body });
    await deps.note(storeKey, endpoint.id, [delivery]);
    await judgeAttempt(deps, storeKey, endpoint, delivery.status);
    if (wait === undefined) {
      // The finished job is kept only for its id.
      const { body: _, owner: customer, ...done } = job.data;
      await job.updateData(done);
      if (customer) await deps.bodies.drop(customer, deliveryName(done));
      return;
    }
    await job.updateData({ ...job.data, failures: failures + 1 });
    await job.moveToDelayed(Date.now() + wait, token);
    throw new DelayedError();
  };

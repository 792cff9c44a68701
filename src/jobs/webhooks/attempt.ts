import { setTimeout as pause } from "node:timers/promises";
import type { Event } from "../../actors/events/event.ts";
import { defined } from "../../collections/defined.ts";
import { codeOf } from "../../errors/error-code.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { Delivery, Endpoint, Endpoints } from "../../store/webhooks/endpoints.ts";
import { shorten } from "../../text/shorten.ts";
import { nearestOf } from "../../trace/context.ts";
import type { Tracer, TraceSpan } from "../../trace/tracer.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../units/durations.ts";
import type { ReceiverResponse, Sender, WebhookMessage } from "./send.ts";

/** Waits after the failed attempts, in milliseconds, as Standard Webhooks recommends. */
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
/** Fraction by which a wait may be longer, so that many waits do not end at the same time. */
const JITTER = 0.1;
/** The longest wait that a receiver may ask for, in milliseconds. */
const MAX_WAIT_MS = DAY_MS;
/** An endpoint whose attempts have all failed for this time is disabled; in milliseconds. */
const TIMEOUT_MS = 5 * DAY_MS;
const GONE = 410;
/** How long the process that disables an endpoint has to report that, in milliseconds; afterwards, others report it. */
const REPORT_MS = 5000;
/** Maximum length of a failure reason, in characters. An error about a certificate repeats all its names. */
const MAX_REASON = 300;

/** The parts that attempts need. */
export interface AttemptDeps {
  /** Undefined if no traces are taken. */
  tracer?: Tracer | undefined;
  endpoints: Endpoints;
  sender: Sender;
  /** The store's clock. */
  now: Now;
  /** Publishes that an endpoint was disabled at a time, ISO 8601. It may be called twice. */
  onDisabled: (storeKey: string, endpoint: Endpoint, time: string) => Promise<void>;
}

/** The statuses of answers; undefined for an attempt without one. */
type Statuses = readonly (number | undefined)[];

const isSuccess = (status: number | undefined) => status !== undefined && status >= 200 && status < 300;

/** Returns how long to wait after a failed attempt, in milliseconds; undefined if it was the last one. */
function waitAfter(failures: number, retryAfterMs: number | undefined, random: number): number | undefined {
  const wait = WAITS_MS[failures - 1];
  if (wait === undefined) return undefined;
  return Math.max(wait * (1 + JITTER * random), Math.min(retryAfterMs ?? 0, MAX_WAIT_MS));
}

/** Returns when the attempt after a failed one is due, in milliseconds since 1970; undefined after the last one. */
export function nextAttemptAt({ attempt: failures, time, durationMs }: Delivery): number | undefined {
  const wait = WAITS_MS[failures - 1];
  return wait === undefined ? undefined : Date.parse(time) + durationMs + wait;
}

/**
 * Returns what an error says. If a host has several addresses and none can be reached, the error has no message of its
 * own, but one error for each address.
 */
function messageOf(err: unknown): string {
  if (!(err instanceof Error)) return String(err);
  const parts = err instanceof AggregateError ? err.errors.map(messageOf) : [];
  return err.message || parts.join("; ") || (codeOf(err) ?? err.name);
}

/** Returns why an attempt got no answer, for the log of the endpoint. */
export function reasonOf(err: unknown): string {
  const cause = err instanceof Error && err.cause instanceof Error ? err.cause : err;
  return shorten(messageOf(cause), MAX_REASON);
}

/** The answer to a message, or why there is none. */
interface Answer extends Partial<ReceiverResponse> {
  error?: string;
}

const noAnswer = (err: unknown): Answer => ({ error: reasonOf(err) });

/** An endpoint that is prepared for attempts. */
export interface OpenEndpoint {
  endpoint: Endpoint;
  send: (message: WebhookMessage) => Promise<Answer>;
  /** Aborts when the process stops. */
  signal: AbortSignal | undefined;
}

/** Prepares an endpoint for attempts. If that fails, every attempt has the error as its outcome. */
export function openEndpoint(
  { sender, endpoints, now }: AttemptDeps,
  storeKey: string,
  endpoint: Endpoint,
  signal: AbortSignal | undefined,
): OpenEndpoint {
  try {
    const secrets = endpoints.secretsOf(storeKey, endpoint, now());
    const send = sender.open({ url: endpoint.url, secrets }, signal);
    return { endpoint, signal, send: (message) => send(message).catch(noAnswer) };
  } catch (err) {
    return { endpoint, signal, send: () => Promise.resolve(noAnswer(err)) };
  }
}

/** Returns an endpoint after attempts that ended at a time, ISO 8601; undefined if it does not change. */
function afterAttempts(endpoint: Endpoint, statuses: Statuses, time: string): Endpoint | undefined {
  const { failingSince, ...working } = endpoint;
  if (endpoint.status === "disabled") return undefined;
  const isGone = statuses.includes(GONE);
  const hasWorked = statuses.some(isSuccess);
  if (hasWorked && !isGone) return failingSince === undefined ? undefined : working;
  const since = hasWorked ? time : (failingSince ?? time);
  const hasFailedTooLong = Date.parse(time) - Date.parse(since) > TIMEOUT_MS;
  if (!isGone && !hasFailedTooLong)
    return failingSince === undefined ? { ...working, failingSince: since } : undefined;
  const reason = isGone ? "receiver_gone" : "attempts_failed";
  return { ...working, failingSince: since, status: "disabled", reason, unreportedSince: time };
}

/**
 * Judges an endpoint by attempts that were made together. One success shows that it works; if all have failed, records
 * since when. Disables it if it is gone or has failed for too long. If it has another address now, the attempts say
 * nothing about that.
 *
 * @param attempted the endpoint as it was for the attempts
 */
export async function judgeAttempts(
  deps: AttemptDeps,
  storeKey: string,
  attempted: Pick<Endpoint, "id" | "url">,
  statuses: Statuses,
): Promise<void> {
  if (statuses.length === 0) return;
  const time = new Date(deps.now()).toISOString();
  let disabled: Endpoint | undefined;
  // The current record decides, because other jobs may have changed it during the attempts.
  await deps.endpoints.change(storeKey, attempted.id, (endpoint) => {
    const after = endpoint.url === attempted.url ? afterAttempts(endpoint, statuses, time) : undefined;
    disabled = after?.status === "disabled" ? after : undefined;
    return after;
  });
  if (disabled) await report(deps, storeKey, disabled);
}

/** Publishes that an endpoint was disabled, unless that is done. */
async function report(deps: AttemptDeps, storeKey: string, endpoint: Endpoint): Promise<void> {
  const { unreportedSince: time } = endpoint;
  if (time === undefined) return;
  await deps.onDisabled(storeKey, endpoint, time);
  await deps.endpoints.change(storeKey, endpoint.id, ({ unreportedSince, ...reported }) =>
    unreportedSince === time ? reported : undefined,
  );
}

/**
 * Publishes that an endpoint was disabled if the process that disabled it was killed before. Waits until that process
 * has had enough time.
 */
export async function reportDisabled(
  deps: AttemptDeps,
  storeKey: string,
  { id, unreportedSince }: Endpoint,
  signal: AbortSignal | undefined,
): Promise<void> {
  if (unreportedSince === undefined) return;
  const leftMs = Date.parse(unreportedSince) + REPORT_MS - deps.now();
  if (leftMs > 0) await pause(leftMs, undefined, signal ? { signal } : {});
  const endpoint = await deps.endpoints.find(storeKey, id);
  if (endpoint?.unreportedSince === unreportedSince) await report(deps, storeKey, endpoint);
}

/** The outcome of an attempt. */
export interface AttemptOutcome {
  delivery: Delivery;
  /** How long to wait for the next attempt, in milliseconds; undefined if this was the last one. */
  wait: number | undefined;
}

/** One attempt to deliver an event. */
interface Attempt {
  eventId: string;
  type: string;
  /** The event, for its trace. */
  event?: Event;
  body: string;
  /** Number of failed attempts. */
  failures: number;
}

/** Starts the span of an attempt, in the trace of its event. A job for several events only links to their traces. */
const spanOf = (
  { tracer }: AttemptDeps,
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

/**
 * Makes the next attempt to deliver an event. Resolves to undefined if the process stops before the receiver answers:
 * that is not the receiver's fault. An answer counts also then, so that nothing is sent twice.
 */
export async function tryOnce(
  deps: AttemptDeps,
  { endpoint, send, signal }: OpenEndpoint,
  attempt: Attempt,
): Promise<AttemptOutcome | undefined> {
  const { eventId, type, body, failures } = attempt;
  const [time, started] = [new Date(deps.now()).toISOString(), performance.now()];
  const span = spanOf(deps, endpoint, attempt);
  const message = { id: eventId, body, ...defined({ traceContext: span?.traceContext }) };
  const { status, retryAfterMs, error } = await send(message);
  const isDelivered = isSuccess(status);
  span?.end({
    attributes: { "http.response.status_code": status },
    ...(isDelivered ? {} : { err: status?.toString() ?? "no answer" }),
  });
  if (status === undefined && signal?.aborted) return undefined;
  const wait =
    isDelivered || status === GONE ? undefined : waitAfter(failures + 1, retryAfterMs, Math.random());
  const delivery: Delivery = {
    eventId,
    type,
    attempt: failures + 1,
    outcome: isDelivered ? "delivered" : wait === undefined ? "given up" : "failed",
    ...defined({ status, error }),
    durationMs: Math.round(performance.now() - started),
    time,
  };
  return { delivery, wait };
}

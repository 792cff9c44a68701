import { decodeEvent, type Event } from "../../actors/events/event.ts";
import { defined } from "../../collections/defined.ts";
import { type ChangeFeed, cursorBefore } from "../../store/changes/change-feed.ts";
import type { ChangeFeedEntry } from "../../store/changes/feed-entry.ts";
import { decodeOrSkip } from "../../store/records/undecodable.ts";
import {
  type Delivery,
  type Endpoint,
  type Endpoints,
  MAX_DELIVERIES,
  wantsType,
} from "../../store/webhooks/endpoints.ts";
import { HOUR_MS } from "../../units/durations.ts";
import { nextAttemptAt } from "../webhooks/attempt.ts";
import { RECOVERED_AFTER_MS, singleJob } from "../webhooks/deliver-many.ts";
import type { WebhookJob } from "../webhooks/deliver-webhook.ts";
import { BEHIND_ALL } from "../webhooks/redeliver.ts";
import type { RecoveryDeps } from "./recovery-deps.ts";

/** Maximum age of an event that waits for its first attempt, in milliseconds. */
const MAX_WAIT_MS = HOUR_MS;
const PAGE_SIZE = 1000;

export interface LostDeliveriesDeps extends RecoveryDeps {
  endpoints: Pick<Endpoints, "list" | "deliveries">;
  changes: Pick<ChangeFeed, "named" | "page">;
  /** Returns the customer of the body that is stored from the first attempt; undefined if no body is stored. */
  customerOfBody: (job: WebhookJob) => Promise<WebhookJob["owner"]>;
}

/**
 * Returns the newest attempt for each event, by the event's id. A successful attempt takes precedence over later ones.
 */
function newestAttempts(log: readonly Delivery[]): Map<string, Delivery> {
  const attempts = new Map<string, Delivery>();
  for (const attempt of log)
    if (!attempts.has(attempt.eventId) || attempt.outcome === "delivered")
      attempts.set(attempt.eventId, attempt);
  return attempts;
}

type Deliver = (eventId: string, event: Event, attempt: Delivery | undefined) => Promise<void>;

/** Calls `deliver` for those events of a page of the change feed to which the endpoint is subscribed. */
async function deliverAll(
  { onUndecodable }: LostDeliveriesDeps,
  storeKey: string,
  endpoint: Endpoint,
  changes: readonly ChangeFeedEntry[],
  deliver: (eventId: string, event: Event) => Promise<void>,
): Promise<void> {
  for (const { id: eventId, text } of changes) {
    const event = decodeOrSkip(decodeEvent, text, () => ({ storeKey, id: eventId }), onUndecodable);
    if (event && wantsType(endpoint, event.type)) await deliver(eventId, event);
  }
}

/** Calls `deliver` for the events that wait for their first attempt, because the log has no attempt for them. */
async function deliverNew(
  deps: LostDeliveriesDeps,
  storeKey: string,
  endpoint: Endpoint,
  { log, attempts }: { log: readonly Delivery[]; attempts: ReadonlyMap<string, Delivery> },
  deliver: Deliver,
): Promise<void> {
  const now = deps.now();
  // Events that are older than a full log may have been delivered.
  const isFull = log.length >= MAX_DELIVERIES;
  const oldestLogged = isFull ? Date.parse(log.at(-1)?.time ?? "") || now : 0;
  const begin = Math.max(now - MAX_WAIT_MS, Date.parse(endpoint.modifiedTime), oldestLogged);
  const end = cursorBefore(now - RECOVERED_AFTER_MS);
  let cursor = cursorBefore(begin);
  for (;;) {
    const { changes, stopsBeforeLost } = await deps.changes.page(storeKey, cursor, PAGE_SIZE, end);
    await deliverAll(deps, storeKey, endpoint, changes, async (eventId, event) => {
      if (Date.parse(event.time) >= begin && !attempts.has(eventId)) await deliver(eventId, event, undefined);
    });
    const last = changes.at(-1);
    if (!last || stopsBeforeLost || changes.length < PAGE_SIZE) return;
    cursor = last.entryId;
  }
}

/**
 * Adds the lost jobs of a store's webhook deliveries: deliveries whose newest attempt has failed, as far as the logs of
 * the endpoints go back, and deliveries of the last hour without an attempt. A delivery has one job id, so an existing
 * job stays unchanged. If its group still has a job, that job leaves it out. Resolves to the number of waiting
 * deliveries.
 */
export async function recoverDeliveries(deps: LostDeliveriesDeps, storeKey: string): Promise<number> {
  const { endpoints, changes, jobs, customerOfBody } = deps;
  let waiting = 0;
  for (const endpoint of await endpoints.list(storeKey)) {
    if (endpoint.status !== "enabled") continue;
    const log = await endpoints.deliveries(storeKey, endpoint.id, 2 * MAX_DELIVERIES);
    const attempts = newestAttempts(log);
    const deliver: Deliver = async (eventId, event, attempt) => {
      const { type } = event;
      const failures = attempt?.attempt ?? 0;
      const job: WebhookJob = { storeKey, endpoint: endpoint.id, eventId, type, event, failures };
      const customer = await customerOfBody(job);
      const dueTime = attempt && nextAttemptAt(attempt);
      const delayMs = Math.max(0, (dueTime ?? 0) - deps.now());
      await jobs.ensure("webhooks", {
        ...singleJob({ ...job, ...defined({ owner: customer }) }, BEHIND_ALL),
        delayMs,
      });
      waiting++;
    };
    const failed = [...attempts.values()].filter(({ outcome }) => outcome === "failed");
    const named = await changes.named(
      storeKey,
      failed.map(({ eventId }) => eventId),
    );
    await deliverAll(deps, storeKey, endpoint, named, (eventId, event) =>
      deliver(eventId, event, attempts.get(eventId)),
    );
    await deliverNew(deps, storeKey, endpoint, { log, attempts }, deliver);
  }
  return waiting;
}

import type { Event } from "../../actors/events/event.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { traceContextsOf } from "../../trace/trace-id.ts";
import type { CatalogueJob } from "../catalogue/process.ts";
import type { MailJob } from "../mail/send-digest.ts";
import type { OrderJob } from "../orders/order-job.ts";
import type { FairShare } from "../queue/fair-share.ts";
import { idOf } from "../queue/groups.ts";
import type { NewJob } from "../queue/job.ts";
import type { QueueName } from "../queue/queues.ts";
import type { RuleContext } from "./rule-context.ts";
import { SHARED_JOBS, sharedJobsFor } from "./shared-jobs.ts";
import type { RelayedEvent } from "./target.ts";

/** Added to a delay, so that the job never runs too early by the store's clock; in milliseconds. */
const DUE_MARGIN_MS = 250;

/** Fraction of a digest's delay during which it collects further alerts. */
const COLLECTING_SHARE = 0.8;

/** A job for an event. Its id is its name with the event's id, so a repeated event adds no second job. */
interface EventJob extends Omit<NewJob, "id" | "priority" | "traceContexts"> {
  queue: QueueName;
}

/** Makes the job for an event; undefined if the event needs none. */
type Rule = (
  relayed: RelayedEvent,
  context: RuleContext,
) => EventJob | undefined | Promise<EventJob | undefined>;

const forgetBuyer: Rule = ({ partition, event: { storeKey, customerKey: key = "", time } }) => {
  const data: OrderJob = { kind: "forget", storeKey, partition, key, deletedTime: time };
  return { queue: "orders", name: "forget", data };
};

const unlinkOrder: Rule = ({ event: { storeKey, orderRef = "", wishlistId = "" } }) => {
  const data: OrderJob = { kind: "unlink", storeKey, orderRef, wishlistId };
  return { queue: "orders", name: "unlink", data };
};

const linkOrder: Rule = ({ event: { storeKey, orderRef = "" } }) => {
  const data: OrderJob = { kind: "relink", storeKey, orderRef };
  return { queue: "orders", name: "relink", data };
};

/** Time after which the request has finished the claim itself, or its process is dead; in milliseconds. */
const CLAIM_DELAY_MS = 60_000;

const finishClaim: Rule = ({ event: { storeKey, wishlistId = "" } }) => {
  const data: OrderJob = { kind: "claim", storeKey, wishlistId };
  return { queue: "orders", name: "claim", data, delayMs: CLAIM_DELAY_MS };
};

/** Returns the milliseconds until a time plus {@link DUE_MARGIN_MS}; only the margin if the time is past. */
const delayUntil = (dueTime: string, now: number) =>
  Math.max(0, Date.parse(dueTime) - now || 0) + DUE_MARGIN_MS;

const checkWhenDue: Rule = ({ partition, event }, { now }) => {
  const { storeKey, productKey = "", dueTime } = event;
  if (dueTime === undefined) return undefined;
  const data: CatalogueJob = { storeKey, partition, productKey, isDue: true };
  return { queue: "catalogue", name: "due", data, delayMs: delayUntil(dueTime, now) };
};

/** Matches an order again when it is due: until then, wishes may arrive that are older than the order. */
const matchWhenDue: Rule = ({ partition, event }, { now }) => {
  const { storeKey, orderKey: key = "", dueTime } = event;
  if (dueTime === undefined) return undefined;
  const data: OrderJob = { kind: "match", storeKey, places: [{ partition, key }] };
  return { queue: "orders", name: "due", data, delayMs: delayUntil(dueTime, now) };
};

/** Sends a customer's alerts by e-mail, together with all that arrive during the collection time. */
const sendDigest: Rule = async ({ partition, event }, { findTenant }) => {
  const { storeKey, customerKey: key = "", isMailed } = event;
  const mail = isMailed && (await findTenant())?.settings.mail;
  if (!mail) return undefined;
  const data: MailJob = { storeKey, partition, key };
  const delayMs = mail.collectSeconds * 1000;
  // The job covers further alerts only during a part of its delay: an alert after that gets another job.
  const deduplication = { name: `${storeKey} ${key}`, ms: delayMs * COLLECTING_SHARE };
  return { queue: "mail", name: "digest", data, delayMs, deduplication };
};

/** The rules for each type of event. Jobs that many events share are in {@link SHARED_JOBS}. */
const RULES: Partial<Record<Event["type"], readonly Rule[]>> = {
  "customer.deleted": [forgetBuyer],
  "order.received": [matchWhenDue],
  "order.match_forgotten": [unlinkOrder],
  "order.match_moved": [linkOrder],
  "wishlist.claimed": [finishClaim],
  "catalogue.product.changed": [checkWhenDue],
  "alert.back_in_stock": [sendDigest],
  "alert.register_interest": [sendDigest],
  "alert.price_drop": [sendDigest],
  "alert.low_stock": [sendDigest],
  "mail.retried": [sendDigest],
};

interface JobDeps {
  tenants: Pick<Tenants, "findFor">;
  shares: FairShare;
}

type QueuedJobs = Partial<Record<QueueName, NewJob[]>>;

/** Makes the jobs for events, by queue. */
export async function jobsFor(
  { tenants, shares }: JobDeps,
  events: readonly RelayedEvent[],
  now: number,
): Promise<QueuedJobs> {
  const known = new Map<string, Promise<Tenant | undefined>>();
  const findTenant = (storeKey: string) => {
    const tenant = known.get(storeKey) ?? tenants.findFor(storeKey);
    known.set(storeKey, tenant);
    return tenant;
  };
  const contextOf = (storeKey: string) => ({ now, findTenant: () => findTenant(storeKey) });
  const jobs: QueuedJobs = {};
  const add = (queue: QueueName, storeKey: string, job: NewJob) => {
    (jobs[queue] ??= []).push({ ...job, priority: shares.next(storeKey, now) });
  };
  for (const relayed of events) {
    const { type, storeKey } = relayed.event;
    for (const rule of RULES[type] ?? []) {
      const eventJob = await rule(relayed, contextOf(storeKey));
      if (!eventJob) continue;
      const { queue, ...job } = eventJob;
      add(queue, storeKey, {
        ...job,
        id: idOf(job.name, relayed),
        traceContexts: traceContextsOf([relayed.event]),
      });
    }
  }
  for (const kind of SHARED_JOBS)
    for (const { storeKey, job } of await sharedJobsFor(events, kind, contextOf))
      add(kind.queue, storeKey, job);
  return jobs;
}

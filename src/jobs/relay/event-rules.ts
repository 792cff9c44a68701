import type { EventOf } from "../../actors/events/event.ts";
import type { AlertType } from "../../store/records/alerts.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { traceContextsOf } from "../../trace/trace-id.ts";
import type { CatalogueJob } from "../catalogue/process.ts";
import type { MailJob } from "../mail/send-digest.ts";
import type { OrderJob } from "../orders/order-job.ts";
import type { FairShare } from "../queue/fair-share.ts";
import { idOf } from "../queue/groups.ts";
import { DUE, type NewJob } from "../queue/job.ts";
import type { QueueName } from "../queue/queues.ts";
import type { RuleContext } from "./rule-context.ts";
import { SHARED_JOBS } from "./shared-jobs.ts";
import type { RelayedEvent } from "./target.ts";

/** Added to a delay, so that the job never runs too early by the store's clock; in milliseconds. */
const DUE_MARGIN_MS = 250;

/** Fraction of a digest's delay during which it collects further alerts. */
const COLLECTING_SHARE = 0.8;

/** A job for an event. Its id is its name with the event's id, so a repeated event adds no second job. */
interface EventJob extends Omit<NewJob, "id" | "priority" | "traceContexts"> {
  queue: QueueName;
}

/** Time after which the request has finished the claim itself, or its process is dead; in milliseconds. */
const CLAIM_DELAY_MS = 60_000;

/** Returns the milliseconds until a time plus {@link DUE_MARGIN_MS}; only the margin if the time is past. */
const delayUntil = (dueTime: string, now: number) =>
  Math.max(0, Date.parse(dueTime) - now || 0) + DUE_MARGIN_MS;

function checkWhenDue(
  { storeKey, productKey, dueTime }: EventOf<"catalogue.product.changed">,
  partition: number,
  { now }: RuleContext,
): EventJob | undefined {
  if (dueTime === undefined) return undefined;
  const data: CatalogueJob = { storeKey, partition, productKey, isDue: true };
  return { queue: "catalogue", name: DUE, data, delayMs: delayUntil(dueTime, now) };
}

/** Matches an order again when it is due: until then, wishes may arrive that are older than the order. */
function matchWhenDue(
  { storeKey, orderKey: key, dueTime }: EventOf<"order.received">,
  partition: number,
  { now }: RuleContext,
): EventJob | undefined {
  if (dueTime === undefined) return undefined;
  const data: OrderJob = { kind: "match", storeKey, places: [{ partition, key }] };
  return { queue: "orders", name: DUE, data, delayMs: delayUntil(dueTime, now) };
}

/** Makes the job that sends a customer's alerts by e-mail, together with all that arrive during the collection time. */
async function digestJobFor(
  { storeKey, customerKey: key, isMailed }: EventOf<`alert.${AlertType}` | "mail.retried">,
  partition: number,
  { findTenant }: RuleContext,
): Promise<EventJob | undefined> {
  const mail = isMailed && (await findTenant())?.settings.mail;
  if (!mail) return undefined;
  const data: MailJob = { storeKey, partition, key };
  const delayMs = mail.collectSeconds * 1000;
  // The job covers further alerts only during a part of its delay: an alert after that gets another job.
  const deduplication = { name: `${storeKey} ${key}`, ms: delayMs * COLLECTING_SHARE };
  return { queue: "mail", name: "digest", data, delayMs, deduplication };
}

const orderJob = (data: OrderJob): EventJob => ({ queue: "orders", name: data.kind, data });

/** Makes the job for an event; undefined if the event needs none. {@link SHARED_JOBS} are for many events. */
function jobOf(
  { partition, event }: RelayedEvent,
  context: RuleContext,
): EventJob | undefined | Promise<EventJob | undefined> {
  const { storeKey, time } = event;
  switch (event.type) {
    case "customer.deleted":
      return orderJob({ kind: "forget", storeKey, partition, key: event.customerKey, deletedTime: time });
    case "order.received":
      return matchWhenDue(event, partition, context);
    case "order.match_forgotten":
      return orderJob({ kind: "unlink", storeKey, orderRef: event.orderRef, wishlistId: event.wishlistId });
    case "order.match_moved":
      return orderJob({ kind: "relink", storeKey, orderRef: event.orderRef });
    case "wishlist.claimed":
      return {
        ...orderJob({ kind: "claim", storeKey, wishlistId: event.wishlistId }),
        delayMs: CLAIM_DELAY_MS,
      };
    case "catalogue.product.changed":
      return checkWhenDue(event, partition, context);
    case "alert.back_in_stock":
    case "alert.register_interest":
    case "alert.price_drop":
    case "alert.low_stock":
    case "mail.retried":
      return digestJobFor(event, partition, context);
    default:
      return undefined;
  }
}

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
    const { storeKey } = relayed.event;
    const eventJob = await jobOf(relayed, contextOf(storeKey));
    if (!eventJob) continue;
    const { queue, ...job } = eventJob;
    add(queue, storeKey, {
      ...job,
      id: idOf(job.name, relayed),
      traceContexts: traceContextsOf([relayed.event]),
    });
  }
  for (const { queue, jobsFor: sharedJobsFor } of SHARED_JOBS)
    for (const { storeKey, job } of await sharedJobsFor(events, contextOf)) add(queue, storeKey, job);
  return jobs;
}

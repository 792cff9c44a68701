import type { Event } from "../actors/messages.ts";
import type { VariantEventType } from "../actors/catalogue/messages.ts";
import type { AlertType } from "../store/alerts.ts";
import { tenantOf, type Tenants } from "../store/tenants.ts";
import type { SettleJob } from "./alerts/settle.ts";
import type { WaveJob } from "./alerts/wave.ts";
import type { FairShare } from "./fair-share.ts";
import type { OrderJob } from "./orders/process.ts";
import type { QueueName } from "./queues.ts";
import type { RelayedEvent } from "./relay.ts";
import type { NewJob } from "./workers.ts";

const WAVES: Record<VariantEventType, AlertType> = {
  "catalogue.variant.available": "back_in_stock",
  "catalogue.variant.released": "register_interest",
  "catalogue.variant.price_dropped": "price_drop",
  "catalogue.variant.low_stock": "low_stock",
};

const isVariantEvent = (type: Event["type"]): type is VariantEventType => type in WAVES;

const DUE_MARGIN_MS = 250;

/** Orders that one job matches. */
const ORDERS_AT_ONCE = 50;

/** A job of the queue `catalogue`: what a change of a product brings with it. */
export interface CatalogueJob {
  scope: string;
  partition: number;
  productKey: string;
  /** Look again whether the product can be bought; its time has come. */
  isDue?: true;
}

/** Id of the job that an event leads to: the same event is the same job. BullMQ allows no colons. */
const idOf = (purpose: string, { partition, id }: RelayedEvent) => `${purpose}-${partition}-${id}`;

export interface FanOutDeps {
  tenants: Tenants;
  shares: FairShare;
}

type QueuedJobs = Partial<Record<QueueName, NewJob[]>>;

/** The jobs that events lead to, by queue. */
export async function jobsFor(
  { tenants, shares }: FanOutDeps,
  events: readonly RelayedEvent[],
  now: number,
): Promise<QueuedJobs> {
  const holds = new Map<string, number>();
  const holdOf = async (tenant: string) => {
    const known = holds.get(tenant);
    if (known !== undefined) return known;
    const hold = (await tenants.find(tenant))?.settings.alerts.holdSeconds ?? 0;
    holds.set(tenant, hold);
    return hold;
  };
  const priority = (scope: string) => shares.next(tenantOf(scope), now);
  const jobs: Required<Pick<QueuedJobs, "orders" | "catalogue" | "alerts">> = {
    orders: [],
    catalogue: [],
    alerts: [],
  };
  const received = new Map<string, RelayedEvent[]>();
  for (const relayed of events) {
    const { event, partition } = relayed;
    const { type, scope, customerKey = "", productKey = "", variantRef = "", cycle = 0, time } = event;
    if (type === "order.received") {
      const group = `${scope} ${partition}`;
      received.set(group, [...(received.get(group) ?? []), relayed]);
    } else if (type === "customer.created" || type === "customer.updated") {
      const data: OrderJob = { kind: "person", scope, partition, key: customerKey };
      jobs.orders.push({ name: "person", data, id: idOf("person", relayed), priority: priority(scope) });
    } else if (type === "customer.deleted") {
      const data: OrderJob = { kind: "forget", scope, partition, key: customerKey };
      jobs.orders.push({ name: "forget", data, id: idOf("forget", relayed), priority: priority(scope) });
    } else if (type === "order.match_forgotten") {
      const { orderRef = "", wishlistId = "" } = event;
      const data: OrderJob = { kind: "unlink", scope, orderRef, wishlistId };
      jobs.orders.push({ name: "unlink", data, id: idOf("unlink", relayed), priority: priority(scope) });
    } else if (type === "catalogue.product.changed") {
      const data: CatalogueJob = { scope, partition, productKey };
      const { variantRefs = [], dueTime } = event;
      if (variantRefs.length > 0) {
        const variants: OrderJob = { kind: "variants", scope, partition, key: productKey, variantRefs };
        jobs.catalogue.push({
          name: "changed",
          data,
          id: idOf("changed", relayed),
          priority: priority(scope),
        });
        jobs.orders.push({
          name: "variants",
          data: variants,
          id: idOf("variants", relayed),
          priority: priority(scope),
        });
      }
      if (dueTime !== undefined) {
        // A little late rather than too early: the store's clock decides.
        const delayMs = Math.max(0, Date.parse(dueTime) - now || 0) + DUE_MARGIN_MS;
        jobs.catalogue.push({
          name: "due",
          data: { ...data, isDue: true },
          id: idOf("due", relayed),
          delayMs,
        });
      }
    } else if (isVariantEvent(type)) {
      const hold = await holdOf(tenantOf(scope));
      const data: WaveJob = {
        scope,
        partition,
        productKey,
        variantRef,
        id: idOf("wave", relayed),
        alert: WAVES[type],
        cycle,
        since: event.since ?? time,
        told: 0,
        part: 0,
      };
      const delayMs = Math.max(0, Date.parse(time) + hold * 1000 - now);
      jobs.alerts.push({ name: "wave", data, id: data.id, delayMs, priority: priority(scope) });
    }
  }
  for (const relayed of events.filter(({ event }) => event.alertName !== undefined)) {
    const { event, partition } = relayed;
    const { scope, customerKey: key = "", alertName: name = "" } = event;
    const data: SettleJob = { scope, partition, key, name };
    jobs.alerts.push({ name: "settle", data, id: idOf("settle", relayed), priority: priority(scope) });
  }
  for (const group of received.values()) {
    for (let start = 0; start < group.length; start += ORDERS_AT_ONCE) {
      const some = group.slice(start, start + ORDERS_AT_ONCE);
      const [first] = some;
      if (!first) continue;
      const { scope } = first.event;
      const places = some.map(({ partition, event }) => ({ partition, key: event.orderKey ?? "" }));
      const data: OrderJob = { kind: "match", scope, places };
      // What is read together may differ when it is relayed again: the id names exactly what is in it.
      const id = `${idOf("match", first)}-${some.at(-1)?.id ?? ""}`;
      jobs.orders.push({ name: "match", data, id, priority: priority(scope) });
    }
  }
  return jobs;
}

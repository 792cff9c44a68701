import type { Event } from "../../actors/events/event.ts";
import { defined } from "../../collections/defined.ts";
import type { AlertType } from "../../store/records/alerts.ts";
import type { ProductIdentity } from "../../store/records/records.ts";
import { traceContextsOf } from "../../trace/trace-id.ts";
import type { BeginWavesJob, NewWave } from "../alerts/begin-waves.ts";
import type { SettleJob } from "../alerts/mark-sent.ts";
import type { ChangedProduct } from "../catalogue/changed-product.ts";
import type { CatalogueJob } from "../catalogue/process.ts";
import type { OrderJob } from "../orders/order-job.ts";
import { groupsOf, idOf, idOfAll } from "../queue/groups.ts";
import type { NewJob } from "../queue/job.ts";
import type { QueueName } from "../queue/queues.ts";
import type { RuleContext } from "./rule-context.ts";
import type { RelayedEvent } from "./target.ts";

/** A kind of job that many events of a store share. */
interface SharedJob {
  queue: QueueName;
  name: string;
  /** Maximum sum of the events' weights in one job; a weight is 1 if `weightOf` is absent. */
  size: number;
  isFor: (event: Event) => boolean;
  weightOf?: (event: Event) => number;
  /** Whether only events of one customer share a job. */
  isOfCustomer?: true;
  dataFor: (storeKey: string, events: readonly RelayedEvent[]) => unknown;
  /** Delay of the job in milliseconds; none if absent. */
  delayFor?: (events: readonly RelayedEvent[], context: RuleContext) => Promise<number>;
}

/** The alert type of a wave, by the type of the event that begins it. */
const WAVE_ALERTS: Partial<Record<Event["type"], AlertType>> = {
  "catalogue.variant.available": "back_in_stock",
  "catalogue.variant.released": "register_interest",
  "catalogue.variant.price_dropped": "price_drop",
  "catalogue.variant.low_stock": "low_stock",
};

/** Returns the wave that an event begins, if it begins one. */
function newWaveOf(relayed: RelayedEvent): NewWave[] {
  const { partition, event } = relayed;
  const { type, storeKey, productKey = "", variantRef = "", cycle = 0, time, traceContext } = event;
  const alert = WAVE_ALERTS[type];
  if (!alert) return [];
  const since = event.since ?? time;
  const id = idOf("wave", relayed);
  const wave = { id, storeKey, partition, productKey, variantRef, alert, cycle, since, told: 0, part: 0 };
  return [{ wave, ...defined({ traceContext }) }];
}

/** Number of variants with new names that weigh as much as one event: a product may have thousands. */
const NAMES_PER_EVENT = 4;

const weightOfNames = ({ variantRefs = [] }: Event) => Math.ceil(variantRefs.length / NAMES_PER_EVENT);
const hasNewNames = ({ type, variantRefs = [] }: Event) =>
  type === "catalogue.product.changed" && variantRefs.length > 0;

const changedProductOf = ({
  partition,
  event: { productKey: key = "", variantRefs = [] },
}: RelayedEvent): ChangedProduct => ({ partition, key, variantRefs });

/** Time after which an order's match has stored its result, or its process is dead; in milliseconds. */
const MATCH_MS = 60_000;

const orderWithBuyer = ({ partition, event: { customerKey: key = "", orderRef = "" } }: RelayedEvent) => ({
  orderRef,
  buyer: { partition, key },
});

/** Number of offered variants in one job: many offers of a customer, such as those of many refunds, read its orders once. */
const OFFERED_PER_JOB = 200;

/** Returns the variants of all offers, each once; undefined if any wish may be offered. */
function offeredIn(events: readonly RelayedEvent[]): ProductIdentity[] | undefined {
  const variants = new Map<string, ProductIdentity>();
  for (const { event } of events) {
    if (!event.offered) return undefined;
    for (const product of event.offered) variants.set(JSON.stringify(product), product);
  }
  return [...variants.values()];
}

/** The kinds of jobs that many events share. */
export const SHARED_JOBS: readonly SharedJob[] = [
  {
    queue: "orders",
    name: "match",
    size: 50,
    isFor: ({ type }) => type === "order.received",
    dataFor(storeKey, events): OrderJob {
      const addresses = events.map(({ partition, event }) => ({ partition, key: event.orderKey ?? "" }));
      return { kind: "match", storeKey, places: addresses };
    },
  },
  {
    queue: "orders",
    name: "dropped",
    size: 50,
    isFor: ({ type }) => type === "order.match_dropped",
    dataFor: (storeKey, events): OrderJob => ({
      kind: "dropped",
      storeKey,
      orders: events.map(orderWithBuyer),
    }),
  },
  {
    queue: "orders",
    name: "made",
    size: 50,
    isFor: ({ type }) => type === "order.match_made",
    dataFor: (storeKey, events): OrderJob => ({ kind: "made", storeKey, orders: events.map(orderWithBuyer) }),
    delayFor: () => Promise.resolve(MATCH_MS),
  },
  {
    queue: "orders",
    name: "offer",
    size: OFFERED_PER_JOB,
    isFor: ({ type }) => type === "order.match_offered",
    isOfCustomer: true,
    weightOf: ({ offered = [] }) => Math.max(1, offered.length),
    dataFor(storeKey, events): OrderJob {
      const { partition = 0, event } = events[0] ?? {};
      const key = event?.customerKey ?? "";
      return { kind: "offer", storeKey, partition, key, ...defined({ offered: offeredIn(events) }) };
    },
  },
  {
    queue: "orders",
    name: "people",
    size: 50,
    isFor: ({ type }) => type === "customer.created" || type === "customer.updated",
    dataFor(storeKey, events): OrderJob {
      const customers = events.map(({ partition, event }) => ({ partition, key: event.customerKey ?? "" }));
      return { kind: "people", storeKey, customers };
    },
  },
  {
    queue: "orders",
    name: "products",
    size: 50,
    isFor: hasNewNames,
    weightOf: weightOfNames,
    dataFor: (storeKey, events): OrderJob => ({
      kind: "products",
      storeKey,
      products: events.map(changedProductOf),
    }),
  },
  {
    queue: "catalogue",
    name: "changed",
    size: 50,
    isFor: hasNewNames,
    weightOf: weightOfNames,
    dataFor: (storeKey, events): CatalogueJob => ({ storeKey, products: events.map(changedProductOf) }),
  },
  {
    queue: "alerts",
    name: "begin",
    size: 50,
    isFor: ({ type }) => WAVE_ALERTS[type] !== undefined,
    dataFor(storeKey, events): BeginWavesJob {
      return { storeKey, waves: events.flatMap(newWaveOf) };
    },
    /** The delay ends with the hold time of the last event. */
    async delayFor(events, { now, findTenant }) {
      const holdMs = ((await findTenant())?.settings.alerts.holdSeconds ?? 0) * 1000;
      const last = Math.max(...events.map(({ event }) => Date.parse(event.time)));
      return Math.max(0, last + holdMs - now);
    },
  },
  {
    queue: "alerts",
    name: "settle",
    size: 200,
    isFor: ({ type }) => type.startsWith("alert."),
    dataFor(storeKey, events): SettleJob {
      const alerts = events.map(({ partition, event: { customerKey: key = "", alertName: name = "" } }) => ({
        partition,
        key,
        name,
      }));
      return { storeKey, alerts };
    },
  },
];

/** Makes the jobs of a kind for events, each with its store. */
export async function sharedJobsFor(
  events: readonly RelayedEvent[],
  { name, size, isFor, weightOf = () => 1, isOfCustomer, dataFor, delayFor }: SharedJob,
  contextOf: (storeKey: string) => RuleContext,
): Promise<{ storeKey: string; job: NewJob }[]> {
  const groups = groupsOf(
    events.filter(({ event }) => isFor(event)),
    ({ event: { storeKey, customerKey = "" } }) => (isOfCustomer ? `${storeKey} ${customerKey}` : storeKey),
    size,
    ({ event }) => weightOf(event),
  );
  const jobs = groups.map(async ({ entries: group }) => {
    const storeKey = group[0]?.event.storeKey ?? "";
    return {
      storeKey,
      job: {
        name,
        data: dataFor(storeKey, group),
        id: idOfAll(name, group),
        traceContexts: traceContextsOf(group.map(({ event }) => event)),
        ...defined({ delayMs: await delayFor?.(group, contextOf(storeKey)) }),
      },
    };
  });
  return Promise.all(jobs);
}

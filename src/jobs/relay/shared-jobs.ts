import type { Event, EventOf, VariantChanged } from "../../actors/events/event.ts";
import { distinctVariants } from "../../actors/state/offer-wishes.ts";
import { defined } from "../../collections/defined.ts";
import { keysOf } from "../../collections/keys-of.ts";
import { ALERT_TYPES, type AlertType } from "../../store/records/alerts.ts";
import type { ProductIdentity } from "../../store/records/records.ts";
import { traceContextsOf } from "../../trace/trace-id.ts";
import type { BeginWavesJob, NewWave } from "../alerts/begin-waves.ts";
import type { MarkSentJob } from "../alerts/mark-sent.ts";
import type { ChangedProduct } from "../catalogue/changed-product.ts";
import type { CatalogueJob } from "../catalogue/process.ts";
import type { OrderJob } from "../orders/order-job.ts";
import { groupsOf, idOf, idOfAll } from "../queue/groups.ts";
import type { NewJob } from "../queue/job.ts";
import type { QueueName } from "../queue/queues.ts";
import type { RuleContext } from "./rule-context.ts";
import type { RelayedEvent } from "./target.ts";

/** A kind of job that many events of a store share. */
interface SharedJob<T extends Event["type"]> {
  queue: QueueName;
  name: string;
  /** Maximum sum of the events' weights in one job; a weight is 1 if `weightOf` is absent. */
  size: number;
  types: readonly T[];
  /** Whether an event needs a job; every event of the types does if absent. */
  isNeeded?: (event: EventOf<T>) => boolean;
  weightOf?: (event: EventOf<T>) => number;
  /** Only events with the same key share a job; all events of the store if absent. */
  keyOf?: (event: EventOf<T>) => string;
  dataFor: (storeKey: string, events: readonly RelayedEvent<EventOf<T>>[]) => unknown;
  /** Delay of the job in milliseconds; none if absent. */
  delayFor?: (events: readonly RelayedEvent<EventOf<T>>[], context: RuleContext) => Promise<number>;
}

/** The alert type of a wave, by the type of the event that begins it. */
const WAVE_ALERTS: Readonly<Record<VariantChanged["type"], AlertType>> = {
  "catalogue.variant.available": "back_in_stock",
  "catalogue.variant.released": "register_interest",
  "catalogue.variant.price_dropped": "price_drop",
  "catalogue.variant.low_stock": "low_stock",
};

/** Returns the wave that an event begins. */
function newWaveOf(relayed: RelayedEvent<VariantChanged>): NewWave {
  const { partition, event } = relayed;
  const { type, storeKey, productKey, variantRef, cycle, since, traceContext } = event;
  const alert = WAVE_ALERTS[type];
  const id = idOf("wave", relayed);
  const wave = { id, storeKey, partition, productKey, variantRef, alert, cycle, since, told: 0, part: 0 };
  return { wave, ...defined({ traceContext }) };
}

/** Number of variants with new names that weigh as much as one event: a product may have thousands. */
const NAMES_PER_EVENT = 4;

/** The jobs for products with new names have the events of these products. */
const OF_NEW_NAMES = {
  size: 50,
  types: ["catalogue.product.changed"],
  isNeeded: ({ variantRefs = [] }: EventOf<"catalogue.product.changed">) => variantRefs.length > 0,
  weightOf: ({ variantRefs = [] }: EventOf<"catalogue.product.changed">) =>
    Math.ceil(variantRefs.length / NAMES_PER_EVENT),
} as const;

const changedProductOf = ({
  partition,
  event: { productKey: key, variantRefs = [] },
}: RelayedEvent<EventOf<"catalogue.product.changed">>): ChangedProduct => ({ partition, key, variantRefs });

/** Time after which an order's match has stored its result, or its process is dead; in milliseconds. */
const MATCH_MS = 60_000;

const orderWithBuyer = ({
  partition,
  event: { customerKey: key, orderRef },
}: RelayedEvent<EventOf<"order.match_dropped" | "order.match_made">>) => ({
  orderRef,
  buyer: { partition, key },
});

/**
 * Number of offered variants in one job: many offers of a customer, such as those of many refunds, read its orders
 * once.
 */
const OFFERED_PER_JOB = 200;

/** Returns the variants of all offers, each once; undefined if any wish may be offered. */
const offeredIn = (events: readonly RelayedEvent<EventOf<"order.match_offered">>[]) =>
  distinctVariants(events.flatMap<ProductIdentity | undefined>(({ event }) => event.offered ?? [undefined]));

type ContextOf = (storeKey: string) => RuleContext;

/** Returns a kind of job that many events share, with the function that makes its jobs. */
const shared = <T extends Event["type"]>(kind: SharedJob<T>) => ({
  queue: kind.queue,
  jobsFor: (events: readonly RelayedEvent[], contextOf: ContextOf) => jobsOfKind(kind, events, contextOf),
});

/** The kinds of jobs that many events share. */
export const SHARED_JOBS = [
  shared({
    queue: "orders",
    name: "match",
    size: 50,
    types: ["order.received"],
    dataFor(storeKey, events): OrderJob {
      const addresses = events.map(({ partition, event }) => ({ partition, key: event.orderKey }));
      return { kind: "match", storeKey, places: addresses };
    },
  }),
  shared({
    queue: "orders",
    name: "dropped",
    size: 50,
    types: ["order.match_dropped"],
    dataFor: (storeKey, events): OrderJob => ({
      kind: "dropped",
      storeKey,
      orders: events.map(orderWithBuyer),
    }),
  }),
  shared({
    queue: "orders",
    name: "made",
    size: 50,
    types: ["order.match_made"],
    dataFor: (storeKey, events): OrderJob => ({ kind: "made", storeKey, orders: events.map(orderWithBuyer) }),
    delayFor: () => Promise.resolve(MATCH_MS),
  }),
  shared({
    queue: "orders",
    name: "offer",
    size: OFFERED_PER_JOB,
    types: ["order.match_offered"],
    keyOf: ({ customerKey }) => customerKey,
    weightOf: ({ offered = [] }) => Math.max(1, offered.length),
    dataFor(storeKey, events): OrderJob {
      const { partition = 0, event } = events[0] ?? {};
      const key = event?.customerKey ?? "";
      return { kind: "offer", storeKey, partition, key, ...defined({ offered: offeredIn(events) }) };
    },
  }),
  shared({
    queue: "orders",
    name: "people",
    size: 50,
    types: ["customer.created", "customer.updated"],
    dataFor(storeKey, events): OrderJob {
      const customers = events.map(({ partition, event }) => ({ partition, key: event.customerKey }));
      return { kind: "people", storeKey, customers };
    },
  }),
  shared({
    ...OF_NEW_NAMES,
    queue: "orders",
    name: "products",
    dataFor: (storeKey, events): OrderJob => ({
      kind: "products",
      storeKey,
      products: events.map(changedProductOf),
    }),
  }),
  shared({
    queue: "orders",
    name: "names",
    size: 50,
    types: ["catalogue.variants.deleted"],
    weightOf: ({ names }) => Math.ceil(names.length / NAMES_PER_EVENT),
    dataFor: (storeKey, events): OrderJob => ({
      kind: "names",
      storeKey,
      names: [...new Set(events.flatMap(({ event }) => event.names))],
    }),
  }),
  shared({
    ...OF_NEW_NAMES,
    queue: "catalogue",
    name: "changed",
    dataFor: (storeKey, events): CatalogueJob => ({ storeKey, products: events.map(changedProductOf) }),
  }),
  shared({
    queue: "alerts",
    name: "begin",
    size: 50,
    types: keysOf(WAVE_ALERTS),
    dataFor(storeKey, events): BeginWavesJob {
      return { storeKey, waves: events.map(newWaveOf) };
    },
    /** The delay ends with the hold time of the last event. */
    async delayFor(events, { now, findTenant }) {
      const holdMs = ((await findTenant())?.settings.alerts.holdSeconds ?? 0) * 1000;
      const last = Math.max(...events.map(({ event }) => Date.parse(event.time)));
      return Math.max(0, last + holdMs - now);
    },
  }),
  shared({
    queue: "alerts",
    name: "settle",
    size: 200,
    types: ALERT_TYPES.map((type) => `alert.${type}` as const),
    dataFor(storeKey, events): MarkSentJob {
      const alerts = events.map(({ partition, event: { customerKey: key, alertName: name } }) => ({
        partition,
        key,
        name,
      }));
      return { storeKey, alerts };
    },
  }),
];

/** Makes the jobs of a kind for events, each with its store. */
async function jobsOfKind<T extends Event["type"]>(
  { name, size, types, isNeeded = () => true, weightOf = () => 1, keyOf, dataFor, delayFor }: SharedJob<T>,
  events: readonly RelayedEvent[],
  contextOf: ContextOf,
): Promise<{ storeKey: string; job: NewJob }[]> {
  const wanted = new Set<Event["type"]>(types);
  const isOfKind = (relayed: RelayedEvent): relayed is RelayedEvent<EventOf<T>> =>
    wanted.has(relayed.event.type);
  const groups = groupsOf(
    events.filter(isOfKind).filter(({ event }) => isNeeded(event)),
    ({ event }) => (keyOf ? `${event.storeKey} ${keyOf(event)}` : event.storeKey),
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

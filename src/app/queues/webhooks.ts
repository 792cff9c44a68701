import type { Event } from "../../actors/events/event.ts";
import { partitionOfEvent, publicEventOf, webhookEventOf } from "../../actors/events/public-event.ts";
import { defined } from "../../collections/defined.ts";
import { FairShare } from "../../jobs/queue/fair-share.ts";
import { jobOf, type NewJob, type QueueWork } from "../../jobs/queue/job.ts";
import { refuseNewerJob } from "../../jobs/queue/newer-job.ts";
import { deliverMany, type WebhooksJob } from "../../jobs/webhooks/deliver-many.ts";
import {
  deliverWebhook,
  endpointIn,
  type NamedEvent,
  type WebhookDeps,
  type WebhookJob,
} from "../../jobs/webhooks/deliver-webhook.ts";
import { WebhookFanOut } from "../../jobs/webhooks/fan-out.ts";
import { giveUpReplay, processReplay, type ReplayJob } from "../../jobs/webhooks/replay.ts";
import { Sender } from "../../jobs/webhooks/send.ts";
import { startAtZero } from "../../metrics.ts";
import type { SlotAddress } from "../../store/layout/layout.ts";
import { readEventData } from "../../store/read/event-data.ts";
import { type Delivery, DELIVERY_OUTCOMES } from "../../store/webhooks/endpoints.ts";
import { ofActiveTenants } from "./active-tenants.ts";
import type { Background } from "./context.ts";
import { endingDurably } from "./durable-ends.ts";

/** Number of deliveries that a process sends at the same time; most of their time is waiting for receivers. */
const CONCURRENCY = 128;

/** Returns a function that writes the bodies of deliveries from the data that is stored now. */
export function bodiesOf({ keys, layout, reads, onUndecodable }: Background): WebhookDeps["bodiesOf"] {
  const eventReads = { redis: reads.redis, keys, onUndecodable };
  const read = (events: readonly NamedEvent[]) =>
    readEventData(
      eventReads,
      events.map(({ eventId, event }) => ({ partition: partitionOfEvent(eventId), names: event })),
    );
  return async (storeKey, events) => {
    const bodyWith = ({ eventId, event }: NamedEvent, data: Record<string, unknown> | undefined) =>
      JSON.stringify(webhookEventOf(storeKey, publicEventOf(eventId, event, data)));
    const data = await read(events);
    const customers = data.map(({ customerId }) =>
      typeof customerId === "string" ? layout.slotOfId(storeKey, customerId) : undefined,
    );
    const areThere = await Promise.all(customers.map(async (each) => each && reads.customers.isThere(each)));
    return Promise.all(
      events.map(async (event, i) => {
        const customer = customers[i];
        if (customer && areThere[i]) return { body: bodyWith(event, data[i]), customer };
        // If the customer was deleted after the first read, its data must not be sent.
        const [now] = customer ? await read([event]) : [data[i]];
        return { body: bodyWith(event, now) };
      }),
    );
  };
}

/** Returns the label of metrics for the outcome of an attempt. */
const labelOf = (outcome: Delivery["outcome"]) => outcome.replace(" ", "_");

/** Returns what a delivery needs. */
function deliveryParts(background: Background, sender: Sender, fanOut: WebhookFanOut): WebhookDeps {
  const { log, metrics, tracer, stores, reads, jobs } = background;
  const { changes, endpoints } = stores;
  startAtZero(metrics.deliveries, DELIVERY_OUTCOMES.map(labelOf));
  return {
    tracer,
    endpoints,
    sender,
    now: background.clock.now,
    isThere: (customer: SlotAddress) => reads.customers.isThere(customer),
    bodies: stores.webhookBodies,
    bodiesOf: bodiesOf(background),
    async log(storeKey, endpoint, deliveries) {
      for (const { outcome } of deliveries) metrics.deliveries.inc({ outcome: labelOf(outcome) });
      await endpoints.log(storeKey, endpoint, deliveries);
    },
    async onDisabled(storeKey, { id: endpointId, reason, failingSince }, time) {
      const event: Event = {
        type: "webhook.endpoint_disabled",
        storeKey,
        time,
        endpointId,
        ...defined({ reason, failingSince }),
      };
      const id = `disabled-${endpointId}-${Date.parse(time)}`;
      log.warn({ storeKey, endpoint: endpointId, eventId: id, reason }, "webhook endpoint disabled");
      await changes.add(storeKey, id, JSON.stringify(event));
      await jobs.add("webhooks", await fanOut.jobsOf(id, event, background.clock.now()));
    },
  };
}

/** Returns the work of the queue `webhooks`: deliveries and replays. */
export function webhookWork(background: Background): QueueWork {
  const { config, lifecycle, stores, jobs, onUndecodable } = background;
  const sender = new Sender(config.ALLOW_PRIVATE_TARGETS);
  lifecycle.own("webhook sender", sender, (part) => part.close());
  const { changes, endpoints } = stores;
  const shares = new FairShare();
  const deps = deliveryParts(background, sender, new WebhookFanOut(endpoints, shares));
  const deliverOne = deliverWebhook(deps);
  const many = {
    ...deps,
    shares,
    changes,
    onUndecodable,
    add: (some: NewJob[]) => jobs.add("webhooks", some),
    find: (ids: readonly string[]) => jobs.named("webhooks", ids),
  };
  const deliverSome = deliverMany(many);
  const replayOne = processReplay(many);
  const replay = endingDurably(background, (job, ...rest) => replayOne(jobOf<ReplayJob>(job), ...rest));
  const process: QueueWork["process"] = (job, token, signal) => {
    switch (job.name) {
      case "replay":
        return replay(job, token, signal);
      case "webhooks":
        return deliverSome(jobOf<WebhooksJob>(job), token, signal);
      case "webhook":
        return deliverOne(jobOf<WebhookJob>(job), token, signal);
      default:
        return refuseNewerJob();
    }
  };
  return {
    process: ofActiveTenants(background, process),
    // Every other job logs each of its attempts.
    onGivenUp: async (job) => {
      if (job.name === "replay") await giveUpReplay(deps, jobOf<ReplayJob>(job));
    },
    concurrency: CONCURRENCY,
    perTenant: config.TENANT_DELIVERIES,
    receiverOf: endpointIn,
  };
}

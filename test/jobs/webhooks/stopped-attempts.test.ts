import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Job } from "bullmq";
import { Unavailable } from "../../../src/actors/runtime/unavailable.ts";
import { FairShare } from "../../../src/jobs/queue/fair-share.ts";
import type { NewJob } from "../../../src/jobs/queue/job.ts";
import { deliverGroup, type ManyDeps, type WebhooksJob } from "../../../src/jobs/webhooks/deliver-many.ts";
import { deliverWebhook, type WebhookJob } from "../../../src/jobs/webhooks/deliver-webhook.ts";
import type { Delivery, Endpoint } from "../../../src/store/webhooks/endpoints.ts";

const time = "2026-01-31T12:00:00.000Z";
const endpoint: Endpoint = {
  ...{ id: "e", url: "https://hooks.example/", events: [], secrets: [] },
  ...{ status: "enabled", createdTime: time, modifiedTime: time },
};
const events: WebhooksJob["events"] = ["0-1-0", "0-1-1", "0-1-2"].map((eventId) => ({
  eventId,
  type: "customer.created",
  event: { type: "customer.created", storeKey: "t/s", time, customerKey: "c" },
}));
const data = { storeKey: "t/s", endpoint: "e" };

/** Attempts during which the process stops. The receiver still answers the `answered` messages. */
function stopping(...answered: string[]) {
  const stop = new AbortController();
  const logged: Delivery[] = [];
  const added: NewJob[] = [];
  const deps = {
    now: () => Date.parse(time),
    shares: new FairShare(),
    endpoints: {
      secretsOf: () => [],
      change: () => Promise.resolve(undefined),
      find: () => Promise.resolve(endpoint),
    },
    bodies: {
      ofGroup: () => Promise.resolve(undefined),
      keepGroup: () => Promise.resolve(),
      dropGroup: () => Promise.resolve(),
    },
    bodiesOf: () => Promise.resolve(events.map(({ eventId }) => ({ body: eventId }))),
    log: (_store: string, _endpoint: string, deliveries: Delivery[]) =>
      Promise.resolve(void logged.push(...deliveries)),
    add: (jobs: NewJob[]) => Promise.resolve(void added.push(...jobs)),
    sender: {
      open:
        () =>
        async ({ id }: { id: string }) => {
          await Promise.resolve();
          stop.abort();
          if (answered.includes(id)) return { status: 204 };
          throw new Error("the message was given up");
        },
    },
  } as unknown as ManyDeps;
  const outcomes = () => logged.map(({ eventId, outcome }) => `${eventId} ${outcome}`);
  return { deps, signal: stop.signal, outcomes, added };
}

describe("an attempt during which the process stops", () => {
  const [first] = events;
  const deliverFirst = ({ deps, signal }: ReturnType<typeof stopping>) => {
    const job = { data: { ...data, ...first, body: "{}", failures: 0 }, updateData: () => Promise.resolve() };
    return deliverWebhook(deps)(job as unknown as Job<WebhookJob>, "token", signal);
  };

  it("is recorded if the receiver has answered, so that it gets nothing twice", async () => {
    const stopped = stopping("0-1-0");
    await deliverFirst(stopped);
    assert.deepEqual(stopped.outcomes(), ["0-1-0 delivered"]);
  });

  it("is made again later, at no cost, if there was no answer", async () => {
    const stopped = stopping();
    await assert.rejects(deliverFirst(stopped), Unavailable);
    assert.deepEqual(stopped.outcomes(), []);
  });
});

describe("a group of attempts during which the process stops", () => {
  const deliver = ({ deps, signal }: ReturnType<typeof stopping>) =>
    deliverGroup(deps, { group: "g", endpoint, data: { ...data, events } }, signal);

  it("records the answers, and leaves the other events to jobs of their own as if they were not sent", async () => {
    const stopped = stopping("0-1-1");
    assert.equal(await deliver(stopped), 1);
    assert.deepEqual(stopped.outcomes(), ["0-1-1 delivered"]);
    assert.deepEqual(
      stopped.added.map(({ id, data: job, delayMs }) => [id, (job as WebhookJob).failures, delayMs]),
      [
        ["e-0-1-0", 0, 0],
        ["e-0-1-2", 0, 0],
      ],
    );
  });

  it("is made again as a whole if no event was answered", async () => {
    const stopped = stopping();
    await assert.rejects(deliver(stopped), Unavailable);
    assert.deepEqual([stopped.outcomes(), stopped.added], [[], []]);
  });
});

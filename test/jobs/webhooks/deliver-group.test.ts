import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setImmediate } from "node:timers/promises";
import { deliverGroup, type ManyDeps, type WebhooksJob } from "../../../src/jobs/webhooks/deliver-many.ts";
import type { Delivery, Endpoint } from "../../../src/store/webhooks/endpoints.ts";

const time = "2026-01-31T12:00:00.000Z";
const endpoint: Endpoint = {
  id: "e",
  url: "https://hooks.example/",
  events: [],
  secrets: [],
  status: "enabled",
  createdTime: time,
  modifiedTime: time,
};
const events: WebhooksJob["events"] = Array.from({ length: 32 }, (_, i) => ({
  eventId: `0-1-${i}`,
  type: "customer.created",
  event: { type: "customer.created", storeKey: "t/s", time, customerKey: "c" },
}));

describe("the first attempts for a group of events", () => {
  it("are made at most 16 at a time, with a time limit that begins when they are sent", async () => {
    const opened: string[][] = [];
    let [open, most] = [0, 0];
    const logged: Delivery[] = [];
    const deps = {
      now: () => Date.parse(time),
      endpoints: { secretsOf: () => [], change: () => Promise.resolve(undefined) },
      bodies: {
        ofGroup: () => Promise.resolve(undefined),
        keepGroup: () => Promise.resolve(),
        dropGroup: () => Promise.resolve(),
      },
      bodiesOf: () => Promise.resolve(events.map(({ eventId }) => ({ body: eventId }))),
      log: (_store: string, _endpoint: string, deliveries: Delivery[]) => {
        logged.push(...deliveries);
        return Promise.resolve();
      },
      sender: {
        // The time limit of the messages begins with this call.
        open: () => {
          assert.equal(open, 0, "the messages before these are answered");
          const ids: string[] = [];
          opened.push(ids);
          return async ({ id }: { id: string }) => {
            ids.push(id);
            most = Math.max(most, ++open);
            await setImmediate();
            open--;
            return { status: 204 };
          };
        },
      },
    } as unknown as ManyDeps;
    const data = { storeKey: "t/s", endpoint: "e", events };
    assert.equal(await deliverGroup(deps, { group: "g", endpoint, data }, undefined), 32);
    assert.deepEqual([opened.map((ids) => ids.length), most], [[16, 16], 16]);
    assert.deepEqual(
      logged.map(({ eventId }) => eventId),
      events.map(({ eventId }) => eventId),
    );
  });
});

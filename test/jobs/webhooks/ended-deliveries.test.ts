import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Job } from "bullmq";
import {
  deliverWebhook,
  type WebhookDeps,
  type WebhookJob,
} from "../../../src/jobs/webhooks/deliver-webhook.ts";
import type { Endpoint } from "../../../src/store/webhooks/endpoints.ts";
import { WebhookBodies } from "../../../src/store/webhooks/webhook-bodies.ts";
import { withRedis } from "../../support/redis.ts";

const CUSTOMER = { partition: 3, slot: "t/s:1", key: "1" };
const time = "2026-01-31T12:00:00.000Z";
const disabled: Endpoint = {
  ...{ id: "e", url: "https://hooks.example/", events: [], secrets: [] },
  ...{ status: "disabled", createdTime: time, modifiedTime: time },
};

describe("a delivery that waits for its next attempt", () => {
  for (const [name, endpoint] of [
    ["deleted", undefined],
    ["disabled", disabled],
  ] as const)
    // Later deliveries about the customer renew the time that all bodies of the customer are kept.
    it(`leaves no body behind if its endpoint is ${name}`, async (t) => {
      const { redis, keys } = withRedis(t);
      const bodies = new WebhookBodies(redis, keys);
      await bodies.keep(CUSTOMER, "e-0-1-0", "body");
      await bodies.keep(CUSTOMER, "other-0-1-0", "body");
      const deps = { bodies, endpoints: { find: () => Promise.resolve(endpoint) } };
      const job = {
        data: {
          ...{ storeKey: "t/s", endpoint: "e", eventId: "0-1-0", type: "customer.updated" },
          ...{ owner: CUSTOMER, failures: 1 },
        },
        updateData: () => Promise.resolve(),
      };
      await deliverWebhook(deps as unknown as WebhookDeps)(job as unknown as Job<WebhookJob>);
      const key = keys.webhookBodies(CUSTOMER.partition, CUSTOMER.slot);
      assert.deepEqual(await redis.hkeys(key), ["other-0-1-0"]);
    });
});

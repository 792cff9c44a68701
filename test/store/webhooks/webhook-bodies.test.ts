import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { WebhookBodies } from "../../../src/store/webhooks/webhook-bodies.ts";
import { withRedis } from "../../support/redis.ts";

const CUSTOMER = { partition: 3, slot: "tenant/default:1", key: "1" };
const DAY_S = 86_400;

describe("the stored bodies of webhooks", () => {
  it("live as long as their attempts, whatever delay a receiver requests", async (t) => {
    const { redis, keys } = withRedis(t);
    const bodies = new WebhookBodies(redis, keys);
    const key = keys.webhookBodies(CUSTOMER.partition, CUSTOMER.slot);
    await bodies.keep(CUSTOMER, "delivery", "body");
    await redis.expire(key, 60);
    assert.equal(await bodies.find(CUSTOMER, "delivery"), "body");
    // A receiver may request a day until the next attempt.
    assert.ok((await redis.ttl(key)) > DAY_S);
  });

  it("are deleted when they are dropped, alone or with their customer", async (t) => {
    const { redis, keys } = withRedis(t);
    const bodies = new WebhookBodies(redis, keys);
    for (const delivery of ["a", "b", "c"]) await bodies.keep(CUSTOMER, delivery, delivery);
    await bodies.drop(CUSTOMER, "a");
    assert.equal(await bodies.find(CUSTOMER, "a"), undefined);
    assert.equal(await bodies.find(CUSTOMER, "b"), "b");
    await bodies.dropAll(CUSTOMER);
    for (const delivery of ["b", "c"]) assert.equal(await bodies.find(CUSTOMER, delivery), undefined);
  });
});

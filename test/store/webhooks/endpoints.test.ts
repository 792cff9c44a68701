import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { type Delivery, Endpoints } from "../../../src/store/webhooks/endpoints.ts";
import { withRedis } from "../../support/redis.ts";

const STORE = "shop/default";
const DELIVERY: Delivery = {
  eventId: "1-1-1",
  type: "customer.created",
  attempt: 1,
  outcome: "delivered",
  status: 200,
  durationMs: 5,
  time: "2026-01-01T00:00:00.000Z",
};

describe("the log of a webhook endpoint", () => {
  it("is deleted with its endpoint, and not written again by a delivery that ends later", async (t) => {
    const { redis, keys } = withRedis(t);
    const endpoints = new Endpoints(redis, keys, new Vault([Buffer.alloc(32, 1)]));
    const { endpoint } = await endpoints.create(STORE, { url: "https://x", events: [] });
    const { id } = endpoint;
    await endpoints.log(STORE, id, [DELIVERY]);
    assert.deepEqual(await endpoints.deliveries(STORE, id, 10), [DELIVERY]);
    assert.equal(await endpoints.delete(STORE, id), true);
    await endpoints.log(STORE, id, [DELIVERY]);
    assert.equal(await redis.exists(keys.deliveries(STORE, id)), 0);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Vault } from "../../../src/store/secrets/vault.ts";
import { type Delivery, Endpoints } from "../../../src/store/webhooks/endpoints.ts";
import { intercepted } from "../../support/connections/intercepted.ts";
import { withRedis } from "../../support/redis.ts";

const KILLED = new Error("killed");
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

  it("expires if a process dies between writing it and looking whether its endpoint was deleted", async (t) => {
    const { redis, keys } = withRedis(t);
    const vault = new Vault([Buffer.alloc(32, 1)]);
    const dying = intercepted(redis, ([key], send) =>
      key === keys.endpoints(STORE) ? Promise.reject(KILLED) : send(),
    );
    await assert.rejects(new Endpoints(dying, keys, vault).log(STORE, "we1", [DELIVERY]), KILLED);
    assert.deepEqual(await new Endpoints(redis, keys, vault).deliveries(STORE, "we1", 10), [DELIVERY]);
    assert.ok((await redis.pttl(keys.deliveries(STORE, "we1"))) > 0);
  });
});

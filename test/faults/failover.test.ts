import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { Tenants } from "../../src/store/tenants.ts";
import { Load } from "../support/load.ts";
import { startProxy } from "../support/proxy.ts";
import { RedisServer } from "../support/redis-server.ts";
import { type Json, send, type Service, startService } from "../support/service.ts";
import { until } from "../support/until.ts";

async function isPrimaryTold({ baseUrl }: Service): Promise<string> {
  const { status, body } = await send(baseUrl, "GET", "/health/ready");
  const check = (body.checks as Json[]).find(({ name }) => name === "primary");
  return `${status} ${String(check?.status)}`;
}

/** Connections of the service to a server. */
async function connectionsTo({ redis }: RedisServer): Promise<string[]> {
  const clients = String(await redis.client("LIST")).match(/name=wishlist-\w+/g) ?? [];
  return [...clients];
}

describe("a failover behind one address", () => {
  it("loses no acknowledged write, and leaves no connection with the former primary", async (t) => {
    const [primary, replica] = await Promise.all([RedisServer.start(t), RedisServer.start(t)]);
    await replica.follow(primary);
    const proxy = await startProxy(t, primary.url);
    const env = { ASK_TIMEOUT_MS: "2000", LEASE_MS: "1000" };
    const service = await startService(t, env, { redisUrl: proxy.url, prefix: primary.prefix });
    const tenants = new Tenants(primary.redis, primary.keys);
    const shop = await service.callerFor(await tenants.create("retailer"));
    // Under one name a variant may be wished again, so that nothing hides a doubled write.
    await tenants.setSettings("retailer", { allowDuplicateVariants: true });
    const load = await Load.start(t, shop);
    await load.untilMoreDone(50);
    await primary.failOver();
    await until("readiness tells the role", async () => (await isPrimaryTold(service)) === "503 DOWN");
    await load.untilAnswered(503);
    proxy.leadTo(replica.url);
    await until("the process is ready", async () => (await isPrimaryTold(service)) === "200 UP");
    const { done } = load;
    await until("writes are acknowledged again", () => load.done > done);
    await load.untilMoreDone(100);
    await until(
      "no connection leads to the former primary",
      async () => (await connectionsTo(primary)).length === 0,
    );
    assert.notDeepEqual(await connectionsTo(replica), []);
    await load.stop();
    await load.assertTruthful();
  });
});

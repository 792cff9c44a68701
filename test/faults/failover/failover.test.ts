import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { Tenants } from "../../../src/store/tenants/tenants.ts";
import { Load } from "../../support/callers/load.ts";
import { cutOffReplica } from "../../support/connections/cut-off.ts";
import { onOneServer } from "../../support/connections/one-server.ts";
import { newCluster } from "../../support/processes.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { startSentinels } from "../../support/servers/sentinels.ts";
import { given, type Json, send, type Service, startService } from "../../support/service.ts";
import { until } from "../../support/until.ts";

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

/**
 * Measures how long writes failed after the address led to the new primary, in milliseconds; docs/benchmarks.md has
 * figures.
 */
const tellAway = (t: TestContext, ledAt: number): void =>
  t.diagnostic(
    `writes were back ${Math.round(performance.now() - ledAt)} ms after the address led to the new primary`,
  );

const ofPrimary = onOneServer(
  "a failover of one primary; test/faults/cluster/failover is about those of a cluster",
);

describe("a failover behind one address", ofPrimary, () => {
  it("loses no acknowledged write, and leaves no connection to the former primary", async (t) => {
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
    await until("readiness reports the role", async () => (await isPrimaryTold(service)) === "503 DOWN");
    await load.untilAnswered(503);
    proxy.leadTo(replica.url);
    const ledAt = performance.now();
    const { done } = load;
    await until("writes are acknowledged again", () => load.done > done);
    tellAway(t, ledAt);
    await until("the process is ready", async () => (await isPrimaryTold(service)) === "200 UP");
    await load.untilMoreDone(40);
    await until(
      "no connection leads to the former primary",
      async () => (await connectionsTo(primary)).length === 0,
    );
    assert.notDeepEqual(await connectionsTo(replica), []);
    await load.stop();
    await load.assertTruthful();
  });

  it("loses no acknowledged write if requests and writes have separate processes", async (t) => {
    const [primary, replica] = await Promise.all([RedisServer.start(t), RedisServer.start(t)]);
    await replica.follow(primary);
    const proxy = await startProxy(t, primary.url);
    const { redis, prefix, keys } = primary;
    const store = { url: proxy.url, redis, prefix, keys };
    const { serve, newShop } = newCluster(t, { env: { LEASE_MS: "5000" }, store });
    const [http] = await Promise.all([serve("http"), serve("worker")]);
    const load = await Load.start(t, await newShop(http));
    await load.untilMoreDone(50);
    await primary.failOver();
    await load.untilAnswered(503);
    proxy.leadTo(replica.url);
    const ledAt = performance.now();
    const { done } = load;
    await until("writes are acknowledged again", () => load.done > done);
    tellAway(t, ledAt);
    await load.untilMoreDone(40);
    await load.stop();
    await load.assertTruthful();
  });
});

describe("a failover by Sentinels", ofPrimary, () => {
  it("neither loses nor duplicates an acknowledged write, and leaves no connection to the former primary", async (test) => {
    const t = newestFirst(test);
    const [primary, replica] = await Promise.all([RedisServer.start(t), RedisServer.start(t)]);
    await replica.follow(primary);
    const sentinels = await startSentinels(t, primary);
    const env = { ASK_TIMEOUT_MS: "2000", LEASE_MS: "5000" };
    const service = await startService(t, env, { redisUrl: sentinels.url, prefix: primary.prefix });
    const tenants = new Tenants(primary.redis, primary.keys);
    const shop = await service.callerFor(await tenants.create("retailer"));
    await tenants.setSettings("retailer", { allowDuplicateVariants: true });
    const load = await Load.start(t, shop);
    await load.untilMoreDone(50);
    const calledAt = performance.now();
    await sentinels.failOver(primary);
    await until(
      "the Sentinels name the new primary",
      async () => (await sentinels.primary()) === replica.url,
    );
    const switchedAt = performance.now();
    const { done } = load;
    await until("writes are acknowledged again", () => load.done > done);
    tellAway(test, switchedAt);
    // The Sentinels said so, and not the former primary, which takes itself for one still.
    assert.match(await primary.redis.info("replication"), /role:master/);
    test.diagnostic(`the failover took ${Math.round(switchedAt - calledAt)} ms`);
    await load.untilMoreDone(40);
    await until("readiness says primary", async () => (await isPrimaryTold(service)) === "200 UP");
    await until(
      "no connection leads to the former primary",
      async () => (await connectionsTo(primary)).length === 0,
    );
    await load.stop();
    await load.assertTruthful();
  });

  it("loses no write that a replica confirmed before the primary was killed", async (test) => {
    const t = newestFirst(test);
    const servers = await Promise.all([RedisServer.start(t), RedisServer.start(t), RedisServer.start(t)]);
    const [first, ...replicas] = servers;
    await Promise.all(replicas.map((replica) => replica.follow(first)));
    const sentinels = await startSentinels(t, first, { replicas: 2, downAfterMs: 5000 });
    const env = { DURABILITY: "replica", ASK_TIMEOUT_MS: "2000", LEASE_MS: "5000" };
    const service = await startService(t, env, { redisUrl: sentinels.url, prefix: first.prefix });
    const tenants = new Tenants(first.redis, first.keys);
    const shop = await service.callerFor(await tenants.create("retailer"));
    await tenants.setSettings("retailer", { allowDuplicateVariants: true });
    const load = await Load.start(t, shop);
    await load.untilMoreDone(50);
    const primaryUrl = await sentinels.primary();
    const primary = given(servers.find(({ url }) => url === primaryUrl));
    // Only the primary gets the writes from now on.
    const others = servers.filter((server) => server !== primary);
    const follow = await Promise.all(others.map(({ redis }) => cutOffReplica(redis)));
    await load.untilAnswered(500);
    const killedAt = performance.now();
    await primary.kill();
    for (const each of follow) await each();
    await until("the Sentinels name a new primary", async () => (await sentinels.primary()) !== primaryUrl);
    const { done } = load;
    await until("writes are acknowledged again", () => load.done > done);
    test.diagnostic(
      `writes were back ${Math.round(performance.now() - killedAt)} ms after the primary was killed`,
    );
    await load.untilMoreDone(40);
    await load.stop();
    await load.assertTruthful();
  });
});

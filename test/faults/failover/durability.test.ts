import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { partitionOfWishlist } from "../../../src/store/ids/ids.ts";
import { hasWaitAof } from "../../../src/store/redis/server-info.ts";
import { Load } from "../../support/callers/load.ts";
import { onOneServer } from "../../support/connections/one-server.ts";
import { metricOf, newCluster } from "../../support/processes.ts";
import { keysWith } from "../../support/redis.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { RedisServer, type Settings } from "../../support/servers/redis-server.ts";
import { given, WS } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const WRITES = 300;
const CALLERS = 10;

/** Writes that wait for a server which syncs its file once a second. */
const SLOW_WRITES = 60;
const EVERY_SECOND: Settings = { appendfsync: "everysec" };

/** Skips a test on a server that does not say what is on its disk. Resolves to whether it does. */
async function needsWaitAof(t: TestContext, { redis }: RedisServer): Promise<boolean> {
  const isThere = hasWaitAof(await redis.info("server"));
  if (!isThere) t.skip("this server has no WAITAOF, which Redis 7.2 or newer and Valkey have");
  return isThere;
}

/** A primary and its replica, with processes that acknowledge what is on both. */
async function startPair(t: TestContext, env: Record<string, string> = {}, settings: Settings = {}) {
  const [primary, replica] = await Promise.all([
    RedisServer.start(t, settings),
    RedisServer.start(t, settings),
  ]);
  const link = await startProxy(t, primary.url);
  await replica.follow(primary, link.url);
  const address = await startProxy(t, primary.url);
  const { redis, prefix, keys } = primary;
  const durable = { DURABILITY: "replica", LEASE_MS: "5000", ...env };
  const cluster = newCluster(t, { env: durable, store: { url: address.url, redis, prefix, keys } });
  const [http, worker] = await Promise.all([cluster.serve("http"), cluster.serve("worker")]);
  const newShop = () => cluster.newShop(http);
  return { primary, replica, link, address, keys, prefix, http, worker, newShop, shop: await newShop() };
}

/** Waits of a process, by their outcome. */
const waits = async (process: { baseUrl: string }, outcome: string) =>
  (await metricOf(process, `wishlist_durability_wait_seconds_count{outcome="${outcome}"}`)) || 0;

/** Waits of a process that were in vain. */
const unconfirmed = (process: { baseUrl: string }) => waits(process, "unconfirmed");

const ofPrimary = onOneServer(
  "one primary and its replica; test/faults/cluster/unconfirmed-writes is about those of a cluster",
);

describe("a write at the level replica", ofPrimary, () => {
  it("is on the replica when it is acknowledged", async (t) => {
    const { replica, keys, shop } = await startPair(t);
    const { id: customerRef } = await shop.newCustomer();
    const lacking: string[] = [];
    const write = async () => {
      for (let i = 0; i < WRITES / CALLERS; i++) {
        const { id } = (await shop.newWishlist({ customerRef })) as { id: string };
        const key = keys.wishlist(given(partitionOfWishlist(id)), id);
        if ((await replica.redis.hexists(key, "j")) !== 1) lacking.push(id);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, write));
    assert.deepEqual(lacking, []);
  });

  it("is not acknowledged, and no process gets its reply, until the replica has it", async (t) => {
    const { primary, link, prefix, http, worker, shop } = await startPair(t, { ASK_TIMEOUT_MS: "60000" });
    const { id: customerRef } = await shop.newCustomer();
    link.freeze();
    const answers: number[] = [];
    const written = shop.post(`${WS}/wishlists`, { customerRef, name: "list" });
    void written.then(({ status }) => answers.push(status));
    const heldIn = async () =>
      (await keysWith(primary.redis, prefix)).filter((key) => key.includes(":held:"));
    await until("the write is in the store", async () => (await heldIn()).length === 1);
    await until("the replica was waited for in vain", async () => (await unconfirmed(worker)) >= 3);
    assert.equal(answers.length, 0);
    const replies = (await keysWith(primary.redis, prefix)).filter((key) => key.includes(":replies:"));
    for (const key of replies) assert.equal(await primary.redis.xlen(key), 0);
    assert.equal(await primary.redis.hlen(given((await heldIn())[0])), 1);
    // Writes without a command are not acknowledged either.
    const changed = shop.put(`${WS}/settings`, { allowDuplicateVariants: false });
    void changed.then(({ status }) => answers.push(status));
    const before = await unconfirmed(http);
    await until("the settings wait too", async () => (await unconfirmed(http)) > before + 1);
    assert.equal(answers.length, 0);
    // The replica connects again.
    link.drop();
    assert.equal((await written).status, 201);
    assert.equal((await changed).status, 200);
    assert.deepEqual(await heldIn(), []);
  });

  it("has an unknown outcome if the replica does not come back in time", async (t) => {
    const origin = "https://shop.example";
    const { link, shop, newShop } = await startPair(t, { ASK_TIMEOUT_MS: "500", CORS_ORIGINS: origin });
    const { id: customerRef } = await shop.newCustomer();
    const { id: removed } = (await shop.newItem((await shop.newWishlist()).id)) as { id: string };
    assert.equal((await shop.delete(`${WS}/wishlist/items/${removed}`)).status, 204);
    link.freeze();
    // Also of a refusal, and where it is repeated: it goes by what may be lost. It is the first, so nothing is before
    // it.
    const again = { headers: { "Idempotency-Key": "again" } };
    for (let time = 0; time < 2; time++) {
      const { status, body } = await shop.delete(`${WS}/wishlist/items/${removed}`, again);
      assert.equal(`${status} ${String(body.code)}`, "500 OutcomeUnknown");
    }
    const written = await shop.post(`${WS}/wishlists`, { customerRef, name: "list" });
    assert.equal(`${written.status} ${String(written.body.code)}`, "500 OutcomeUnknown");
    // Nor is the answer that is kept of it, which the retry only reads.
    const keyed = { headers: { "Idempotency-Key": "once" } };
    for (let time = 0; time < 2; time++) {
      const retried = await shop.post(`${WS}/wishlists`, { customerRef, name: "other" }, keyed);
      assert.ok(retried.status >= 400, retried.text);
    }
    const fromPage = { headers: { Origin: origin } };
    const changed = await shop.put(`${WS}/settings`, { allowDuplicateVariants: false }, fromPage);
    assert.equal(`${changed.status} ${String(changed.body.code)}`, "500 OutcomeUnknown");
    assert.equal(changed.headers.etag, undefined);
    // The page of a shop can read it.
    assert.equal(changed.headers["access-control-allow-origin"], origin);
    // A token writes nothing.
    await newShop();
  });

  it("survives the loss of the primary and the promotion of the replica", async (t) => {
    const { primary, replica, link, address, shop } = await startPair(t, { ASK_TIMEOUT_MS: "2000" });
    const load = await Load.start(t, shop);
    await load.untilMoreDone(WRITES);
    // Only the primary gets the writes from now on.
    link.freeze();
    await load.untilAnswered(500);
    await primary.kill();
    await replica.redis.replicaof("NO", "ONE");
    address.leadTo(replica.url);
    await primary.launch();
    await primary.follow(replica);
    await load.untilMoreDone(WRITES);
    await load.stop();
    await load.assertTruthful();
  });
});

describe("a write at the level disk", ofPrimary, () => {
  /** A server that syncs its file once a second, with processes that acknowledge what is on its disk. */
  async function startOne(t: TestContext, env: Record<string, string> = {}) {
    const server = await RedisServer.start(t, EVERY_SECOND);
    if (!(await needsWaitAof(t, server))) return undefined;
    const durable = { DURABILITY: "disk", LEASE_MS: "5000", ...env };
    const cluster = newCluster(t, { env: durable, store: server });
    const [http, worker] = await Promise.all([cluster.serve("http"), cluster.serve("worker")]);
    return { server, worker, shop: await cluster.newShop(http) };
  }

  it("is acknowledged after it is on disk, and survives a server that is killed and loses all other data", async (t) => {
    const started = await startOne(t, { ASK_TIMEOUT_MS: "5000" });
    if (!started) return;
    const { server, worker, shop } = started;
    const load = await Load.start(t, shop);
    await load.untilMoreDone(SLOW_WRITES);
    await server.loseUnsynced(300);
    await server.launch();
    await load.untilMoreDone(SLOW_WRITES);
    await load.stop();
    await load.assertTruthful();
    assert.ok((await waits(worker, "confirmed")) > 0);
  });

  it("is not acknowledged while the server keeps no file", async (t) => {
    const started = await startOne(t, { ASK_TIMEOUT_MS: "3000" });
    if (!started) return;
    const { server, shop } = started;
    const { id: customerRef } = await shop.newCustomer();
    const write = () => shop.post(`${WS}/wishlists`, { customerRef, name: "list" });
    await server.redis.config("SET", "appendonly", "no");
    const { status, body } = await write();
    assert.equal(`${status} ${String(body.code)}`, "500 OutcomeUnknown");
    await server.redis.config("SET", "appendonly", "yes");
    await until("writes are acknowledged again", async () => (await write()).status === 201);
  });
});

describe("a write at the level replica-disk", ofPrimary, () => {
  it("survives the loss of both servers and the promotion of the replica from its disk", async (t) => {
    const env = { DURABILITY: "replica-disk", ASK_TIMEOUT_MS: "20000" };
    if (!(await needsWaitAof(t, await RedisServer.start(t)))) return;
    const { primary, replica, address, shop } = await startPair(t, env, EVERY_SECOND);
    const load = await Load.start(t, shop);
    await load.untilMoreDone(SLOW_WRITES);
    await Promise.all([primary.kill(), replica.kill()]);
    await replica.launch();
    address.leadTo(replica.url);
    await primary.launch();
    await primary.follow(replica);
    await load.untilMoreDone(SLOW_WRITES);
    await load.stop();
    await load.assertTruthful();
  });

  it("is not acknowledged while the replica keeps no file", async (t) => {
    const env = { DURABILITY: "replica-disk", ASK_TIMEOUT_MS: "6000" };
    if (!(await needsWaitAof(t, await RedisServer.start(t)))) return;
    const { replica, shop } = await startPair(t, env, EVERY_SECOND);
    const { id: customerRef } = await shop.newCustomer();
    const write = () => shop.post(`${WS}/wishlists`, { customerRef, name: "list" });
    await until("a write is acknowledged", async () => (await write()).status === 201);
    await replica.redis.config("SET", "appendonly", "no");
    const { status, body } = await write();
    assert.equal(`${status} ${String(body.code)}`, "500 OutcomeUnknown");
    await replica.redis.config("SET", "appendonly", "yes");
    await until("writes are acknowledged again", async () => (await write()).status === 201);
  });
});

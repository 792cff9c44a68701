import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { partitionOfWishlist } from "../../src/store/ids.ts";
import { Load } from "../support/load.ts";
import { newCluster } from "../support/processes.ts";
import { startProxy } from "../support/proxy.ts";
import { keysWith } from "../support/redis.ts";
import { RedisServer } from "../support/redis-server.ts";
import { given, send, WS } from "../support/service.ts";
import { until } from "../support/until.ts";

const WRITES = 300;
const CALLERS = 10;

/** A primary and its replica, with processes that acknowledge what is on both. */
async function startPair(t: TestContext, env: Record<string, string> = {}) {
  const [primary, replica] = await Promise.all([RedisServer.start(t), RedisServer.start(t)]);
  const link = await startProxy(t, primary.url);
  await replica.follow(primary, link.url);
  const address = await startProxy(t, primary.url);
  const { redis, prefix, keys } = primary;
  const durable = { DURABILITY: "replica", LEASE_MS: "5000", ...env };
  const cluster = newCluster(t, { env: durable, store: { url: address.url, redis, prefix, keys } });
  const [http, worker] = await Promise.all([cluster.serve("http"), cluster.serve("worker")]);
  return { primary, replica, link, address, keys, prefix, http, worker, shop: await cluster.newShop(http) };
}

/** Waits of a process that were in vain. */
async function unconfirmed({ baseUrl }: { baseUrl: string }): Promise<number> {
  const { text } = await send(baseUrl, "GET", "/metrics");
  return Number(
    /^wishlist_durability_wait_seconds_count\{outcome="unconfirmed"\} (\d+)/m.exec(text)?.[1] ?? 0,
  );
}

describe("a write at the level replica", () => {
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

  it("is not acknowledged, and no process learns its reply, until the replica has it", async (t) => {
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
    // What no command does is not acknowledged either.
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

  it("has an unknown outcome where the replica does not come back in time", async (t) => {
    const { link, shop } = await startPair(t, { ASK_TIMEOUT_MS: "500" });
    const { id: customerRef } = await shop.newCustomer();
    link.freeze();
    const written = await shop.post(`${WS}/wishlists`, { customerRef, name: "list" });
    assert.equal(`${written.status} ${String(written.body.code)}`, "500 OutcomeUnknown");
    // Nor is the answer that is kept of it, which the retry only reads.
    const keyed = { headers: { "Idempotency-Key": "once" } };
    for (let time = 0; time < 2; time++) {
      const retried = await shop.post(`${WS}/wishlists`, { customerRef, name: "other" }, keyed);
      assert.ok(retried.status >= 400, retried.text);
    }
    const changed = await shop.put(`${WS}/settings`, { allowDuplicateVariants: false });
    assert.equal(`${changed.status} ${String(changed.body.code)}`, "500 OutcomeUnknown");
    assert.equal(changed.headers.etag, undefined);
  });

  it("is there after the primary was killed and the replica promoted", async (t) => {
    const { primary, replica, link, address, shop } = await startPair(t, { ASK_TIMEOUT_MS: "2000" });
    const load = await Load.start(t, shop);
    await load.untilMoreDone(WRITES);
    // What comes from now on is on the primary alone.
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

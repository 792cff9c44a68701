import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { partitionOfWishlist } from "../../src/store/ids.ts";
import { Keys } from "../../src/store/keys.ts";
import { mastersOf } from "../../src/store/redis/cluster/cluster-connection.ts";
import { openStore } from "../../src/store/redis/connect.ts";
import { slotOfKey } from "../../src/store/hash-slot.ts";
import { Load } from "../support/load.ts";
import { newCluster, PARTITIONS } from "../support/processes.ts";
import { addressOf, newPrefix, redisUrl } from "../support/redis.ts";
import { RedisCluster } from "../support/redis-cluster.ts";
import { given } from "../support/service.ts";
import { until } from "../support/until.ts";

async function startStore(t: TestContext) {
  const cluster = await RedisCluster.start();
  const redis = openStore(addressOf(cluster.url), {});
  redis.on("error", () => undefined);
  t.after(async () => {
    redis.disconnect();
    await cluster.stop();
  });
  const prefix = newPrefix();
  return { cluster, redis, url: cluster.url, prefix, keys: new Keys(prefix, PARTITIONS) };
}

describe("a Redis Cluster", () => {
  it("whose master is killed in the middle of a load has each acknowledged write once", async (t) => {
    const store = await startStore(t);
    const JOBS_REDIS_URL = process.env["TEST_JOBS_REDIS_URL"] ?? redisUrl();
    const env = { JOBS_REDIS_URL, ASK_TIMEOUT_MS: "2000", LEASE_MS: "2000" };
    const { start, newShop } = newCluster(t, { env, store });
    const [http] = await Promise.all([start("http"), start("worker")]);
    const load = await Load.start(t, await newShop(http));
    await load.untilMoreDone(100);
    const { text } = given(load.sent.find(({ status }) => status === 201));
    const partition = given(partitionOfWishlist((JSON.parse(text) as { id: string }).id));
    const killedAt = performance.now();
    await store.cluster.killMasterOf(store.keys.owner(partition));
    const { done } = load;
    await until("writes are acknowledged again", () => load.done > done);
    t.diagnostic(
      `writes were back ${Math.round(performance.now() - killedAt)} ms after the master was killed`,
    );
    await load.untilMoreDone(100);
    await load.stop();
    await load.assertTruthful();
  });

  it("acknowledges only what survives masters that crash, with DURABILITY=replica", async (t) => {
    const store = await startStore(t);
    const JOBS_REDIS_URL = process.env["TEST_JOBS_REDIS_URL"] ?? redisUrl();
    const env = { JOBS_REDIS_URL, DURABILITY: "replica", ASK_TIMEOUT_MS: "2000", LEASE_MS: "2000" };
    const { serve, newShop } = newCluster(t, { env, store });
    const [http] = await Promise.all([serve("http"), serve("worker")]);
    const load = await Load.start(t, await newShop(http));
    for (const number of [0, 1]) {
      await load.untilMoreDone(100);
      await store.cluster.crashMaster(number);
    }
    await load.untilMoreDone(100);
    await load.stop();
    await load.assertTruthful();
  });

  it("is followed when slots move to another master", async (t) => {
    const { cluster, redis } = await startStore(t);
    await redis.set("{slot}one", "1");
    const slot = slotOfKey("{slot}one").toString();
    const masters = await cluster.masters();
    const owners = await Promise.all(
      masters.map(({ redis: master }) =>
        master.exists("{slot}one").then(
          () => true,
          () => false,
        ),
      ),
    );
    const [from, to] = [given(masters[owners.indexOf(true)]), given(masters[owners.indexOf(false)])];
    const ids = await Promise.all([from, to].map(({ redis: master }) => master.call("CLUSTER", "MYID")));
    const setSlot = (node: typeof to, state: string, id: unknown) =>
      node.redis.call("CLUSTER", "SETSLOT", slot, state, String(id));
    await setSlot(to, "IMPORTING", ids[0]);
    await setSlot(from, "MIGRATING", ids[1]);
    // Not there yet: the new master is asked, this time only.
    assert.equal(await redis.incr("{slot}two"), 1);
    assert.equal(await redis.get("{slot}one"), "1");
    assert.deepEqual(await redis.multi().incr("{slot}two").get("{slot}two").exec(), [
      [null, 2],
      [null, "2"],
    ]);
    await from.redis.migrate("127.0.0.1", to.port, "{slot}one", 0, 1000);
    for (const node of [to, from]) await setSlot(node, "NODE", ids[1]);
    assert.deepEqual(await redis.mget("{slot}one", "{slot}two"), ["1", "2"]);
    assert.deepEqual(await redis.multi().incr("{slot}one").incr("{slot}two").exec(), [
      [null, 2],
      [null, 3],
    ]);
    assert.equal(mastersOf(redis).length, 3);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { withQueue } from "../../support/jobs/queue.ts";
import { newCluster } from "../../support/processes.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { alertsOf, newProduct, setStock, wishFor } from "../../support/shop.ts";
import { until } from "../../support/until.ts";

const CANNOT = "cannot add jobs for the open work of a store; trying again";
/** How long the wave pauses, in seconds: longer than until the queues are emptied. */
const PAUSE_S = 10;

describe("a process that ends before it could find all work whose jobs are lost", () => {
  it("leaves that work to the next process", async (t) => {
    const jobsRedis = await RedisServer.start(t);
    const { serve, start, newShop, redis, keys } = newCluster(t, { env: { JOBS_REDIS_URL: jobsRedis.url } });
    const [http, first] = await Promise.all([serve("http,worker"), start("jobs")]);
    const store = { redis, keys, jobsRedis: jobsRedis.redis };
    const shop = await newShop(http);
    await shop.put(`${WS}/settings`, { alerts: { holdSeconds: 0, waveMultiple: 1, waveSeconds: PAUSE_S } });
    const product = await newProduct(shop, { available: 0 });
    const wishes = [
      await wishFor(shop, product, { notifyMe: true }),
      await wishFor(shop, product, { notifyMe: true }),
    ];
    await settled(store);
    const counts = () =>
      Promise.all(wishes.map(async ({ customer }) => (await alertsOf(shop, customer)).length));
    const waves = keys.waves(`${shop.tenantId}/default`);
    await setStock(shop, product.variantRef, 1);
    await until("the wave pauses", async () => (await redis.exists(waves)) === 1);
    assert.deepEqual(await counts(), [1, 0]);

    // A value of another type: what is under way cannot be read.
    await redis.rename(waves, `${waves}:kept`);
    await redis.set(waves, "unreadable");
    await jobsRedis.redis.flushall();
    await until("it cannot be read", () => first.says(CANNOT).length > 0);
    await until("the schedules are there again", () =>
      withQueue(
        { redis: jobsRedis.redis, keys },
        "maintenance",
        async (queue) => (await queue.getJobSchedulers()).length > 1,
      ),
    );
    first.program.signal("SIGTERM");
    await first.program.end();
    await redis.rename(`${waves}:kept`, waves);
    await start("jobs");
    await until("the wave goes on", async () => (await counts())[1] === 1);
    await settled(store);
    assert.deepEqual(await counts(), [1, 1]);
  });
});

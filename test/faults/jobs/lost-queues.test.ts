import assert from "node:assert/strict";
import { before, describe, it } from "node:test";
import type { Redis } from "ioredis";
import { pino } from "pino";
import { memoryOf } from "../../../src/store/redis/server/memory.ts";
import { ended, lines, NDJSON, upload } from "../../support/data/feeds.ts";
import { withQueue } from "../../support/jobs/queue.ts";
import { startHangingReceiver } from "../../support/receiver.ts";
import { atEnd, withRedis } from "../../support/redis.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { type Caller, send, type Service, startService, unique, WS } from "../../support/service.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

const ENDPOINTS = `${WS}/webhook-endpoints`;
const EVENTS = 300;
/** More than a request resets itself. */
const WISHES = 150;
const FLAGS = "/services/wsservice/api/wishlist/items";

const suite = atEnd();
let service: Service;
let queues: Redis;
let shop: Caller;

before(async () => {
  const server = await RedisServer.start(suite);
  queues = server.redis;
  service = await startService(suite, { JOBS_REDIS_URL: server.url, ALLOW_PRIVATE_TARGETS: "true" });
  shop = await service.newCaller();
});

/** The Redis of the queues comes back without its data. */
const loseQueues = () => queues.flushall();

describe("a Redis of the queues that is nearly full", () => {
  it("is shown by the metric of the memory", async (t) => {
    t.after(() => queues.config("SET", "maxmemory", 0));
    const isNearLimit = async () => {
      const { text } = await send(service.baseUrl, "GET", "/metrics");
      return /^wishlist_store_memory_near_limit 1$/m.test(text);
    };
    assert.equal(await isNearLimit(), false);
    await until("the metric shows it", async () => {
      // The server may need less memory than a moment before.
      const { used } = memoryOf(await queues.info("memory"));
      await queues.config("SET", "maxmemory", Math.round(used * 1.1));
      return isNearLimit();
    });
  });
});

describe("a Redis of the queues that has lost its data before the start", () => {
  it("is in the log, but not if the data is new", async (t) => {
    const server = await RedisServer.start(t);
    const { prefix } = withRedis(t);
    const lost: string[] = [];
    const write = (line: string) =>
      void (line.includes("the queues have lost their jobs") && lost.push(line));
    const start = () =>
      startService(t, { JOBS_REDIS_URL: server.url }, { prefix, log: pino({ level: "warn" }, { write }) });
    for (let i = 0; i < 2; i++) await (await start()).stop();
    assert.deepEqual(lost, []);
    await server.redis.flushall();
    await (await start()).stop();
    assert.equal(lost.length, 1);
  });
});

describe("a Redis of the queues that loses its data", () => {
  it("does not stop a running feed, whose rows are all applied and counted once", async () => {
    const rows = Array.from({ length: EVENTS }, () => ({ id: unique("c") }));
    await withQueue({ redis: queues, keys: service.keys }, "feeds", (queue) => queue.pause());
    const sent = await upload(shop, "customers", NDJSON, lines(rows));
    assert.equal(sent.status, 202, sent.text);
    await loseQueues();
    const { status, counts } = await ended(shop, sent.body.id);
    assert.equal(status, "finished");
    assert.deepEqual(counts, { read: EVENTS, applied: { created: EVENTS }, rejected: 0 });
  });

  it("does not stop a running replay, which sends each event", async () => {
    await settled(service);
    const { url, received, answer } = await startHangingReceiver(suite, 1);
    const created = await shop.post(ENDPOINTS, { url, events: ["customer.created"] });
    const { id } = created.body;
    const since = new Date(0).toISOString();
    assert.equal((await shop.post(`${ENDPOINTS}/${id}/replay`, { since })).status, 202);
    await until("a batch hangs", () => received.length > 1);
    await loseQueues();
    answer();
    const replay = async () => (await shop.get(`${ENDPOINTS}/${id}`)).body.replay;
    await until("the replay is over", async () => (await replay()).status !== "running");
    const { status, sent } = await replay();
    assert.deepEqual([status, sent], ["completed", EVENTS]);
    assert.equal(new Set(received).size, EVENTS);
  });

  it("does not stop a running reset of flags", async () => {
    const product = { productRef: unique("p"), selectedVariantRef: unique("v") };
    const { id: customerRef } = await shop.newCustomer();
    const wish = async () => {
      const { id } = await shop.newWishlist({ customerRef });
      await shop.newItem(id, { product, notifyMe: true });
    };
    await Promise.all(Array.from({ length: WISHES }, wish));
    await settled(service);
    const named = { productRef: product.productRef, variantRef: product.selectedVariantRef };
    const query = new URLSearchParams({ ...named, notifyMe: "true" }).toString();
    await withQueue({ redis: queues, keys: service.keys }, "feeds", (queue) => queue.pause());
    const asked = await shop.put(`${FLAGS}/resetFlag?${query}`, {});
    assert.equal(asked.status, 202, asked.text);
    await loseQueues();
    const reset = async () => (await shop.get(`${FLAGS}/resetFlag/${asked.body.id}`)).body;
    await until("the reset is over", async () => (await reset()).status === "finished");
    assert.equal((await reset()).count, WISHES);
  });

  it("loses no schedule, because regular work is scheduled again", async () => {
    await loseQueues();
    const names = () =>
      withQueue({ redis: queues, keys: service.keys }, "maintenance", async (queue) =>
        (await queue.getJobSchedulers()).map(({ key }) => key).sort(),
      );
    await until("the schedules", async () => (await names()).length > 2);
    assert.deepEqual(await names(), ["limit-changes", "recount-stored", "sweep-references"]);
  });
});

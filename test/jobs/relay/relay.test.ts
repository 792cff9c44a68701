import assert from "node:assert/strict";
import { once } from "node:events";
import { describe, it } from "node:test";
import { pino } from "pino";
import { Jobs } from "../../../src/jobs/queue/jobs.ts";
import { Relay } from "../../../src/jobs/relay/relay.ts";
import type { RelayedEvent, RelaySession, RelayTarget } from "../../../src/jobs/relay/target.ts";
import { streamReader } from "../../../src/store/partition/stream-reader.ts";
import { openStore } from "../../../src/store/redis/connection/connect.ts";
import { ready } from "../../../src/store/redis/connection/ready.ts";
import { closeOnReplacement, historyOf } from "../../../src/store/redis/server/history.ts";
import { addressOf, openRedis, redisUrl, withRedis } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { RedisServer } from "../../support/servers/redis-server.ts";
import { soon, until } from "../../support/until.ts";

const EVENT = `{"type":"customer.created"}`;

describe("Relay.stop", () => {
  it("ends while the queues' Redis is away, and leaves unfinished events to another process", async (test) => {
    const t = newestFirst(test);
    const { redis, keys } = withRedis(t);
    const log = pino({ level: "silent" });
    const proxy = await startProxy(t, redisUrl());
    const jobs = Jobs.open(["catalogue"], {
      now: Date.now,
      address: addressOf(proxy.url),
      keys,
      lockMs: 1000,
      onJob: () => undefined,
      log,
    });
    t.after(() => jobs.stop());
    const start = async (deliver: RelayTarget["deliver"]) => {
      const reader = streamReader(openRedis(t));
      t.after(() => reader.close());
      const targets = [{ name: "queues", history: () => Promise.resolve("one"), deliver, repeat: deliver }];
      const open = () => Promise.resolve({ targets, isOneServer: true, close: () => undefined });
      const relay = new Relay({ redis, reader, keys, partitions: 1, log, open });
      t.after(() => relay.stop(50));
      await relay.start();
      return relay;
    };
    await jobs.add("catalogue", [{ name: "first", data: {} }]);
    proxy.cut();

    let isInHand = false;
    const relay = await start(async (events) => {
      isInHand = true;
      await jobs.add(
        "catalogue",
        events.map(({ id }) => ({ name: "event", data: { id } })),
      );
    });
    const id = (await redis.xadd(keys.outbox(0), "*", "e", EVENT)) ?? "";
    await until("the delivery of the event has begun", () => isInHand);
    await soon("the stop", relay.stop(50));

    const relayed: string[] = [];
    await start((events) => Promise.resolve(void relayed.push(...events.map((event) => event.id))));
    await until("another process relays it", () => relayed.length > 0);
    assert.deepEqual(relayed, [id]);
  });

  it("leaves the remaining partitions to another process if it cuts off a delivery", async (test) => {
    const t = newestFirst(test);
    const { redis, keys } = withRedis(t);
    const reader = streamReader(openRedis(t));
    let deliveries = 0;
    const open = () => {
      const closing = new AbortController();
      const deliver = async () => {
        if (++deliveries === 1) throw new Error("cannot be delivered");
        if (!closing.signal.aborted) await once(closing.signal, "abort");
        throw new Error("closed");
      };
      const targets = [{ name: "queues", history: () => Promise.resolve("one"), deliver, repeat: deliver }];
      return Promise.resolve({ targets, isOneServer: true, close: () => closing.abort() });
    };
    for (const partition of [0, 1]) await redis.xadd(keys.outbox(partition), "5-1", "e", EVENT);
    const log = pino({ level: "silent" });
    const relay = new Relay({ redis, reader, keys, partitions: 2, log, open });
    t.after(() => relay.stop(50));
    await relay.start();
    await until("the delivery of the first of two partitions has begun", () => deliveries === 2);
    await soon("the stop", relay.stop(50));
    for (const partition of [0, 1]) {
      assert.equal(await redis.hget(keys.lease(partition), "relayed"), "0-0");
      assert.equal(await redis.xlen(keys.outbox(partition)), 1);
    }
  });
});

describe("Relay", () => {
  it("continues with the other partitions if an event cannot be delivered, and with its own once it can", async (test) => {
    const t = newestFirst(test);
    const { redis, keys } = withRedis(t);
    const reader = streamReader(openRedis(t));
    t.after(() => reader.close());
    const relayed: string[] = [];
    let isMended = false;
    const deliver = async (events: readonly RelayedEvent[]) => {
      if (!isMended && events.some(({ partition }) => partition === 1))
        throw new Error("cannot be delivered");
      relayed.push(...events.map(({ partition, id }) => `${partition}-${id}`));
      return Promise.resolve();
    };
    const targets = [{ name: "queues", history: () => Promise.resolve("one"), deliver, repeat: deliver }];
    const open = () => Promise.resolve({ targets, isOneServer: true, close: () => undefined });
    const relay = new Relay({ redis, reader, keys, partitions: 3, log: pino({ level: "silent" }), open });
    t.after(() => relay.stop(50));
    const add = async (partition: number) =>
      `${partition}-${(await redis.xadd(keys.outbox(partition), "*", "e", EVENT)) ?? ""}`;
    const first = [await add(0), await add(1), await add(2)];
    await relay.start();
    await until("the others", () => relayed.length === 2);
    const second = [await add(2), await add(1)];
    await until("a later event is relayed", () => relayed.length === 3);
    assert.deepEqual(new Set(relayed), new Set([first[0], first[2], second[0]]));
    isMended = true;
    await until("all", () => relayed.length === 5);
    assert.deepEqual(relayed.slice(3), [first[1], second[1]]);
  });

  it("relays the many events of one partition in few deliveries, in order, together with those of others", async (test) => {
    const t = newestFirst(test);
    const { redis, keys } = withRedis(t);
    const reader = streamReader(openRedis(t));
    const added: string[] = [];
    for (let i = 1; i <= 1200; i++)
      added.push((await redis.xadd(keys.outbox(1), `5-${i}`, "e", EVENT)) ?? "");
    for (const partition of [0, 2]) await redis.xadd(keys.outbox(partition), "5-1", "e", EVENT);
    const deliveries: (readonly RelayedEvent[])[] = [];
    const deliver = (events: readonly RelayedEvent[]) => Promise.resolve(void deliveries.push(events));
    const targets = [{ name: "queues", history: () => Promise.resolve("one"), deliver, repeat: deliver }];
    const open = () => Promise.resolve({ targets, isOneServer: true, close: () => undefined });
    const relay = new Relay({ redis, reader, keys, partitions: 3, log: pino({ level: "silent" }), open });
    t.after(() => relay.stop(50));
    await relay.start();
    await until("all are relayed", () => deliveries.flat().length === added.length + 2);
    const ids = deliveries.flat().flatMap(({ partition, id }) => (partition === 1 ? [id] : []));
    assert.deepEqual(ids, added);
    assert.deepEqual(new Set(deliveries[0]?.map(({ partition }) => partition)), new Set([0, 1, 2]));
    assert.ok(deliveries.length <= 3, `${deliveries.length} deliveries`);
  });

  it("keeps its session while an event cannot be delivered, and drops what it has relayed to others meanwhile", async (test) => {
    const t = newestFirst(test);
    const { redis, keys } = withRedis(t);
    const reader = streamReader(openRedis(t));
    const deliver = (events: readonly RelayedEvent[]) =>
      events.some(({ partition }) => partition === 1)
        ? Promise.reject(new Error("cannot be delivered"))
        : Promise.resolve();
    const targets = [{ name: "queues", history: () => Promise.resolve("one"), deliver, repeat: deliver }];
    let sessions = 0;
    const open = () => {
      sessions++;
      return Promise.resolve({ targets, isOneServer: false, close: () => undefined });
    };
    const log = pino({ level: "silent" });
    for (const partition of [0, 1]) await redis.xadd(keys.outbox(partition), "5-1", "e", EVENT);
    const relay = new Relay({ redis, reader, keys, partitions: 2, checkMs: 0, retryMs: 1, log, open });
    t.after(() => relay.stop(50));
    await relay.start();
    await until("relayed events are dropped", async () => (await redis.xlen(keys.outbox(0))) === 0);
    assert.equal(sessions, 1);
    assert.equal(await redis.xlen(keys.outbox(1)), 1);
  });

  it("begins a new session if a server of a target is away, even if one server has all data", async (test) => {
    const t = newestFirst(test);
    const { redis, keys } = withRedis(t);
    const reader = streamReader(openRedis(t));
    let sessions = 0;
    const open = () => {
      const isAway = ++sessions === 1;
      const answer = () => (isAway ? Promise.reject(new Error("closed")) : Promise.resolve());
      const history = () => answer().then(() => "one");
      const targets = [{ name: "queues", history, deliver: answer, repeat: answer }];
      return Promise.resolve({ targets, isOneServer: true, close: () => undefined });
    };
    const log = pino({ level: "silent" });
    await redis.xadd(keys.outbox(0), "5-1", "e", EVENT);
    const relay = new Relay({ redis, reader, keys, partitions: 1, retryMs: 1, log, open });
    t.after(() => relay.stop(50));
    await relay.start();
    await until("it is relayed", async () => (await redis.xlen(keys.outbox(0))) === 0);
    assert.equal(sessions, 2);
  });

  it("repeats events in order to a target that has restarted without its data", async (test) => {
    const t = newestFirst(test);
    const { redis, keys } = withRedis(t);
    const server = await RedisServer.start(t, { appendonly: "no" });
    const reader = streamReader(openRedis(t));
    const open = async (signal: AbortSignal): Promise<RelaySession> => {
      const target = openStore(addressOf(server.url), { enableOfflineQueue: false, maxRetriesPerRequest: 0 });
      target.on("error", () => undefined);
      await ready(target, signal);
      closeOnReplacement(target);
      const note = (list: string) => async (events: readonly RelayedEvent[]) => {
        await target.rpush(list, ...events.map(({ id }) => id));
      };
      return {
        targets: [
          { name: "indexes", history: () => historyOf(target), deliver: note("new"), repeat: note("again") },
          {
            name: "queues",
            history: () => Promise.resolve("one"),
            deliver: note("jobs"),
            repeat: note("jobs"),
          },
        ],
        isOneServer: false,
        close: () => target.disconnect(),
      };
    };
    const log = pino({ level: "silent" });
    const relay = new Relay({ redis, reader, keys, partitions: 1, log, open });
    t.after(() => relay.stop(50));
    await relay.start();
    for (const id of ["5-1", "5-2"]) await redis.xadd(keys.outbox(0), id, "e", EVENT);
    const listed = (list: string) => server.redis.lrange(list, 0, -1);
    await until("both are relayed", async () => (await redis.hget(keys.lease(0), "relayed")) === "5-2");
    assert.deepEqual(await listed("new"), ["5-1", "5-2"]);

    await server.kill();
    await server.launch();
    await redis.xadd(keys.outbox(0), "6-1", "e", EVENT);
    await until("the third is relayed", async () => (await redis.hget(keys.lease(0), "relayed")) === "6-1");
    assert.deepEqual(await listed("again"), ["5-1", "5-2"]);
    assert.deepEqual(await listed("new"), ["6-1"]);
    // The other target has lost nothing.
    assert.deepEqual(await listed("jobs"), ["6-1"]);
  });
});

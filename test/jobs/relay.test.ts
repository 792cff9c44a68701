import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pino } from "pino";
import { Relay, type RelayedEvent } from "../../src/jobs/relay/relay.ts";
import { Jobs } from "../../src/jobs/queue/workers.ts";
import { streamReader } from "../../src/store/partition/stream-reader.ts";
import { newestFirst } from "../support/newest-first.ts";
import { startProxy } from "../support/proxy.ts";
import { addressOf, redisUrl, withRedis } from "../support/redis.ts";
import { soon, until } from "../support/until.ts";

describe("Relay.stop", () => {
  it("ends while the queues' store is away, and leaves what was in hand to another", async (test) => {
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
    const start = async (deliver: (events: RelayedEvent[]) => Promise<void>) => {
      const reader = streamReader(redis.duplicate());
      t.after(() => reader.close());
      const relay = new Relay({ redis, reader, keys, partitions: 1, log }, deliver);
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
    const id = (await redis.xadd(keys.outbox(0), "*", "e", `{"type":"customer.created"}`)) ?? "";
    await until("the event is in hand", () => isInHand);
    await soon("the stop", relay.stop(50));

    const relayed: string[] = [];
    await start((events) => Promise.resolve(void relayed.push(...events.map((event) => event.id))));
    await until("another relays it", () => relayed.length > 0);
    assert.deepEqual(relayed, [id]);
  });
});

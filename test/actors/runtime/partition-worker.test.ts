import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HANDLERS } from "../../../src/actors/handlers.ts";
import { encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import { DeadLetters } from "../../../src/store/partition/dead-letters.ts";
import type { StateKey } from "../../../src/store/partition/state/state-keys.ts";
import { newCustomer, PARTITIONS, withActors } from "../../support/actors.ts";
import { redisUrl } from "../../support/redis.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { given } from "../../support/service.ts";
import { soon, until } from "../../support/until.ts";

const everyPartition = Array.from({ length: PARTITIONS }, (_, partition) => partition);
const payloadOf = (command: ReturnType<typeof newCustomer>, instance = "http") =>
  encodeCommand({ instance, requestId: "", command });

type Actors = Awaited<ReturnType<typeof withActors>>;

/** All partitions are served, and by these workers alone. */
const areServedBy =
  ({ workers }: Actors, ...ids: string[]) =>
  async () =>
    [...new Set(await workers())].sort().join() === [...ids].sort().join();

describe("a partition worker", () => {
  it("serves all partitions when it is alone, also what waited before it came", async (t) => {
    const actors = await withActors(t);
    const { dispatcher } = await actors.startDispatcher();
    const asked = everyPartition.map((partition) => dispatcher.send({ partition }, newCustomer()));
    await until("the commands", async () => (await actors.waiting()) === PARTITIONS);
    const { id, seen } = await actors.startHost();
    for (const { ok } of await Promise.all(asked)) assert.ok(ok);
    assert.ok(await areServedBy(actors, id)());
    assert.equal(seen.served, PARTITIONS);
    assert.equal(await actors.waiting(), 0);
  });

  it("shows a command the wishlists that those before it have made, also of those that come together", async (t) => {
    const actors = await withActors(t);
    const { dispatcher } = await actors.startDispatcher();
    const customer = newCustomer();
    const { storeKey, slot, key, ref = "" } = customer;
    const wishlists: StateKey<"wishlists"> = { kind: "wishlists", id: slot, field: 10 };
    const look = { type: "TakeMail" as const, storeKey, slot, key, names: [], messageId: "" };
    const list = {
      type: "CreateWishlist" as const,
      storeKey,
      slot,
      key,
      customerRef: ref,
      fields: { name: "W" },
    };
    const asked = [customer, look, list, look, list, look].map((command) =>
      dispatcher.send({ partition: 1 }, command),
    );
    await until("the commands", async () => (await actors.waiting()) === asked.length);
    await actors.startHost({
      handlers: {
        ...HANDLERS,
        TakeMail: (_, draft) => ({ ok: true, body: { taken: draft.get(wishlists) ?? [] } }),
      },
    });
    const replies = await Promise.all(asked);
    const [, before, first, then, second, after] = replies.map((reply) =>
      reply.ok && reply.json ? JSON.parse(reply.json) : undefined,
    );
    assert.deepEqual([before.taken, then.taken], [[], [first.id]]);
    assert.deepEqual(after.taken.sort(), [first.id, second.id].sort());
  });

  it("commits what a shopper waits for before the other commands that were read with it", async (t) => {
    const actors = await withActors(t);
    const { dispatcher } = await actors.startDispatcher();
    const last = PARTITIONS - 1;
    const others = everyPartition.flatMap((partition) => Array.from({ length: 12 }, () => partition));
    const asked = [
      ...others.map((partition) =>
        dispatcher.send({ partition }, { type: "SettleAlerts", storeKey: `t/${partition}`, alerts: [] }),
      ),
      dispatcher.send({ partition: last }, newCustomer()),
    ];
    await until("the commands", async () => (await actors.waiting()) === asked.length);
    const decided: string[] = [];
    await actors.startHost({
      handlers: {
        ...HANDLERS,
        CreateCustomer: (...args) => {
          decided.push("shopper");
          return HANDLERS.CreateCustomer(...args);
        },
        SettleAlerts: (...args) => {
          decided.push(args[0].storeKey);
          return HANDLERS.SettleAlerts(...args);
        },
      },
    });
    for (const { ok } of await Promise.all(asked)) assert.ok(ok);
    const begun = new Set(decided.slice(0, decided.lastIndexOf("shopper")));
    assert.deepEqual([...begun].sort(), ["shopper", `t/${last}`]);
    assert.equal(new Set(decided).size, PARTITIONS + 1);
  });

  it("commits what a shopper waits for behind postponed commands before those of other partitions", async (t) => {
    const actors = await withActors(t);
    const { dispatcher } = await actors.startDispatcher();
    const last = PARTITIONS - 1;
    const settle = (partition: number) => {
      const storeKey = `t/${partition}/${"s".repeat(20_000)}`;
      return dispatcher.send({ partition }, { type: "SettleAlerts", storeKey, alerts: [] });
    };
    const asked = [];
    for (const partition of everyPartition) {
      asked.push(settle(partition));
      await until("the command", async () => (await actors.waiting()) === asked.length);
    }
    asked.push(dispatcher.send({ partition: 0 }, newCustomer()));
    await until("the commands", async () => (await actors.waiting()) === asked.length);
    const decided: number[] = [];
    let shopper: ReturnType<typeof newCustomer> | undefined;
    let end: number | undefined;
    await actors.startHost({
      handlers: {
        ...HANDLERS,
        CreateCustomer: (...args) => {
          if (args[0].slot === shopper?.slot) end = decided.length;
          return HANDLERS.CreateCustomer(...args);
        },
        SettleAlerts: (...args) => {
          decided.push(Number(args[0].storeKey.split("/")[1]));
          if (!shopper) {
            shopper = newCustomer();
            asked.push(dispatcher.send({ partition: last }, shopper));
          }
          const until = performance.now() + 20;
          while (performance.now() < until);
          return HANDLERS.SettleAlerts(...args);
        },
      },
    });
    await until("all are sent", () => asked.length === PARTITIONS + 2);
    for (const { ok } of await Promise.all(asked)) assert.ok(ok);
    assert.equal(new Set(decided).size, PARTITIONS);
    assert.ok(given(end) < decided.length, `${decided.join(" ")}, the shopper after ${end}`);
  });

  it("releases all partitions at once when it stops", async (t) => {
    const actors = await withActors(t);
    const { dispatcher } = await actors.startDispatcher();
    const one = await actors.startHost();
    const other = await actors.startHost();
    await until("a share for each", () => one.seen.served + other.seen.served === PARTITIONS);
    await one.stop();
    // With leases of a minute nobody can have waited for their end.
    await until("the hand-over", areServedBy(actors, other.id));
    await Promise.all(everyPartition.map((partition) => dispatcher.send({ partition }, newCustomer())));
    for (const partition of everyPartition) {
      assert.equal(await actors.redis.hget(actors.keys.lease(partition), "clean"), "0");
    }
    await other.stop();
    for (const partition of everyPartition) {
      assert.equal(await actors.redis.hget(actors.keys.lease(partition), "clean"), "1");
    }
    assert.equal(await actors.redis.zcard(actors.keys.workers), 0);
  });

  it("loses no command and applies none twice while hosts come and go", async (t) => {
    const actors = await withActors(t);
    const { dispatcher } = await actors.startDispatcher();
    const asked: Promise<{ ok: boolean }>[] = [];
    const sending = setInterval(
      () => asked.push(dispatcher.send({ partition: asked.length % PARTITIONS }, newCustomer())),
      1,
    );
    t.after(() => clearInterval(sending));
    let host = await actors.startHost();
    for (let i = 0; i < 5; i++) {
      const next = await actors.startHost();
      const enough = asked.length + 20;
      await until("more commands", () => asked.length >= enough);
      await host.stop();
      host = next;
    }
    clearInterval(sending);
    const replies = await soon("the replies", Promise.all(asked));
    assert.ok(replies.length > 100);
    // A command that came twice would have been refused: its customer is there.
    assert.ok(replies.every(({ ok }) => ok));
    const lengths = await Promise.all(everyPartition.map((it) => actors.redis.xlen(actors.keys.outbox(it))));
    assert.equal(
      lengths.reduce((sum, length) => sum + length, 0),
      asked.length,
    );
  });

  it("is replaced when it vanishes, once its leases have run out, and takes its share when it returns", async (t) => {
    const actors = await withActors(t);
    const { dispatcher } = await actors.startDispatcher();
    const proxy = await startProxy(t, redisUrl());
    const lost = await actors.startHost({ leaseMs: 600, url: proxy.url });
    assert.ok((await dispatcher.send({ partition: 1 }, newCustomer())).ok);
    proxy.cut();
    const asked = everyPartition.map((partition) => dispatcher.send({ partition }, newCustomer()));
    const other = await actors.startHost({ leaseMs: 600 });
    for (const { ok } of await soon("the replies", Promise.all(asked))) assert.ok(ok);
    await until("the take-over", areServedBy(actors, other.id));
    proxy.heal();
    await until("the return", () => lost.seen.served + other.seen.served === PARTITIONS);
    const more = everyPartition.map((partition) => dispatcher.send({ partition }, newCustomer()));
    for (const { ok } of await soon("the replies", Promise.all(more))) assert.ok(ok);
    const lengths = await Promise.all(everyPartition.map((it) => actors.redis.xlen(actors.keys.outbox(it))));
    assert.deepEqual(
      lengths,
      everyPartition.map((partition) => (partition === 1 ? 3 : 2)),
    );
  });

  it("continues after its store was unavailable for a while", async (t) => {
    const actors = await withActors(t);
    const { dispatcher } = await actors.startDispatcher();
    const proxy = await startProxy(t, redisUrl());
    const { id } = await actors.startHost({ url: proxy.url });
    proxy.drop();
    const asked = everyPartition.map((partition) => dispatcher.send({ partition }, newCustomer()));
    for (const { ok } of await soon("the replies", Promise.all(asked))) assert.ok(ok);
    assert.ok(await areServedBy(actors, id)());
  });

  it("notices that its store went back, and serves on from there", async (t) => {
    const actors = await withActors(t);
    const { redis, keys } = actors;
    const proxy = await startProxy(t, redisUrl());
    const { seen } = await actors.startHost({ url: proxy.url });
    const { dispatcher } = await actors.startDispatcher();
    for (const partition of everyPartition)
      assert.ok((await dispatcher.send({ partition }, newCustomer())).ok);
    assert.equal(seen.wentBack, 0);
    // As after a failover to a replica that did not have the last commits.
    const place = given((await redis.hget(keys.lease(1), "cursor")) ?? undefined);
    await redis.hset(keys.lease(1), "cursor", `${Number(place.split("-")[0]) - 1}-0`);
    proxy.drop();
    await until("it has noticed", () => seen.wentBack === 1);
    assert.ok((await dispatcher.send({ partition: 1 }, newCustomer())).ok);
    assert.equal(seen.wentBack, 1);
  });

  it("also stops while its store is unavailable", async (t) => {
    const actors = await withActors(t);
    const proxy = await startProxy(t, redisUrl());
    const host = await actors.startHost({ url: proxy.url });
    proxy.cut();
    await soon("the stop", host.stop());
  });

  it("does not apply a command that has waited longer than its sender, and keeps one without a sender", async (t) => {
    const actors = await withActors(t);
    const { redis, keys } = actors;
    const [late, ofOperator, fresh] = [newCustomer(), newCustomer(), newCustomer()];
    const [seconds] = await redis.time();
    const addLate = (number: number, payload: string) =>
      redis.xadd(keys.commands(1), `${(Number(seconds) - 61) * 1000}-${number}`, "c", payload);
    await addLate(0, payloadOf(late));
    await addLate(1, payloadOf(ofOperator, ""));
    await redis.xadd(keys.commands(1), "*", "c", payloadOf(fresh));
    await actors.startHost({ commandLifetimeMs: 60_000 });
    await until("the commands", async () => (await actors.waiting()) === 0);
    for (const { slot } of [late, ofOperator]) assert.equal(await actors.customer(slot), null);
    assert.notEqual(await actors.customer(fresh.slot), null);
    const letters = await new DeadLetters(redis, keys, PARTITIONS).list(10);
    assert.deepEqual(
      letters.map(({ payload, reason }) => ({ payload, reason })),
      [{ payload: payloadOf(ofOperator, ""), reason: "no worker applied it in time" }],
    );
  });
});

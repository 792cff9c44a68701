import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HANDLERS } from "../../../src/actors/handlers.ts";
import { bodyOf } from "../../../src/actors/reply.ts";
import { encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import type { StateKey } from "../../../src/store/partition/state/state-keys.ts";
import { encodeWishlistMeta } from "../../../src/store/records/wishlist-meta.ts";
import { type Lease, markAttempt } from "../../../src/store/redis/structures/leases.ts";
import { newCustomer, withActors } from "../../support/actors.ts";
import { intercepted } from "../../support/connections/intercepted.ts";
import { metaWith, newWishlistId, putState } from "../../support/data/state-keys.ts";
import { leaseOf } from "../../support/lease.ts";
import { given } from "../../support/service.ts";
import { until } from "../../support/until.ts";

const payloadOf = (command: ReturnType<typeof newCustomer>) =>
  encodeCommand({ instance: "", requestId: "", command });

type Actors = Awaited<ReturnType<typeof withActors>>;

/** Has workers die one after the other with a command of partition 1 in hand. */
async function killWorkers({ redis, keys }: Actors, entryId: string, deaths: number): Promise<void> {
  let dead: Lease | undefined;
  for (let death = 1; death <= deaths; death++) {
    dead = await leaseOf(redis, keys, 1, { worker: `dead${death}`, dead });
    assert.equal(await markAttempt(redis, keys, dead, entryId), death);
  }
}

describe("a host with a command that goes wrong", () => {
  it("moves a command that killed its hosts three times to the dead letters, and serves the commands behind it", async (t) => {
    const actors = await withActors(t);
    const { redis, keys } = actors;
    const [deadly, next] = [newCustomer(), newCustomer()];
    const entryId = given((await redis.xadd(keys.commands(1), "*", "c", payloadOf(deadly))) ?? undefined);
    await redis.xadd(keys.commands(1), "*", "c", payloadOf(next));
    await killWorkers(actors, entryId, 3);
    const { seen } = await actors.startHost();
    await until("the commands", async () => (await actors.waiting()) === 0);
    assert.equal(await actors.customer(deadly.slot), null);
    assert.notEqual(await actors.customer(next.slot), null);
    const [letter] = await redis.xrange(keys.deadLetters(1), "-", "+");
    assert.ok(letter?.[1].includes("it repeatedly crashed or blocked its worker"));
    await until("the word of it", () => seen.deadLetters === 1);
  });

  it("tries a command again that killed its hosts twice", async (t) => {
    const actors = await withActors(t);
    const { redis, keys } = actors;
    const command = newCustomer();
    const entryId = given((await redis.xadd(keys.commands(1), "*", "c", payloadOf(command))) ?? undefined);
    await killWorkers(actors, entryId, 2);
    await actors.startHost();
    await until("the customer", async () => (await actors.customer(command.slot)) !== null);
  });

  it("moves an entry that cannot be decoded to the dead letters, and serves the commands around it", async (t) => {
    const actors = await withActors(t);
    const { redis, keys } = actors;
    const [first, last] = [newCustomer(), newCustomer()];
    const unknown = JSON.stringify({ n: "", i: "", c: { type: "Unknown" } });
    const payloads = [
      payloadOf(first),
      "{not json",
      "null",
      "[]",
      '"text"',
      "{}",
      unknown,
      "",
      payloadOf(last),
    ];
    for (const payload of payloads) await redis.xadd(keys.commands(1), "*", "c", payload);
    await actors.startHost();
    await until("the commands", async () => (await actors.waiting()) === 0);
    for (const { slot } of [first, last]) assert.notEqual(await actors.customer(slot), null);
    const letters = await redis.xrange(keys.deadLetters(1), "-", "+");
    assert.deepEqual(
      letters.map(([, fields]) => fields[1]),
      payloads.slice(1, -1),
    );
  });

  it("decides the commands of a batch each on top of those before it, also where they claim the same reference", async (t) => {
    const actors = await withActors(t);
    const { dispatcher } = await actors.startDispatcher();
    const { storeKey, slot, key, ...rest } = newCustomer();
    const fields = { email: "ann@example.com" };
    const asked = [
      { storeKey, slot, key, ...rest, fields },
      { type: "UpdateCustomer" as const, storeKey, slot, key, ref: slot, fields: { note: "first" } },
      { ...newCustomer(), fields },
      { type: "UpdateCustomer" as const, storeKey, slot, key, ref: slot, fields: { email: null } },
      { ...newCustomer(), fields },
    ].map((command) => dispatcher.send({ partition: 1 }, command));
    await until("the commands", async () => (await actors.waiting()) === asked.length);
    const { seen } = await actors.startHost();
    const replies = await Promise.all(asked);
    assert.deepEqual(
      replies.map((reply) => (reply.ok ? "ok" : reply.code)),
      ["ok", "ok", "DuplicateReference", "ok", "ok"],
    );
    assert.equal(seen.deadLetters, 0);
  });

  it("turns only the command that never stops requesting state into a dead letter, in any partition", async (t) => {
    const actors = await withActors(t);
    const { dispatcher } = await actors.startDispatcher();
    const { storeKey, slot, key } = newCustomer();
    const endless = { type: "Unsubscribe" as const, storeKey, slot, key };
    const commands = [newCustomer(), endless, newCustomer(), newCustomer()];
    const asked = commands.map((command, i) => dispatcher.send({ partition: i < 3 ? 1 : 2 }, command));
    await until("the commands", async () => (await actors.waiting()) === asked.length);
    let count = 0;
    const next = (): StateKey<"customer"> => ({ kind: "customer", id: `slot ${count++}` });
    const { seen } = await actors.startHost({
      handlers: {
        ...HANDLERS,
        Unsubscribe: (_, draft) => ({ ok: !draft.get(next()) }) as never,
      },
    });
    const replies = await Promise.all(asked);
    assert.deepEqual(
      replies.map((reply) => (reply.ok ? "ok" : reply.code)),
      ["ok", "Internal", "ok", "ok"],
    );
    assert.equal(seen.deadLetters, 1);
  });

  it("moves a command that never ends in time to the dead letters, and serves the commands around it", async (t) => {
    const actors = await withActors(t);
    const { dispatcher } = await actors.startDispatcher();
    const commands = [newCustomer(), newCustomer("slow"), newCustomer(), newCustomer()];
    const asked = commands.map((command, i) => dispatcher.send({ partition: i < 3 ? 1 : 2 }, command));
    await until("the commands", async () => (await actors.waiting()) === asked.length);
    const isSlow = (key: unknown) => typeof key === "string" && key.endsWith("slow");
    const { seen } = await actors.startHost({
      through: (redis) =>
        intercepted(redis, (args, send) =>
          args.some(isSlow) ? Promise.reject(new Error("Command timed out")) : send(),
        ),
    });
    const replies = await Promise.all(asked);
    assert.deepEqual(
      replies.map((reply) => (reply.ok ? "ok" : reply.code)),
      ["ok", "Internal", "ok", "ok"],
    );
    assert.equal(seen.deadLetters, 1);
  });

  it("serves other partitions while a new customer is given 12,000 wishlists", async (t) => {
    const actors = await withActors(t);
    const { redis, keys } = actors;
    const { dispatcher } = await actors.startDispatcher();
    const heir = newCustomer();
    const ids = Array.from({ length: 12_000 }, () => newWishlistId(1));
    const former = { svc_customer_id: "c", deleted: true as const, created_at: "", deleted_at: "" };
    const stateKey = { kind: "customer", id: heir.slot } as const;
    await putState(actors, 1, stateKey, { record: null, version: "v", former });
    const meta = encodeWishlistMeta(metaWith({ slot: heir.slot }));
    const record = JSON.stringify({ id: "w", customerId: "c", name: "W" });
    const pipeline = redis.pipeline();
    for (const id of ids) pipeline.hset(keys.wishlist(1, id), "m", meta, "j", record);
    for (let i = 0; i < ids.length; i += 1000)
      pipeline.zadd(keys.customerWishlists(1, heir.slot), ...ids.slice(i, i + 1000).flatMap((id) => [0, id]));
    await pipeline.exec();
    await actors.startHost();
    const adoption: { isDone: boolean } = { isDone: false };
    const adopted = dispatcher.send({ partition: 1 }, heir).finally(() => (adoption.isDone = true));
    let others = 0;
    for (; !adoption.isDone; others++) assert.ok((await dispatcher.send({ partition: 2 }, newCustomer())).ok);
    const reply = await adopted;
    assert.ok(reply.ok && reply.created);
    assert.ok(others > 20, `${others} other writes`);
    const { svc_customer_id: svcId } = bodyOf(reply);
    const reading = redis.pipeline();
    for (const id of ids) reading.hget(keys.wishlist(1, id), "j");
    const records = (await reading.exec()) ?? [];
    assert.ok(records.every(([, text]) => String(text).includes(svcId)));
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { HANDLERS } from "../../../src/actors/handlers.ts";
import { bodyOf } from "../../../src/actors/reply.ts";
import type { Unavailable } from "../../../src/actors/runtime/unavailable.ts";
import { parseEntryId } from "../../../src/store/ids/entry-id.ts";
import { replyFields } from "../../../src/store/partition/entries.ts";
import { newCustomer, refusal, withActors } from "../../support/actors.ts";
import { redisUrl } from "../../support/redis.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { soon, until } from "../../support/until.ts";

/** More than are read of a stream at once. */
const MANY = 1200;
const PLACE = { partition: 1 };

describe("Dispatcher.send", () => {
  it("resolves to the reply of a host in another process, and leaves none behind", async (t) => {
    const { startHost, startDispatcher, redis, keys } = await withActors(t);
    const { dispatcher, replies } = await startDispatcher();
    await startHost();
    const asked = [0, 1, 2, 3].map((partition) => dispatcher.send({ partition }, newCustomer()));
    for (const reply of await Promise.all(asked)) assert.ok(reply.ok && reply.json !== undefined);
    assert.equal(replies.size, 0);
    await until("the removal of the replies", async () => {
      const lengths = await Promise.all(
        [0, 1, 2, 3].map((it) => redis.xlen(keys.replies(it, replies.instance))),
      );
      return lengths.every((length) => length === 0);
    });
  });

  it("resolves to a reply that comes behind one that cannot be read", async (t) => {
    const { startHost, startDispatcher, redis, keys } = await withActors(t);
    const { dispatcher, replies } = await startDispatcher();
    const stream = keys.replies(PLACE.partition, replies.instance);
    await redis.xadd(stream, "*", "i", "another", "r", "no JSON");
    await startHost();
    assert.ok((await dispatcher.send(PLACE, newCustomer())).ok);
    await until("the removal of the replies", async () => (await redis.xlen(stream)) === 0);
  });

  it("measures a command by the clock of the store, independent of the load of its own process", async (t) => {
    const { startDispatcher, redis, keys } = await withActors(t);
    const { dispatcher, replies } = await startDispatcher();
    const sent = dispatcher.sendTimed(PLACE, newCustomer());
    const waiting = () => [...replies.waiting()].map(([id, { entryId }]) => ({ id, entryId }));
    await until("the entry id", () => waiting().some(({ entryId }) => entryId !== undefined));
    for (const { id, entryId = "" } of waiting()) {
      const repliedAt = `${parseEntryId(entryId).ms + 7}-0`;
      const stream = keys.replies(PLACE.partition, replies.instance);
      await redis.xadd(stream, repliedAt, "i", id, "r", JSON.stringify({ ok: true }));
    }
    assert.equal((await sent).ms, 7);
  });

  it("resolves to the reply of a host in this process, without a stream between", async (t) => {
    const { startHost, startDispatcher, redis, keys } = await withActors(t);
    const { dispatcher, replies } = await startDispatcher();
    await startHost({ replies });
    assert.ok((await dispatcher.send(PLACE, newCustomer())).ok);
    assert.equal(await redis.exists(keys.replies(1, replies.instance)), 0);
  });

  it("gives each of many their own reply", async (t) => {
    const { startHost, startDispatcher } = await withActors(t);
    const { dispatcher } = await startDispatcher();
    await startHost();
    const commands = Array.from({ length: 200 }, () => newCustomer());
    const replies = await Promise.all(
      commands.map((command, i) => dispatcher.send({ partition: i % 4 }, command)),
    );
    const made = replies.map((reply) => (reply.ok ? bodyOf(reply).id : ""));
    assert.deepEqual(
      made,
      commands.map(({ slot }) => slot),
    );
  });

  it("cancels a command that no worker applies in time: it was not applied, and never will be", async (t) => {
    const { startHost, startDispatcher, waiting, customer } = await withActors(t);
    const { dispatcher, replies } = await startDispatcher({ replyTimeoutMs: 100 });
    const refused: ReturnType<typeof newCustomer>[] = [];
    // A machine that stands still for so long lets a command wait no time at all: it is given up before it is sent.
    await until("a command that was given up waits", async () => {
      const command = newCustomer();
      refused.push(command);
      assert.equal((await refusal(dispatcher.send(PLACE, command))).isUnknown, false);
      assert.equal(replies.size, 0);
      return (await waiting()) === 1;
    });
    const { dispatcher: patient } = await startDispatcher();
    const later = newCustomer();
    const asked = patient.send(PLACE, later);
    const { seen } = await startHost();
    assert.ok((await asked).ok);
    assert.equal(await waiting(), 0);
    for (const { slot } of refused) assert.equal(await customer(slot), null);
    assert.notEqual(await customer(later.slot), null);
    assert.equal(seen.deadLetters, 0);
  });

  it("cancels some of many commands of one batch, and no others", async (t) => {
    const { startHost, startDispatcher, waiting, customer } = await withActors(t);
    const { dispatcher: hasty } = await startDispatcher({ replyTimeoutMs: 200 });
    const { dispatcher: patient } = await startDispatcher();
    const [given, kept] = [[1, 2, 3].map(() => newCustomer()), [1, 2, 3].map(() => newCustomer())];
    const refused: Promise<Unavailable>[] = [];
    const asked: Promise<unknown>[] = [];
    for (const [i, command] of given.entries()) {
      refused.push(refusal(hasty.send(PLACE, command)));
      await until("the command", async () => (await waiting()) === 2 * i + 1);
      asked.push(patient.send(PLACE, kept[i] ?? command));
      await until("the command", async () => (await waiting()) === 2 * i + 2);
    }
    for (const { isUnknown } of await Promise.all(refused)) assert.equal(isUnknown, false);
    await startHost();
    await Promise.all(asked);
    for (const { slot } of given) assert.equal(await customer(slot), null);
    for (const { slot } of kept) assert.notEqual(await customer(slot), null);
  });

  it("finds the reply at its deadline when the word of it was lost", async (t) => {
    const { startHost, startDispatcher, customer } = await withActors(t);
    const { dispatcher } = await startDispatcher({ replyTimeoutMs: 1000, isDeaf: true });
    await startHost();
    const command = newCustomer();
    assert.ok((await dispatcher.send(PLACE, command)).ok);
    assert.notEqual(await customer(command.slot), null);
  });

  it("finds each reply at its deadline, even if many wait and one cannot be read", async (t) => {
    const { startHost, startDispatcher, redis, keys } = await withActors(t);
    const most = { maxPending: MANY, maxWaiting: MANY };
    const { dispatcher, replies } = await startDispatcher({ replyTimeoutMs: 8000, isDeaf: true, ...most });
    await redis.xadd(keys.replies(PLACE.partition, replies.instance), "*", ...replyFields("0", "{"));
    const asked = Array.from({ length: MANY }, () => dispatcher.send(PLACE, newCustomer()));
    await startHost();
    const outcomes = await Promise.allSettled(asked);
    assert.equal(outcomes.filter(({ status }) => status === "fulfilled").length, MANY);
  });

  it("reports an unknown outcome if the command was processed and its reply no longer exists", async (t) => {
    const { startHost, startDispatcher, redis, keys, customer } = await withActors(t);
    const { dispatcher, replies } = await startDispatcher({ replyTimeoutMs: 1500, isDeaf: true });
    await startHost();
    const command = newCustomer();
    const asked = refusal(dispatcher.send(PLACE, command));
    await until("the commit", async () => (await customer(command.slot)) !== null);
    await redis.del(keys.replies(1, replies.instance));
    assert.equal((await asked).isUnknown, true);
  });

  it("refuses at once when too many wait in this process, and accepts again when they are done", async (t) => {
    const { startHost, startDispatcher, waiting } = await withActors(t);
    const { dispatcher } = await startDispatcher({ maxPending: 2 });
    const asked = [dispatcher.send(PLACE, newCustomer()), dispatcher.send(PLACE, newCustomer())];
    const refused = await refusal(dispatcher.send(PLACE, newCustomer()));
    assert.deepEqual([refused.isUnknown, refused.retryAfterSeconds], [false, 1]);
    await until("the commands", async () => (await waiting()) === 2);
    await startHost();
    for (const reply of await Promise.all(asked)) assert.ok(reply.ok);
    assert.ok((await dispatcher.send(PLACE, newCustomer())).ok);
  });

  it("refuses at once when too many wait in the partition, whoever sent them, and in no other", async (t) => {
    const { startHost, startDispatcher, waiting, customer } = await withActors(t);
    const [one, other] = [await startDispatcher({ maxWaiting: 2 }), await startDispatcher({ maxWaiting: 2 })];
    const asked = [one.dispatcher.send(PLACE, newCustomer()), one.dispatcher.send(PLACE, newCustomer())];
    await until("the commands", async () => (await waiting()) === 2);
    const command = newCustomer();
    assert.equal((await refusal(other.dispatcher.send(PLACE, command))).isUnknown, false);
    asked.push(other.dispatcher.send({ partition: 2 }, newCustomer()));
    await startHost();
    for (const reply of await Promise.all(asked)) assert.ok(reply.ok);
    assert.equal(await customer(command.slot), null);
  });

  it("refuses at once while the store is unavailable, and accepts again when it is back", async (t) => {
    const { startHost, startDispatcher } = await withActors(t);
    const proxy = await startProxy(t, redisUrl());
    const { dispatcher } = await startDispatcher({ url: proxy.url, replyTimeoutMs: 1000 });
    await startHost();
    assert.ok((await dispatcher.send(PLACE, newCustomer())).ok);
    proxy.cut();
    await until("the end of the connection", async () => {
      const { isUnknown } = await refusal(dispatcher.send(PLACE, newCustomer()));
      return !isUnknown;
    });
    proxy.heal();
    await until("the store", () =>
      dispatcher.send(PLACE, newCustomer()).then(
        ({ ok }) => ok,
        () => false,
      ),
    );
  });

  it("still gets the reply if the reply to the append was lost", async (t) => {
    const { startHost, startDispatcher, customer } = await withActors(t);
    const proxy = await startProxy(t, redisUrl());
    const { dispatcher } = await startDispatcher({ url: proxy.url });
    const command = newCustomer();
    const silence = proxy.loseReplies(200);
    const asked = dispatcher.send(PLACE, command);
    await silence;
    await startHost();
    assert.ok((await asked).ok);
    assert.notEqual(await customer(command.slot), null);
  });

  it("cancels a command also when the reply to its append was lost", async (t) => {
    const { startHost, startDispatcher, waiting, customer } = await withActors(t);
    const proxy = await startProxy(t, redisUrl());
    const { dispatcher } = await startDispatcher({ url: proxy.url, replyTimeoutMs: 1500 });
    const command = newCustomer();
    const silence = proxy.loseReplies(200);
    const asked = refusal(dispatcher.send(PLACE, command));
    await silence;
    assert.equal(await waiting(), 1);
    assert.equal((await asked).isUnknown, false);
    await startHost();
    await until("the end of the command", async () => (await waiting()) === 0);
    assert.equal(await customer(command.slot), null);
  });

  it("never applies a command whose bytes arrive after its deadline, however late", async (t) => {
    const { startHost, startDispatcher, waiting, customer } = await withActors(t);
    const proxy = await startProxy(t, redisUrl());
    // A cancellation that is forgotten at once: only the deadline of the append is left.
    const { dispatcher } = await startDispatcher({ url: proxy.url, replyTimeoutMs: 300, rememberMs: 1 });
    const command = newCustomer();
    const slow = proxy.holdBack();
    const asked = refusal(dispatcher.send(PLACE, command));
    await until("the command on its way", () => slow.length > 0);
    slow.cut();
    assert.equal((await asked).isUnknown, false);
    await new Promise((resolve) => setTimeout(resolve, 350));
    slow.release();
    const { dispatcher: later } = await startDispatcher();
    await startHost();
    assert.ok((await later.send(PLACE, newCustomer())).ok);
    assert.equal(await waiting(), 0);
    assert.equal(await customer(command.slot), null);
  });

  it("settles a write at once when its connection drops before it is appended", async (t) => {
    const { startHost, startDispatcher } = await withActors(t);
    await startHost();
    const proxy = await startProxy(t, redisUrl());
    const { dispatcher, replies } = await startDispatcher({ url: proxy.url, replyTimeoutMs: 600_000 });
    const slow = proxy.holdBack();
    const asked = refusal(dispatcher.send(PLACE, newCustomer()));
    await until("the command on its way", () => slow.length > 0);
    slow.cut();
    assert.equal((await soon("the refusal", asked)).isUnknown, false);
    assert.equal(replies.size, 0);
    slow.release();
  });

  it("passes on a refusal, and what a command that cannot be applied came to", async (t) => {
    const { startHost, startDispatcher, redis, keys } = await withActors(t);
    const { dispatcher } = await startDispatcher();
    const handlers = {
      ...HANDLERS,
      DeleteCustomer: () => {
        throw new Error("broken");
      },
    };
    const { seen } = await startHost({ handlers });
    const command = newCustomer();
    await dispatcher.send(PLACE, command);
    const again = await dispatcher.send(PLACE, command);
    assert.equal(again.ok ? "" : again.code, "DuplicateReference");
    const { slot, storeKey, key } = newCustomer();
    const broken = await dispatcher.send(PLACE, {
      type: "DeleteCustomer",
      slot,
      storeKey,
      key,
      id: slot,
      withWishlists: false,
    });
    assert.equal(broken.ok ? "" : broken.code, "Internal");
    await until("the word of it", () => seen.deadLetters === 1);
    assert.equal(await redis.xlen(keys.deadLetters(1)), 1);
  });
});

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import type { Redis } from "ioredis";
import { HANDLERS } from "../../../src/actors/handlers.ts";
import { encodeCommand } from "../../../src/actors/runtime/envelope.ts";
import { partitionsFor } from "../../../src/actors/runtime/worker/assignment.ts";
import { scriptSource } from "../../../src/store/redis/script.ts";
import { Heartbeat } from "../../../src/store/redis/structures/heartbeat.ts";
import { References } from "../../../src/store/references/references.ts";
import { newCustomer, PARTITIONS, withActors } from "../../support/actors.ts";
import { intercepted, opened } from "../../support/connections/intercepted.ts";
import { withTurns } from "../../support/connections/turns.ts";
import { newWishlistId } from "../../support/data/state-keys.ts";
import { leaseOf } from "../../support/lease.ts";
import { existing } from "../../support/redis.ts";
import { soon, until } from "../../support/until.ts";

const everyPartition = Array.from({ length: PARTITIONS }, (_, partition) => partition);
const digestOf = (script: string) => createHash("sha1").update(scriptSource(script)).digest("hex");
const payloadOf = (command: ReturnType<typeof newCustomer>) =>
  encodeCommand({ instance: "", requestId: "", command });

type Actors = Awaited<ReturnType<typeof withActors>>;

/** Has the workers look at who lives, and what they are to serve. */
const wake = ({ redis, keys }: Actors) => redis.xadd(keys.membership, "*", "joined", "somebody");

/** Loses the first commit of each partition. Those that follow arrive when a gate opens. */
function losingFirstCommits({ keys }: Actors, gate: AbortSignal) {
  const commit = digestOf("partition/commit-batches");
  const lost = new Set<number>();
  const held = new Set<number>();
  const through = (connection: Redis) =>
    intercepted(connection, (args, send) => {
      if (!args.includes(commit)) return send();
      const ofCommit = everyPartition.filter((partition) => args.includes(keys.lease(partition)));
      const isFurther = ofCommit.every((partition) => lost.has(partition));
      for (const partition of ofCommit) (isFurther ? held : lost).add(partition);
      return isFurther ? opened(gate).then(send) : Promise.reject(new Error("Command timed out"));
    });
  return { through, areAllHeld: () => held.size === PARTITIONS };
}

describe("the partitions of a worker", () => {
  it("applies nothing that it had read before another worker served the partition in between", async (t) => {
    const { startHost, startDispatcher, redis, keys } = await withActors(t);
    const { dispatcher } = await startDispatcher();
    let hasRead = false;
    let goOn: () => void = () => undefined;
    const isToGoOn = new Promise<void>((resolve) => (goOn = resolve));
    const commands = keys.commands(1);
    // It stands still between a read and what it does with it.
    const slow = await startHost({
      leaseMs: 1000,
      reading: (reader) => ({
        close: () => reader.close(),
        async read(positions, options) {
          const streams = await reader.read(positions, options);
          if (!hasRead && streams.has(commands)) {
            hasRead = true;
            await isToGoOn;
          }
          return streams;
        },
      }),
    });
    const first = dispatcher.send({ partition: 1 }, newCustomer());
    await until("it has read", () => hasRead);
    const quick = await startHost({ leaseMs: 1000 });
    assert.ok((await first).ok);
    await quick.stop();
    const cursor = await redis.hget(keys.lease(1), "cursor");
    goOn();
    await until("it serves again", async () => (await redis.hget(keys.lease(1), "clean")) === "0");
    assert.ok((await dispatcher.send({ partition: 1 }, newCustomer())).ok);
    await until("it has applied something", () => slow.seen.commands > 0);
    assert.equal(slow.seen.commands, 1);
    assert.notEqual(await redis.hget(keys.lease(1), "cursor"), cursor);
  });

  it("takes a partition after a while if its living holder has lost its lease", async (t) => {
    const actors = await withActors(t);
    const { redis, keys } = actors;
    await Promise.all(everyPartition.map((it) => leaseOf(redis, keys, it, { worker: "forgetful" })));
    const heartbeat = new Heartbeat(redis, keys.workers, "forgetful", 60_000);
    await heartbeat.beat();
    // Longer than a start takes on a busy machine.
    const { id, seen } = await actors.startHost({ leaseMs: 3000 });
    assert.equal(seen.served, 0);
    const share = partitionsFor(id, [id, "forgetful"], PARTITIONS);
    assert.ok(share.length > 0);
    await until("its share", async () => {
      await heartbeat.beat();
      return seen.served === share.length;
    });
  });

  it("drops a partition whose batch has outlived its lease, and takes it again", async (t) => {
    const actors = await withActors(t);
    const { redis, keys } = actors;
    const sendToAll = () =>
      Promise.all(
        everyPartition.map((it) => redis.xadd(keys.commands(it), "*", "c", payloadOf(newCustomer()))),
      );
    await sendToAll();
    const gate = new AbortController();
    const { through, areAllHeld } = losingFirstCommits(actors, gate.signal);
    const { seen } = await actors.startHost({ through });
    await until("the further attempts", areAllHeld);
    // To one with so short a lease the first is dead.
    const other = await actors.startHost({ leaseMs: 300 });
    await until("the take-over", () => other.seen.commands === PARTITIONS);
    await other.stop();
    gate.abort();
    await until("the return", () => seen.fenced === PARTITIONS && seen.served === PARTITIONS);
    await sendToAll();
    await until("all commands", () => seen.commands === PARTITIONS);
    assert.equal(await actors.waiting(), 0);
    const lengths = await Promise.all(everyPartition.map((it) => redis.xlen(keys.outbox(it))));
    assert.deepEqual(
      lengths,
      everyPartition.map(() => 2),
    );
  });

  it("keeps a partition until its batch is confirmed, so that its senders get their replies", async (t) => {
    const actors = await withActors(t);
    const { dispatcher, replies } = await actors.startDispatcher({ isDeaf: true, replyTimeoutMs: 100_000 });
    const asked = everyPartition.map((partition) => dispatcher.send({ partition }, newCustomer()));
    await until("the commands", async () => (await actors.waiting()) === PARTITIONS);
    const heartbeat = digestOf("structures/heartbeat");
    let beats = 0;
    const gate = new AbortController();
    const { through, areAllHeld } = losingFirstCommits(actors, gate.signal);
    const { seen } = await actors.startHost({
      replies,
      through: (connection) =>
        intercepted(through(connection), (args, send) => {
          if (args.includes(heartbeat)) beats++;
          return send();
        }),
    });
    await until("the further attempts", areAllHeld);
    const other = await actors.startHost();
    const before = beats;
    await until("two looks at the workers", async () => {
      await wake(actors);
      return beats >= before + 2;
    });
    gate.abort();
    for (const { ok } of await soon("the replies", Promise.all(asked))) assert.ok(ok);
    const half = PARTITIONS / 2;
    await until("the hand-over", () => seen.served === half && other.seen.served === half);
    assert.deepEqual([seen.commands, seen.fenced, other.seen.commands], [PARTITIONS, 0, 0]);
  });

  it("takes its own lease again at once if the acquisition was not answered", async (t) => {
    const actors = await withActors(t);
    const acquire = digestOf("structures/acquire-lease");
    let lost = 0;
    const { seen } = await actors.startHost({
      leaseMs: 600_000,
      through: (connection) =>
        intercepted(connection, (args, send) => {
          if (!args.includes(acquire) || lost === PARTITIONS) return send();
          lost++;
          return Promise.resolve(send()).then(() => Promise.reject(new Error("Command timed out")));
        }),
    });
    assert.equal(lost, PARTITIONS);
    await until("its partitions", async () => {
      await wake(actors);
      return seen.served === PARTITIONS;
    });
  });

  it("serves a partition whose references cannot be released now", async (t) => {
    const actors = await withActors(t);
    const { redis, keys } = actors;
    const { seen } = await actors.startHost({
      through: (connection) =>
        intercepted(connection, (args, send) =>
          args.includes(keys.releases(1)) ? Promise.reject(new Error("Command timed out")) : send(),
        ),
    });
    assert.equal(seen.served, PARTITIONS);
    await redis.xadd(keys.commands(1), "*", "c", payloadOf(newCustomer()));
    await until("the command", () => seen.commands === 1);
  });

  it("notices of all partitions that the store went back when it cannot give one back", async (t) => {
    const actors = await withActors(t);
    const { redis, keys } = actors;
    const release = digestOf("structures/release-lease");
    let isFailing = false;
    const { seen } = await actors.startHost({
      leaseMs: 600_000,
      through: (connection) =>
        intercepted(connection, (args, send) =>
          isFailing && args.includes(release) ? Promise.reject(new Error("Command timed out")) : send(),
        ),
    });
    const { dispatcher } = await actors.startDispatcher();
    for (const partition of everyPartition)
      assert.ok((await dispatcher.send({ partition }, newCustomer())).ok);
    isFailing = true;
    await Promise.all(everyPartition.map((it) => redis.hset(keys.lease(it), "cursor", "1-0")));
    // A worker that joins and leaves has it look at its leases.
    const other = await actors.startHost();
    await other.stop();
    await until("it has noticed", () => seen.wentBack === PARTITIONS && seen.served === PARTITIONS);
  });

  it("releases its leases when it is stopped after a start that failed", async (t) => {
    const actors = await withActors(t);
    const { redis, keys } = actors;
    const host = await actors.newHost({
      through: (connection) =>
        intercepted(connection, (args, send) =>
          args.includes("joined") ? Promise.reject(new Error("Command timed out")) : send(),
        ),
    });
    await assert.rejects(host.start(), /timed out/);
    await host.stop();
    const clean = await Promise.all(everyPartition.map((it) => redis.hget(keys.lease(it), "clean")));
    assert.deepEqual(
      clean,
      everyPartition.map(() => "1"),
    );
    assert.equal(await redis.zcard(keys.workers), 0);
  });

  it("releases references whose release a former worker had committed", async (t) => {
    const actors = await withActors(t);
    const { redis, keys, layout } = actors;
    const references = new References(redis, keys, layout, 1000);
    const claim = {
      reference: "wishlistRef" as const,
      storeKey: "t/s",
      value: "list",
      holder: newWishlistId(1),
    };
    await references.claim([{ ...claim, at: 1 }]);
    await redis.sadd(keys.releases(1), JSON.stringify({ ...claim, at: 2 }));
    // A record that cannot be decoded does not delay the others.
    const broken = ["{", "[]", "{}"];
    await redis.sadd(keys.releases(1), ...broken);
    await actors.startHost();
    assert.equal(await references.wishlistWith("t/s", "list"), undefined);
    assert.deepEqual((await redis.smembers(keys.releases(1))).sort(), broken.sort());
  });

  it("releases as many references at once as a wishlist has items, in few round trips", async (t) => {
    const actors = await withActors(t);
    const { redis, keys, layout } = actors;
    const holder = newWishlistId(1);
    const claims = Array.from({ length: 9000 }, (_, i) => ({
      ...{ reference: "itemRef" as const, storeKey: "t/s", value: `r${i}`, holder },
      at: 1,
    }));
    const references = new References(redis, keys, layout, 1000);
    await references.claim(claims);
    let turns = () => 0;
    const { seen } = await actors.startHost({
      handlers: {
        ...HANDLERS,
        CreateCustomer: (_, draft) => {
          for (const claim of claims) draft.release(claim);
          return { ok: true };
        },
      },
      through: (connection) => {
        const counted = withTurns(connection);
        turns = () => counted.seen.turns;
        return counted.redis;
      },
    });
    const { dispatcher } = await actors.startDispatcher({ replyTimeoutMs: 100_000 });
    const before = turns();
    assert.ok((await dispatcher.send({ partition: 1 }, newCustomer())).ok);
    const hashes = new Set(claims.map((claim) => references.hashOf(claim)));
    await until("the release", async () => (await existing(redis, [keys.releases(1), ...hashes])) === 0);
    assert.equal(seen.deadLetters, 0);
    assert.ok(turns() - before < 500, `${turns() - before} turns`);
  });
});

import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { type BatchCommit, commitBatches, newWrites } from "../../../src/store/partition/commits.ts";
import { appendCommands, cancelCommand } from "../../../src/store/partition/streams.ts";
import { releaseLease } from "../../../src/store/redis/structures/leases.ts";
import { leaseOf } from "../../support/lease.ts";
import { withRedis } from "../../support/redis.ts";

const FAR = Number.MAX_SAFE_INTEGER;

/** A partition with a worker and three waiting commands. */
async function setUp(t: TestContext, partition = 7) {
  const { redis, keys } = withRedis(t);
  const lease = await leaseOf(redis, keys, partition, { worker: "worker" });
  const stream = keys.commands(partition);
  const appended = await appendCommands(
    redis,
    ["a", "b", "c"].map((payload) => ({ stream, payload })),
    { bound: 100, deadline: FAR },
  );
  const [first = "", second = "", third = ""] = appended.map((outcome) =>
    outcome.status === "fulfilled" ? outcome.value : undefined,
  );
  const batch = (changes: Partial<BatchCommit> = {}): BatchCommit => {
    const writes = newWrites(keys, partition);
    writes.add("HSET", keys.wishlist(partition, "w"), "m", "meta");
    return {
      partition,
      fence: lease.fence,
      start: lease.cursor,
      first: changes.end ?? first,
      end: second,
      deadline: FAR,
      cancels: "0",
      writes,
      held: [],
      events: [["1-1", "event"]],
      ...changes,
    };
  };
  const state = async () => ({
    cursor: await redis.hget(keys.lease(partition), "cursor"),
    meta: await redis.hget(keys.wishlist(partition, "w"), "m"),
    waiting: await redis.xlen(stream),
    events: await redis.xlen(keys.outbox(partition)),
  });
  const nothing = { cursor: "0-0", meta: null, waiting: 3, events: 0 };
  const commit = async (...batches: BatchCommit[]) => commitBatches(redis, batches, 1000);
  const names = {
    lease: keys.lease(partition),
    cancelled: keys.cancelled(partition),
    held: keys.heldReplies(partition, "node"),
  };
  const cancel = (entryId: string | undefined, requestId = "1") =>
    cancelCommand(redis, names, { id: `node:${requestId}`, requestId, entryId, rememberMs: 1000 });
  return { redis, keys, partition, lease, batch, state, nothing, commit, cancel, first, second, third };
}

describe("commitBatches", () => {
  it("applies writes, events, cursor and trimming together", async (t) => {
    const { commit, batch, state, second } = await setUp(t);
    assert.deepEqual(await commit(batch()), [{ kind: "committed" }]);
    assert.deepEqual(await state(), { cursor: second, meta: "meta", waiting: 1, events: 1 });
  });

  it("keeps a command of the same millisecond as the last one of the batch", async (t) => {
    const { redis, keys, partition, commit, batch, third } = await setUp(t);
    const [ms = "", sequence] = third.split("-");
    const next = `${ms}-${Number(sequence) + 1}`;
    await redis.xadd(keys.commands(partition), next, "d", "{}");
    assert.deepEqual(await commit(batch({ end: third })), [{ kind: "committed" }]);
    const kept = await redis.xrange(keys.commands(partition), "-", "+");
    assert.deepEqual(
      kept.map(([id]) => id),
      [next],
    );
  });

  it("writes nothing for a worker whose lease was taken over", async (t) => {
    const { redis, keys, partition, lease, commit, batch, state, nothing } = await setUp(t);
    await releaseLease(redis, keys, lease);
    await leaseOf(redis, keys, partition, { worker: "other" });
    assert.deepEqual(await commit(batch()), [{ kind: "fenced" }]);
    assert.deepEqual(await state(), nothing);
  });

  it("writes nothing if the cursor is not at the start of the batch", async (t) => {
    const { commit, batch, state, nothing } = await setUp(t);
    assert.deepEqual(await commit(batch({ start: "1-1" })), [{ kind: "stale", cursor: "0-0" }]);
    assert.deepEqual(await state(), nothing);
  });

  it("writes nothing if a command of the batch is applied already, whatever start the batch states", async (t) => {
    const { commit, batch, state, first, second, third } = await setUp(t);
    await commit(batch());
    const after = await state();
    const stale = [{ kind: "stale", cursor: second }];
    assert.deepEqual(await commit(batch({ start: second, first, end: third })), stale);
    assert.deepEqual(await commit(batch({ start: second, first: second, end: third })), stale);
    assert.deepEqual(await commit(batch({ start: second, first, end: first })), stale);
    assert.deepEqual(await state(), after);
  });

  it("recognises a committed batch, and does not apply it again", async (t) => {
    const { commit, batch, state } = await setUp(t);
    await commit(batch());
    const after = await state();
    assert.deepEqual(await commit(batch()), [{ kind: "repeated" }]);
    assert.deepEqual(await state(), after);
  });

  it("recognises a committed batch also after the lease was taken over", async (t) => {
    const { redis, keys, partition, lease, commit, batch } = await setUp(t);
    await commit(batch());
    await releaseLease(redis, keys, lease);
    await leaseOf(redis, keys, partition, { worker: "other" });
    assert.deepEqual(await commit(batch()), [{ kind: "repeated" }]);
  });

  it("writes nothing if a sender has given up since the batch was decided", async (t) => {
    const { redis, keys, partition, cancel, commit, batch, state, nothing, first } = await setUp(t);
    assert.equal(await cancel(first), "cancelled");
    const cancels = await redis.hget(keys.lease(partition), "cancels");
    assert.ok(cancels);
    assert.deepEqual(await commit(batch()), [{ kind: "cancelled", cancels }]);
    assert.deepEqual(await state(), nothing);
    assert.deepEqual(await commit(batch({ cancels })), [{ kind: "committed" }]);
  });

  it("writes nothing if a sender has given up after a failover that lost an earlier cancellation", async (t) => {
    const { redis, keys, partition, cancel, commit, batch, state, nothing, first, second } = await setUp(t);
    await cancel(first);
    const known = await redis.hget(keys.lease(partition), "cancels");
    await redis.hdel(keys.lease(partition), "cancels");
    await redis.del(keys.cancelled(partition));
    await cancel(second, "2");
    assert.ok(known);
    const [outcome] = await commit(batch({ cancels: known }));
    assert.equal(outcome?.kind, "cancelled");
    assert.deepEqual(await state(), nothing);
  });

  it("writes nothing after the deadline, by Redis's clock", async (t) => {
    const { commit, batch, state, nothing } = await setUp(t);
    const [outcome] = await commit(batch({ deadline: 1000 }));
    assert.equal(outcome?.kind, "late");
    assert.ok(Math.abs((outcome as { now: number }).now - Date.now()) < 60_000);
    assert.deepEqual(await state(), nothing);
  });

  it("commits each of several batches independently", async (t) => {
    const one = await setUp(t, 1);
    const other = await setUp(t, 2);
    const batches = [one.batch({ start: "9-9" }), other.batch()];
    // The same connection serves both partitions, as one Redis does.
    const mixed = batches.map((batch, i) => ({
      ...batch,
      writes: i === 0 ? batch.writes : other.batch().writes,
    }));
    assert.deepEqual(
      (await commitBatches(one.redis, mixed, 1000)).map(({ kind }) => kind),
      ["stale", "committed"],
    );
    assert.equal((await other.state()).meta, "meta");
    assert.deepEqual(await one.state(), one.nothing);
  });

  it("accepts any text: numbers, quotes, line ends, Unicode, arrays", async (t) => {
    const { redis, keys, partition, commit, batch } = await setUp(t);
    const texts = ["9007199254740993", '"\\', "a\r\nb\0c", "\u{1F381}ü", "[]", "{}", "null", "1e400"];
    const writes = newWrites(keys, partition);
    const key = keys.wishlist(partition, "texts");
    for (const [i, text] of texts.entries()) writes.add("HSET", key, i.toString(), text);
    await commit(batch({ writes }));
    assert.deepEqual(Object.values(await redis.hgetall(key)), texts);
  });

  it("writes more fields than Lua can unpack at once", async (t) => {
    const { redis, keys, partition, commit, batch } = await setUp(t);
    const writes = newWrites(keys, partition);
    const key = keys.wishlist(partition, "large");
    for (let i = 0; i < 30_000; i++) writes.add("HSET", key, i.toString(), "x");
    assert.deepEqual(await commit(batch({ writes })), [{ kind: "committed" }]);
    assert.equal(await redis.hlen(key), 30_000);
  });

  it("trims the outbox to about the given length", async (t) => {
    const { redis, keys, partition, batch, first, second, third, lease } = await setUp(t);
    const events = Array.from({ length: 2000 }, (_, i): [string, string] => [`2-${i + 1}`, "event"]);
    await commitBatches(redis, [batch({ end: first, events, start: lease.cursor })], 100);
    await commitBatches(redis, [batch({ start: first, end: second, events: [["3-1", "event"]] })], 100);
    assert.ok((await redis.xlen(keys.outbox(partition))) < 300);
    assert.ok(third);
  });
});

describe("cancelCommand", () => {
  it("reports a command as passed once the cursor is at or after it", async (t) => {
    const { cancel, commit, batch, first, second, third } = await setUp(t);
    await commit(batch());
    assert.equal(await cancel(first), "passed");
    assert.equal(await cancel(second), "passed");
    assert.equal(await cancel(third), "cancelled");
    assert.equal(await cancel(undefined), "cancelled");
  });

  it("reports a command as passed if its reply is held back, also if its entry is unknown", async (t) => {
    const { redis, keys, partition, cancel } = await setUp(t);
    await redis.hset(keys.heldReplies(partition, "node"), "1", "{}");
    assert.equal(await cancel(undefined), "passed");
    assert.equal(await cancel(undefined, "2"), "cancelled");
  });
});

import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { commitBatches, newWrites } from "../../../src/store/partition/commits.ts";
import { describePartitions } from "../../../src/store/partition/inspect.ts";
import { Heartbeat } from "../../../src/store/redis/structures/heartbeat.ts";
import {
  acquireLease,
  type Lease,
  lostLeases,
  markAttempt,
  releaseLease,
} from "../../../src/store/redis/structures/leases.ts";
import { DAY_MS } from "../../../src/units/durations.ts";
import { leaseOf } from "../../support/lease.ts";
import { withRedis } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

const PARTITION = 3;

function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const acquire = (worker: string, partition = PARTITION) => acquireLease(redis, keys, partition, { worker });
  const mustAcquire = (worker: string, dead?: Lease) => leaseOf(redis, keys, PARTITION, { worker, dead });
  return { redis, keys, acquire, mustAcquire };
}

describe("acquireLease", () => {
  it("gives a partition to one of many concurrent workers, and its fence to the others", async (t) => {
    const { acquire } = setUp(t);
    const outcomes = await Promise.all(Array.from({ length: 20 }, (_, i) => acquire(`worker${i}`)));
    const [lease, ...more] = outcomes.filter((outcome) => "fence" in outcome);
    assert.deepEqual(more, []);
    const refusals = outcomes.filter((outcome) => "heldBy" in outcome);
    assert.deepEqual(refusals, Array(19).fill({ heldBy: lease?.fence }));
  });

  it("gives it to the next worker after the first has died, with the cursor and an unclean state", async (t) => {
    const { redis, keys, mustAcquire } = setUp(t);
    const first = await mustAcquire("one");
    assert.deepEqual([first.cursor, first.clean], ["0-0", true]);
    await redis.hset(keys.lease(PARTITION), "cursor", "5-1");
    const second = await mustAcquire("two", first);
    assert.deepEqual([second.partition, second.cursor, second.clean], [PARTITION, "5-1", false]);
    assert.notEqual(second.fence, first.fence);
  });

  it("gives it to one of many workers that detect the death", async (t) => {
    const { redis, keys, mustAcquire } = setUp(t);
    const { fence } = await mustAcquire("one");
    const outcomes = await Promise.all(
      ["two", "three"].map((worker) => acquireLease(redis, keys, PARTITION, { worker, dead: fence })),
    );
    const [lease] = outcomes.filter((outcome) => "fence" in outcome);
    assert.deepEqual(
      outcomes.filter((outcome) => "heldBy" in outcome),
      [{ heldBy: lease?.fence }],
    );
  });

  it("takes over from a worker of an earlier version, whose leases expired", async (t) => {
    const { redis, keys, acquire, mustAcquire } = setUp(t);
    const old = { fence: "old:1", until: "1", cursor: "5-1", clean: "0" };
    await redis.hset(keys.lease(PARTITION), old);
    assert.deepEqual(await acquire("two"), { heldBy: "old:1" });
    const lease = await mustAcquire("two", { ...old, partition: PARTITION, clean: false });
    assert.deepEqual([lease.cursor, lease.clean], ["5-1", false]);
  });

  it("never gives the same fence twice, also not to the same worker", async (t) => {
    const { redis, keys, mustAcquire } = setUp(t);
    const fences = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const lease = await mustAcquire("one");
      fences.add(lease.fence);
      await releaseLease(redis, keys, lease);
    }
    assert.equal(fences.size, 20);
  });
});

describe("releaseLease", () => {
  it("lets another take over at once, in a clean state", async (t) => {
    const { redis, keys, mustAcquire } = setUp(t);
    const lease = await mustAcquire("one");
    await releaseLease(redis, keys, lease);
    assert.equal((await mustAcquire("two")).clean, true);
  });

  it("reports to the next worker that commands are suspect", async (t) => {
    const { redis, keys, mustAcquire } = setUp(t);
    const lease = await mustAcquire("one");
    await releaseLease(redis, keys, lease, { isClean: false });
    assert.equal((await mustAcquire("two")).clean, false);
  });

  it("keeps another worker's lease if its own is stale", async (t) => {
    const { redis, keys, acquire, mustAcquire } = setUp(t);
    const stale = await mustAcquire("one");
    const { fence } = await mustAcquire("two", stale);
    await releaseLease(redis, keys, stale);
    assert.deepEqual(await acquire("three"), { heldBy: fence });
  });

  it("prevents the former worker from committing", async (t) => {
    const { redis, keys, mustAcquire } = setUp(t);
    const lease = await mustAcquire("one");
    await releaseLease(redis, keys, lease);
    await mustAcquire("two");
    const batch = {
      partition: PARTITION,
      fence: lease.fence,
      start: "0-0",
      first: "1-1",
      end: "1-1",
      deadline: 1e15,
      cancels: "0",
    };
    const writes = newWrites(keys, PARTITION);
    assert.deepEqual(await commitBatches(redis, [{ ...batch, writes, held: [], events: [] }], 100), [
      { kind: "fenced" },
    ]);
  });
});

describe("lostLeases", () => {
  it("resolves to those that another worker has, or that no worker has", async (t) => {
    const { redis, keys, mustAcquire } = setUp(t);
    const lost = await mustAcquire("one");
    await mustAcquire("two", lost);
    const kept = await leaseOf(redis, keys, 0, { worker: "one" });
    const never = { partition: 1, fence: "one:never", cursor: "0-0", clean: true };
    assert.deepEqual(await lostLeases(redis, keys, [lost, kept, never]), {
      lost: [lost, never].map((lease) => ({ ...lease, wentBackMs: 0 })),
      unknown: [],
    });
    // Redis has returned to an earlier cursor.
    const ahead = { ...kept, cursor: "1250-1" };
    const found = (wentBackMs: number) => ({ lost: [{ ...ahead, wentBackMs }], unknown: [] });
    assert.deepEqual(await lostLeases(redis, keys, [ahead]), found(0));
    await redis.hset(keys.lease(0), "cursor", "1000-7");
    assert.deepEqual(await lostLeases(redis, keys, [ahead]), found(250));
  });
});

describe("describePartitions", () => {
  it("names the worker with the lease, and how long it has been silent", async (t) => {
    const { redis, keys, mustAcquire } = setUp(t);
    const lease = await mustAcquire("one");
    const shown = async () => (await describePartitions(redis, keys, 4))[PARTITION];
    assert.equal((await shown())?.worker, undefined);
    await new Heartbeat(redis, keys.workers, "one", 60_000).beat();
    assert.equal((await shown())?.worker, "one");
    assert.ok(((await shown())?.silentMs ?? Infinity) < 60_000);
    await releaseLease(redis, keys, lease);
    assert.equal((await shown())?.worker, undefined);
  });
});

describe("markAttempt", () => {
  it("counts across workers, because the command may kill them", async (t) => {
    const { redis, keys, mustAcquire } = setUp(t);
    const first = await mustAcquire("one");
    assert.equal(await markAttempt(redis, keys, first, "1-1"), 1);
    const second = await mustAcquire("two", first);
    assert.equal(await markAttempt(redis, keys, second, "1-1"), 2);
    assert.equal(await markAttempt(redis, keys, first, "1-1"), 0);
    assert.equal(await markAttempt(redis, keys, second, "1-1"), 3);
  });
});

describe("Heartbeat", () => {
  const process = (t: TestContext) => {
    const { redis, keys } = withRedis(t);
    return {
      redis,
      keys,
      of: (id: string, lifetimeMs = 60_000) => new Heartbeat(redis, keys.workers, id, lifetimeMs),
    };
  };

  it("shows a process until it has been silent for the lifetime", async (t) => {
    const { of } = process(t);
    assert.deepEqual(await of("one").beat(), { living: ["one"], wasAbsent: true, silenceMs: -Infinity });
    const { living, silenceMs } = await of("two").beat();
    assert.deepEqual(living.sort(), ["one", "two"]);
    assert.ok(silenceMs >= 0);
    await until("the end of both", async () => (await of("three", 1).readLiving()).length === 0);
  });

  it("shows a process no longer than the lifetime after the clock of Redis is set back", async (t) => {
    const { redis, keys, of } = process(t);
    await redis.zadd(keys.workers, Date.now() + 365 * DAY_MS, "gone");
    const { living, silenceMs } = await of("one").beat();
    assert.deepEqual([living.sort(), silenceMs], [["gone", "one"], 0]);
    await until("its end", async () => (await of("one", 1).readLiving()).length === 0);
  });

  it("notifies a process that was dropped, and no other", async (t) => {
    const { of } = process(t);
    const one = of("one");
    await one.beat();
    assert.equal((await one.beat()).wasAbsent, false);
    await until("its end", async () => (await of("two", 1).readLiving()).length === 0);
    assert.equal((await one.beat()).wasAbsent, true);
  });

  it("is due again within its lifetime, and as soon as another process may be dead", async (t) => {
    const { redis, keys, of } = process(t);
    const one = of("one");
    assert.ok(one.dueInMs <= 0);
    await one.beat();
    assert.ok(one.dueInMs > 10_000 && one.dueInMs <= 60_000 / 2);
    await of("two").beat();
    await redis.zincrby(keys.workers, -55_000, "two");
    await one.beat();
    assert.ok(one.dueInMs <= 5001);
  });

  it("can read without joining, and can leave", async (t) => {
    const { redis, keys, of } = process(t);
    const one = of("one");
    assert.deepEqual(await one.readLiving(), []);
    assert.equal(await redis.exists(keys.workers), 0);
    await one.beat();
    await one.leave();
    assert.deepEqual(await one.readLiving(), []);
  });
});

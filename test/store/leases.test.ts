import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { commitBatches, newWrites } from "../../src/store/partition/commits.ts";
import {
  acquireLease,
  heartbeat,
  type Lease,
  markAttempt,
  releaseLease,
  renewLeases,
} from "../../src/store/redis/leases.ts";
import { describePartitions } from "../../src/store/partition/inspect.ts";
import { withRedis } from "../support/redis.ts";
import { given } from "../support/service.ts";
import { until } from "../support/until.ts";

function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const acquire = (owner: string, ms: number, partition = 3) =>
    acquireLease(redis, keys, partition, { owner, ms });
  const mustAcquire = async (owner: string, ms: number, partition?: number) =>
    given(await acquire(owner, ms, partition));
  /** The lease after it has expired, taken by another. */
  const takenOver = async (by: string) => {
    let lease: Lease | undefined;
    await until("a lease that runs out", async () => (lease = await acquire(by, 60_000)) !== undefined);
    return given(lease);
  };
  return { redis, keys, acquire, mustAcquire, takenOver };
}

describe("acquireLease", () => {
  it("gives a partition to one of many that want it at once", async (t) => {
    const { acquire } = setUp(t);
    const leases = await Promise.all(Array.from({ length: 20 }, (_, i) => acquire(`worker${i}`, 60_000)));
    assert.equal(leases.filter((lease) => lease !== undefined).length, 1);
  });

  it("gives it to the next once the lease has run out, with the cursor and the word that its owner vanished", async (t) => {
    const { redis, keys, mustAcquire, takenOver } = setUp(t);
    const first = await mustAcquire("one", 1);
    assert.deepEqual([first.cursor, first.clean], ["0-0", true]);
    await redis.hset(keys.owner(3), "cursor", "5-1");
    const second = await takenOver("two");
    assert.deepEqual([second.partition, second.cursor, second.clean], [3, "5-1", false]);
    assert.notEqual(second.fence, first.fence);
  });

  it("never gives the same fence twice, also not to the same owner", async (t) => {
    const { redis, keys, mustAcquire } = setUp(t);
    const fences = new Set<string>();
    for (let i = 0; i < 20; i++) {
      const lease = await mustAcquire("one", 60_000);
      fences.add(lease.fence);
      await releaseLease(redis, keys, lease);
    }
    assert.equal(fences.size, 20);
  });
});

describe("releaseLease", () => {
  it("lets another take over at once, who finds the partition in good order", async (t) => {
    const { redis, keys, acquire, mustAcquire } = setUp(t);
    const lease = await mustAcquire("one", 60_000);
    await releaseLease(redis, keys, lease);
    assert.equal((await acquire("two", 60_000))?.clean, true);
  });

  it("leaves the lease of another alone when its own is stale", async (t) => {
    const { redis, keys, acquire, mustAcquire, takenOver } = setUp(t);
    const stale = await mustAcquire("one", 1);
    await takenOver("two");
    await releaseLease(redis, keys, stale);
    assert.equal(await acquire("three", 60_000), undefined);
  });

  it("keeps the former owner from committing", async (t) => {
    const { redis, keys, mustAcquire } = setUp(t);
    const lease = await mustAcquire("one", 60_000);
    await releaseLease(redis, keys, lease);
    await mustAcquire("two", 60_000);
    const batch = {
      partition: 3,
      fence: lease.fence,
      start: "0-0",
      end: "1-1",
      deadline: 1e15,
      cancels: "0",
    };
    const writes = newWrites(keys, 3);
    assert.deepEqual(await commitBatches(redis, [{ ...batch, writes, events: [] }], 100), [
      { word: "fenced" },
    ]);
  });
});

describe("renewLeases", () => {
  it("resolves to the leases that are lost, and prolongs the others", async (t) => {
    const { redis, keys, mustAcquire, takenOver } = setUp(t);
    const lost = await mustAcquire("one", 1);
    await takenOver("two");
    const kept = await mustAcquire("one", 1000, 0);
    const never = { partition: 1, fence: "one:never", cursor: "0-0", clean: true };
    assert.deepEqual(await renewLeases(redis, keys, [lost, kept, never], 60_000), [lost, never]);
    const partitions = await describePartitions(redis, keys, 4);
    assert.deepEqual(
      partitions.map(({ worker }) => worker),
      ["one", undefined, undefined, "two"],
    );
    assert.ok((partitions[0]?.leaseMs ?? 0) > 30_000);
  });

  it("keeps a lease that ran out while nobody else took it", async (t) => {
    const { redis, keys, acquire, mustAcquire } = setUp(t);
    const lease = await mustAcquire("one", 1);
    await until("the end of the lease", async () =>
      (await describePartitions(redis, keys, 4)).every(({ worker }) => worker === undefined),
    );
    assert.deepEqual(await renewLeases(redis, keys, [lease], 60_000), []);
    assert.equal(await acquire("two", 60_000), undefined);
  });

  it("asks nobody when there is nothing to renew", async (t) => {
    const { redis, keys } = setUp(t);
    assert.deepEqual(await renewLeases(redis, keys, [], 60_000), []);
  });
});

describe("markAttempt", () => {
  it("counts across owners, for it is the command that kills them", async (t) => {
    const { redis, keys, mustAcquire, takenOver } = setUp(t);
    const first = await mustAcquire("one", 1);
    assert.equal(await markAttempt(redis, keys, first, "1-1"), 1);
    const second = await takenOver("two");
    assert.equal(await markAttempt(redis, keys, second, "1-1"), 2);
    assert.equal(await markAttempt(redis, keys, first, "1-1"), 0);
    assert.equal(await markAttempt(redis, keys, second, "1-1"), 3);
  });
});

describe("heartbeat", () => {
  it("shows a process until it has been silent for the lifetime", async (t) => {
    const { redis, keys } = setUp(t);
    assert.deepEqual(await heartbeat(redis, keys.workers, "one", 60_000), ["one"]);
    assert.deepEqual((await heartbeat(redis, keys.workers, "two", 60_000)).sort(), ["one", "two"]);
    await until("the end of both", async () => (await heartbeat(redis, keys.workers, "", 1)).length === 0);
  });

  it("only looks when it is given no name", async (t) => {
    const { redis, keys } = setUp(t);
    assert.deepEqual(await heartbeat(redis, keys.workers, "", 60_000), []);
    assert.equal(await redis.exists(keys.workers), 0);
  });
});

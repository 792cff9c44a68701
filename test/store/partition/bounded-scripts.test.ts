import assert from "node:assert/strict";
import { it, type TestContext } from "node:test";
import { type BatchCommit, commitBatches, newWrites } from "../../../src/store/partition/commits.ts";
import { loadState } from "../../../src/store/partition/state/load.ts";
import type { StateKey } from "../../../src/store/partition/state/state-keys.ts";
import { appendCommands } from "../../../src/store/partition/streams.ts";
import type { ItemRecord } from "../../../src/store/records/records.ts";
import { isOnCluster } from "../../support/connections/one-server.ts";
import { itemWith, putState } from "../../support/data/state-keys.ts";
import { leaseOf } from "../../support/lease.ts";
import { withRedis } from "../../support/redis.ts";

const FAR = Number.MAX_SAFE_INTEGER;
const range = (length: number) => Array.from({ length }, (_, i) => i);

/** A connection that records the last argument of each script that it runs. */
function setUp(t: TestContext) {
  const { redis, keys } = withRedis(t);
  const scripts: string[][] = [];
  const call = redis.call.bind(redis);
  t.mock.method(redis, "call", (command: string, args: string[]) => {
    if (command === "EVALSHA") scripts.push(args);
    return call(command, args);
  });
  return { redis, keys, scripts };
}

it("the state of very many wishlists, or of many fields of one, is read by several scripts", async (t) => {
  const { redis, keys, scripts } = setUp(t);
  const stateKeys = [
    ...range(2500).map((i): StateKey => ({ kind: "meta", id: `w${i}` })),
    ...range(2500).map((i): StateKey => ({ kind: "item", id: "w", field: i + 1 })),
  ];
  const found: unknown[] = [];
  const wanted = stateKeys.map((stateKey) => ({
    partition: 5,
    stateKey,
    load: (_: StateKey, value: unknown) => void found.push(value),
  }));
  assert.equal((await loadState(redis, keys, wanted)).size, 0);
  assert.equal(found.length, stateKeys.length);
  const read = scripts.map((args) =>
    (JSON.parse(args.at(-1) ?? "") as string[][]).reduce((sum, [, ...fields]) => sum + fields.length, 0),
  );
  assert.equal(
    read.reduce((sum, fields) => sum + fields, 0),
    stateKeys.length,
  );
  assert.ok(Math.max(...read) <= 4000, read.join());
});

it("large items of one wishlist, or of several, are read by several scripts", async (t) => {
  const { redis, keys, scripts } = setUp(t);
  const partition = 5;
  const stateKeys: StateKey<"item">[] = [];
  for (const id of ["w1", "w2"])
    for (const i of range(150)) {
      const stateKey: StateKey<"item"> = { kind: "item", id, field: i + 1 };
      await putState(
        { redis, keys },
        partition,
        stateKey,
        itemWith({ id: `${id}.${i}`, note: "n".repeat(30_000) }),
      );
      stateKeys.push(stateKey);
    }
  scripts.length = 0;
  const found: unknown[] = [];
  const load = (_: StateKey, value: unknown) => void found.push(value);
  await loadState(
    redis,
    keys,
    stateKeys.map((stateKey) => ({ partition, stateKey, load })),
  );
  assert.deepEqual(
    found.map((item) => (item as ItemRecord).id).sort(),
    stateKeys.map(({ id, field }) => `${id}.${Number(field) - 1}`).sort(),
  );
  // The values of one command have 3 MB, which is already more than a script reads before it stops.
  assert.equal(scripts.length, 4);
});

it("large batches of several partitions are committed by several scripts, small ones by one", async (t) => {
  const { redis, keys, scripts } = setUp(t);
  /** A batch with this number of written fields. */
  const batchOf = async (partition: number, fields: number, text = "item"): Promise<BatchCommit> => {
    const lease = await leaseOf(redis, keys, partition, { worker: "worker" });
    const stream = keys.commands(partition);
    const [appended] = await appendCommands(redis, [{ stream, payload: "a" }], { bound: 9, deadline: FAR });
    assert.ok(appended?.status === "fulfilled");
    const { value: end = "" } = appended;
    const writes = newWrites(keys, partition);
    for (const i of range(fields)) writes.add("HSET", keys.wishlist(partition, "w"), `${i}`, text);
    const { fence, cursor: start } = lease;
    return {
      partition,
      fence,
      start,
      first: end,
      end,
      deadline: FAR,
      cancels: "0",
      writes,
      held: [],
      events: [],
    };
  };
  const large = await Promise.all([1, 2, 3].map((partition) => batchOf(partition, 1500)));
  const small = await Promise.all([4, 5, 6].map((partition) => batchOf(partition, 10)));
  const texts = await Promise.all([7, 8, 9].map((partition) => batchOf(partition, 10, "t".repeat(120_000))));
  for (const [batches, expected] of [
    [large, 3],
    // On a cluster, each partition has a script of its own.
    [small, isOnCluster() ? 3 : 1],
    [texts, 3],
  ] as const) {
    scripts.length = 0;
    const outcomes = await commitBatches(redis, batches, 1000);
    assert.deepEqual(
      outcomes,
      batches.map(() => ({ kind: "committed" })),
    );
    assert.equal(scripts.length, expected);
  }
  const sizes = await Promise.all([1, 4].map((partition) => redis.hlen(keys.wishlist(partition, "w"))));
  assert.deepEqual(sizes, [1500, 10]);
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { Keys } from "../../../src/store/keys/keys.ts";
import { streamReader } from "../../../src/store/partition/stream-reader.ts";
import { ready } from "../../../src/store/redis/connection/ready.ts";
import { newPrefix, openRedis, PARTITIONS } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { startOwnCluster } from "../../support/servers/own-cluster.ts";

/** Readers that start one after the other: the order of the first reads and the messages of the masters differs by chance. */
const READERS = 40;
/** A reader usually starts to wait within this time. */
const BEGIN_MS = 40;
/** Long enough for a read that finds no entry. */
const EMPTY_MS = 1000;
/** Shorter than the time after which a reader reads all streams again by itself. */
const WAIT_MS = 10_000;

describe("a reader of streams on a cluster", () => {
  it("misses no entry that is added as soon as it waits, on any master", async (test) => {
    const t = newestFirst(test);
    const { redis, url } = await startOwnCluster(t, {}, { hasReplicas: false });
    for (let i = 0; i < READERS; i++) {
      const keys = new Keys(newPrefix(), PARTITIONS);
      const connection = openRedis(t, { enableOfflineQueue: false }, url);
      await ready(connection, test.signal);
      const reader = streamReader(connection);
      const missing = new Set(Array.from({ length: PARTITIONS }, (_, partition) => keys.commands(partition)));
      const read = () =>
        reader.read(new Map([...missing].map((stream) => [stream, "0-0"])), { count: 1, blockMs: WAIT_MS });
      let found = read();
      await pause(BEGIN_MS);
      await Promise.all([...missing].map((stream) => redis.xadd(stream, "*", "c", "{}")));
      while (missing.size > 0) {
        const streams = [...(await found).keys()];
        assert.notDeepEqual(streams, [], `reader ${i} misses ${[...missing].join()}`);
        for (const stream of streams) missing.delete(stream);
        if (missing.size > 0) found = read();
      }
      reader.close();
    }
  });

  it("misses no entry of a stream that did not exist when its slot moved to another master", async (test) => {
    const t = newestFirst(test);
    const { cluster, redis, url, keys } = await startOwnCluster(t, {}, { hasReplicas: false });
    const connection = openRedis(t, { enableOfflineQueue: false }, url);
    await ready(connection, test.signal);
    const reader = streamReader(connection);
    const stream = keys.commands(0);
    const read = (blockMs: number) => reader.read(new Map([[stream, "0-0"]]), { count: 1, blockMs });
    assert.equal((await read(EMPTY_MS)).size, 0);
    const move = await cluster.beginMove(stream);
    await move.end();
    await redis.xadd(stream, "*", "c", "{}");
    assert.deepEqual([...(await read(WAIT_MS)).keys()], [stream]);
    reader.close();
  });
});

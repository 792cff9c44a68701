import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { mastersOf } from "../../../src/store/redis/connection/cluster/cluster-connection.ts";
import { watched } from "../../../src/store/redis/connection/sends.ts";
import { Operation } from "../../../src/store/redis/durability/operation.ts";
import { startOwnCluster } from "../../support/servers/own-cluster.ts";

describe("a connection to a Redis Cluster", () => {
  it("follows slots that move to another master, and records which masters it has used", async (t) => {
    const { cluster, redis } = await startOwnCluster(t);
    await redis.set("{slot}one", "1");
    const move = await cluster.beginMove("{slot}one");
    // Not there yet: the new master is asked, this time only.
    const operation = new Operation(redis);
    assert.equal(await watched(operation, () => redis.incr("{slot}two")), 1);
    assert.equal(operation.masters()?.length, 2);
    assert.equal(await redis.get("{slot}one"), "1");
    assert.deepEqual(await redis.multi().incr("{slot}two").get("{slot}two").exec(), [
      [null, 2],
      [null, "2"],
    ]);
    assert.ok(await move.moveKeys(1));
    await move.end();
    assert.deepEqual(await redis.mget("{slot}one", "{slot}two"), ["1", "2"]);
    assert.deepEqual(await redis.multi().incr("{slot}one").incr("{slot}two").exec(), [
      [null, 2],
      [null, 3],
    ]);
    assert.equal(mastersOf(redis).length, 3);
  });
});

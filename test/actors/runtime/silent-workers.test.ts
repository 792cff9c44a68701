import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { describe, it } from "node:test";
import { scriptSource } from "../../../src/store/redis/script.ts";
import { Heartbeat } from "../../../src/store/redis/structures/heartbeat.ts";
import { PARTITIONS, withActors } from "../../support/actors.ts";
import { intercepted, opened } from "../../support/connections/intercepted.ts";
import { leaseOf } from "../../support/lease.ts";
import { until } from "../../support/until.ts";

const everyPartition = Array.from({ length: PARTITIONS }, (_, partition) => partition);
const heartbeatDigest = createHash("sha1").update(scriptSource("structures/heartbeat")).digest("hex");

/** Has the workers look at who lives, and what they are to serve. */
const wake = ({ redis, keys }: Awaited<ReturnType<typeof withActors>>) =>
  redis.xadd(keys.membership, "*", "joined", "somebody");

describe("the partitions of workers that were silent for longer than their leases", () => {
  it("stay with them, whichever returns first", async (t) => {
    let gate = new AbortController();
    gate.abort();
    // After a failure too: a worker that stops waits for its heartbeat.
    t.after(() => gate.abort());
    const actors = await withActors(t);
    const { redis, keys } = actors;
    const first = await actors.startHost();
    const second = await actors.startHost({
      through: (connection) =>
        intercepted(connection, (args, send) =>
          args.includes(heartbeatDigest) ? opened(gate.signal).then(send) : send(),
        ),
    });
    const half = PARTITIONS / 2;
    await until("both serve", () => first.seen.served === half && second.seen.served === half);
    const fences = () => Promise.all(everyPartition.map((it) => redis.hget(keys.lease(it), "fence")));
    const before = await fences();
    const untilReturned = (id: string) =>
      until("it has returned", async () => {
        await wake(actors);
        return Number(await redis.zscore(keys.workers, id)) > 2;
      });
    for (let i = 0; i < 2; i++) {
      gate = new AbortController();
      await redis.zadd(keys.workers, 1, first.id, 2, second.id);
      await untilReturned(first.id);
      await redis.zrem(keys.workers, first.id);
      // Its second look, too.
      await untilReturned(first.id);
      assert.deepEqual(await fences(), before);
      gate.abort();
      await untilReturned(second.id);
    }
    assert.deepEqual(await fences(), before);
    assert.deepEqual([first.seen.served, second.seen.served], [half, half]);
  });

  it("are taken from the dead ones among them a while after the others have returned", async (t) => {
    const actors = await withActors(t);
    const { redis, keys } = actors;
    await Promise.all(everyPartition.map((it) => leaseOf(redis, keys, it, { worker: "dead" })));
    const heartbeat = new Heartbeat(redis, keys.workers, "dead", 60_000);
    await heartbeat.beat();
    // Longer than two looks at the workers take on a busy machine.
    const { id, seen } = await actors.startHost({ leaseMs: 3000 });
    await redis.zadd(keys.workers, 1, "dead", 1, id);
    await until("it has returned", async () => {
      await wake(actors);
      return Number(await redis.zscore(keys.workers, id)) > 1;
    });
    assert.equal(seen.served, 0);
    await until("all partitions", () => seen.served === PARTITIONS);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { confirmEvents } from "../../../src/store/partition/durable-events.ts";
import { DurableWaits } from "../../../src/store/redis/durability/durable-waits.ts";
import { withRedis } from "../../support/redis.ts";

describe("confirmEvents", () => {
  it("confirms no event that the server lacks, although it confirms all that is written", async (t) => {
    const { redis, keys } = withRedis(t);
    const wait = { command: "WAIT" as const, args: [0] };
    const waits = new DurableWaits(redis, { wait, timeoutMs: 1000, marks: [] });
    await redis.xadd(keys.outbox(1), "5-1", "e", "{}");
    const faults = await confirmEvents(waits, keys, new Map([1, 2].map((partition) => [partition, "5-1"])));
    assert.deepEqual([...faults.keys()], [2]);
    assert.match(String(faults.get(2)), /does not have the event/);
  });
});

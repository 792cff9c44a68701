import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { statusOf } from "../../../src/jobs/queue/queue-status.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { withRedis } from "../../support/redis.ts";

const HOUR_MS = 3_600_000;

describe("the age of the oldest job of a queue", () => {
  it("is that of the jobs of a busy tenant, also if the tenant and others have newer jobs", async (t) => {
    const store = withRedis(t);
    const queue = queueOf(t, store, "orders");
    const now = Date.now();
    const oldest = async () => (await statusOf("orders", { queue, redis: store.redis }, now)).oldestMs;
    assert.equal(await oldest(), 0);
    const jobs = (count: number, priority: number, timestamp: number) =>
      queue.addBulk(
        Array.from({ length: count }, () => ({ name: "match", data: {}, opts: { priority, timestamp } })),
      );
    await jobs(20, 2885, now - HOUR_MS);
    await jobs(1, 2885, now);
    await jobs(1, 1, now);
    assert.equal(await oldest(), HOUR_MS);
    await jobs(5, 1_000_000, now);
    assert.equal(await oldest(), HOUR_MS);
  });
});

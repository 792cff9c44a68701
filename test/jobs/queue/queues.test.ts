import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { type QueueName, QUEUES } from "../../../src/jobs/queue/queues.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { keysWith, withRedis } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";

const names = Object.keys(QUEUES) as QueueName[];

describe("openQueue", () => {
  it("opens every queue under a hash tag of its own, with its own attempts, delays and retention", async (test) => {
    const t = newestFirst(test);
    const { redis, keys, prefix } = withRedis(t);
    assert.ok(names.length > 0);
    for (const name of names) {
      const queue = queueOf(t, { redis, keys }, name);
      const job = await queue.add("job", {});
      const { attempts, backoff, removeOnComplete, removeOnFail } = QUEUES[name];
      assert.equal(job.opts.attempts, attempts);
      assert.deepEqual(job.opts.backoff, backoff);
      assert.deepEqual(job.opts.removeOnComplete, removeOnComplete);
      assert.deepEqual(job.opts.removeOnFail, removeOnFail);
    }
    const made = await keysWith(redis, prefix);
    assert.ok(made.length > 0);
    for (const key of made)
      assert.ok(
        names.some((name) => key.startsWith(`${keys.jobs(name)}:${name}:`)),
        key,
      );
  });

  it("keeps no events, whose ids would outlive the customers and the tenant of the jobs", async (test) => {
    const t = newestFirst(test);
    const { redis, keys } = withRedis(t);
    for (const name of names) {
      const queue = queueOf(t, { redis, keys }, name);
      await queue.waitUntilReady();
      for (let i = 0; i < 2; i++)
        await queue.add("job", {}, { deduplication: { id: "tenant/default customer" } });
      assert.equal(await redis.xlen(queue.toKey("events")), 0);
    }
  });

  it("attempts every job more than once, and keeps a limited number of finished ones", () => {
    const bounds: Record<string, { attempts: number; removeOnComplete: unknown; removeOnFail: unknown }> =
      QUEUES;
    for (const { attempts, removeOnComplete, removeOnFail } of Object.values(bounds)) {
      assert.ok(attempts > 1);
      for (const kept of [removeOnComplete, removeOnFail])
        assert.ok(Number.isInteger(typeof kept === "number" ? kept : (kept as { count: number }).count));
    }
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { pino } from "pino";
import { Jobs } from "../../../src/jobs/queue/jobs.ts";
import { statusOf } from "../../../src/jobs/queue/queue-status.ts";
import { runLater } from "../../../src/jobs/queue/worker/run-later.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { addressOf, redisUrl, withRedis } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { until } from "../../support/until.ts";

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

  for (const [reason, delay] of [
    ["waits for its next attempt", () => Promise.reject(new Error("the attempt fails"))],
    ["has delayed itself", runLater],
  ] as const)
    it(`does not count the time in which a job ${reason}`, async (test) => {
      const t = newestFirst(test);
      const { redis, keys } = withRedis(t);
      const queue = queueOf(t, { redis, keys }, "orders");
      let now = Date.now();
      let end: () => void = () => undefined;
      const ended = new Promise<void>((resolve) => (end = resolve));
      const jobs = Jobs.open(["orders"], {
        now: () => now,
        lockMs: 15_000,
        address: addressOf(redisUrl()),
        keys,
        onJob: () => undefined,
        log: pino({ level: "silent" }),
      });
      t.after(() => jobs.stop());
      t.after(() => end());
      const delayed = new Set<string>();
      jobs.work({
        orders: {
          async process(job, token) {
            const { id = "" } = job;
            if (job.name === "wake") return;
            if (delayed.has(id)) await ended;
            delayed.add(id);
            await delay(job, token, HOUR_MS);
          },
        },
      });
      const backoff = { type: "fixed", delay: HOUR_MS };
      for (let i = 0; i < 2; i++) await queue.add("match", {}, { backoff });
      await until("both wait", async () => (await queue.getDelayedCount()) === 2);
      now += HOUR_MS + 5000;
      await queue.add("wake", {}, { timestamp: now });
      await until("one runs, and the other one is due", async () => {
        const { active, waiting, delayed: left } = await queue.getJobCounts("active", "waiting", "delayed");
        return active === 1 && waiting === 1 && left === 0;
      });
      assert.equal((await statusOf("orders", { queue, redis }, now)).oldestMs, 5000);
    });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import type { Job } from "bullmq";
import { DUE } from "../../../src/jobs/queue/job.ts";
import { nextTime } from "../../../src/jobs/queue/next-time.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../src/units/durations.ts";
import { withSweepJobs } from "../../support/jobs/sweep-jobs.ts";
import { redisUrl } from "../../support/redis.ts";
import { until } from "../../support/until.ts";

const HOURLY = { cron: "0 * * * *", timezone: "UTC" };
const SECONDS = { cron: "* * * * * *", timezone: "UTC" };

/** Queues whose clock, that of Redis, is a year ahead until it is set back. */
async function setUp(...[t]: Parameters<typeof withSweepJobs>) {
  const { open, ...rest } = await withSweepJobs(t);
  let aheadMs = 365 * DAY_MS;
  const now = () => Date.now() + aheadMs;
  const setBack = () => void (aheadMs = 0);
  const jobs = open(redisUrl(), now);
  const schedule = (times = HOURLY) =>
    jobs.schedule("maintenance", "tick", times, { name: "tick", data: {} });
  return { ...rest, now, setBack, jobs, schedule };
}

describe("after the clock of Redis was ahead and is set back", () => {
  it("a schedule that is written again has its next time by the right clock", async (t) => {
    const { queue, setBack, jobs, schedule } = await setUp(t);
    await schedule();
    assert.equal(await jobs.isSetBack("maintenance"), false);
    setBack();
    assert.equal(await jobs.isSetBack("maintenance"), true);
    await schedule();
    assert.equal(await jobs.isSetBack("maintenance"), false);
    const delayed = await queue.getDelayed();
    assert.equal(delayed.length, 1);
    const next = (await queue.getJobScheduler("tick"))?.next ?? 0;
    assert.ok(next > Date.now() - MINUTE_MS && next <= Date.now() + HOUR_MS, `${next - Date.now()}`);
  });

  it("a schedule also runs at times at which it has run already by the wrong clock", async (t) => {
    const { queue, now, setBack, jobs, schedule } = await setUp(t);
    const runs: number[] = [];
    const process = (job: Job) => {
      runs.push(job.opts.prevMillis ?? 0);
      return Promise.resolve();
    };
    // A run that the wrong clock began at a time that comes soon by the right clock.
    const soon = nextTime(SECONDS, Date.now() + 5000);
    const id = `repeat:tick:${soon}`;
    await queue.add("tick", {}, { jobId: id });
    jobs.work({ maintenance: { process } });
    await until("its end", async () => (await queue.getCompleted()).length === 1);
    await schedule(SECONDS);
    assert.ok(((await queue.getJobScheduler("tick"))?.next ?? 0) > soon + DAY_MS);
    assert.ok(now() > soon);
    setBack();
    await jobs.correctTimes();
    await schedule(SECONDS);
    await until(
      "runs after that time",
      () => runs.filter((due) => due > soon && due < soon + DAY_MS).length > 1,
    );
  });

  it("a schedule that BullMQ has ended by the wrong clock runs again", async (t) => {
    const { queue, setBack, jobs, schedule } = await setUp(t);
    await schedule();
    const due = (await queue.getJobScheduler("tick"))?.next ?? 0;
    jobs.work({ maintenance: { process: () => Promise.resolve() } });
    // BullMQ ends a schedule whose next run exists already.
    await queue.add("tick", {}, { jobId: `repeat:tick:${nextTime(HOURLY, due)}` });
    await until("its end", async () => (await queue.getCompleted()).length === 1);
    await (await queue.getJob(`repeat:tick:${due}`))?.promote();
    await until("the last run", async () => (await queue.getCompleted()).length === 2);
    assert.deepEqual(await queue.getDelayed(), []);
    setBack();
    await jobs.correctTimes();
    await schedule();
    assert.equal((await queue.getDelayed()).length, 1);
    assert.equal(await jobs.isSetBack("maintenance"), false);
  });

  it("jobs wait for their delays from then on, except those that wait for a time of their data", async (t) => {
    const { redis, queue, setBack, jobs } = await setUp(t);
    const delayMs = 10 * MINUTE_MS;
    const add = (id: string, delay: number, name = "work") =>
      jobs.add("maintenance", [{ name, id, data: {}, delayMs: delay }]);
    await add("ahead", delayMs);
    await add("due", delayMs, DUE);
    await redis.set(queue.toKey("stalled-check"), "1", "PX", 365 * DAY_MS);
    setBack();
    await add("behind", delayMs);
    const leftOf = async (id: string) => {
      const score = Number(await redis.zscore(queue.toKey("delayed"), id));
      return Math.floor(score / 4096) - Date.now();
    };
    const behind = await leftOf("behind");
    assert.equal(await jobs.correctTimes(), 1);
    const ahead = await leftOf("ahead");
    assert.ok(ahead > delayMs - MINUTE_MS && ahead <= delayMs, `${ahead}`);
    assert.ok((await leftOf("behind")) <= behind);
    assert.ok((await leftOf("due")) > 364 * DAY_MS);
    assert.equal(await redis.exists(queue.toKey("stalled-check")), 0);
    assert.equal(await jobs.correctTimes(), 0);
  });

  it("a job that was deduplicated by the wrong clock does not keep others out", async (t) => {
    const { redis, queue, setBack, jobs } = await setUp(t);
    const add = (name: string, delayMs: number) => {
      const deduplication = { name, ms: HOUR_MS };
      return jobs.add("maintenance", [{ name: "digest", data: {}, delayMs, deduplication }]);
    };
    await add("ended", 0);
    await add("delayed", HOUR_MS);
    jobs.work({ maintenance: { process: () => Promise.resolve() } });
    await until("its end", async () => (await queue.getCompleted()).length === 1);
    // The end of such a key is a time by the clock of Redis.
    for (const name of ["ended", "delayed"]) await redis.pexpire(queue.toKey(`de:${name}`), 365 * DAY_MS);
    setBack();
    await jobs.correctTimes();
    await add("ended", HOUR_MS);
    await add("delayed", HOUR_MS);
    assert.equal((await queue.getDelayed()).length, 3);
  });
});

import assert from "node:assert/strict";
import { describe, it } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { DelayedError, type Job } from "bullmq";
import { pino } from "pino";
import { nextTime } from "../../../src/jobs/queue/next-time.ts";
import { withSweepJobs } from "../../support/jobs/sweep-jobs.ts";
import { redisUrl } from "../../support/redis.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

describe("Jobs.work", () => {
  it("creates one schedule, however many processes start at once or restart", async (t) => {
    const { start, queue } = await withSweepJobs(t);
    const first = await Promise.all([start(), start(), start()]);
    for (const jobs of first) await jobs.stop();
    await start();
    const schedulers = await queue.getJobSchedulers();
    schedulers.sort((a, b) => a.key.localeCompare(b.key));
    assert.deepEqual(
      schedulers.map(({ key, pattern, tz }) => [key, pattern, tz]),
      [
        ["recount-stored", "47 3 * * *", "UTC"],
        ["sweep-references", "17 3 * * *", "UTC"],
      ],
    );
    assert.equal((await queue.getDelayed()).length, schedulers.length);
    const sweep = schedulers.find(({ key }) => key === "sweep-references");
    const next = new Date(sweep?.next ?? 0);
    assert.ok(next.getTime() > Date.now());
    assert.deepEqual([next.getUTCHours(), next.getUTCMinutes()], [3, 17]);
  });

  it("runs the sweep once each time it is due, in one of the processes", async (t) => {
    const { redis, keys, start, queue, waiting, ended, fire, claimForNobody } = await withSweepJobs(t);
    await Promise.all([start(), start()]);
    for (let firing = 1; firing <= 2; firing++) {
      await claimForNobody(`ann${firing}@example.com`);
      await fire();
      await until("the end of the sweep", () => ended.length >= firing);
      await settled({ redis, keys }, { withinMs: 0 });
      const done = await queue.getCompleted();
      assert.deepEqual(
        done.map(({ name, returnvalue }) => [name, returnvalue as unknown]),
        Array.from({ length: firing }, () => ["sweep-references", 1]),
      );
      assert.deepEqual(ended, Array<string>(firing).fill("maintenance completed"));
      assert.equal((await waiting()).length, 1);
    }
  });

  it("continues the schedule after an outage of Redis", async (t) => {
    const { redis, keys, start, ended, fire, claimForNobody } = await withSweepJobs(t);
    const proxy = await startProxy(t, redisUrl());
    await start(proxy.url);
    proxy.cut();
    await claimForNobody("ann@example.com");
    await fire();
    assert.deepEqual(ended, []);
    proxy.heal();
    await until("the end of the sweep", () => ended.length > 0);
    await settled({ redis, keys }, { withinMs: 0 });
    assert.deepEqual(ended, ["maintenance completed"]);
  });
});

describe("a job of a crashed process", () => {
  it("is done by another process, however long the queue allows it", async (t) => {
    const { redis, keys, ended, addAbandoned, open } = await withSweepJobs(t);
    await addAbandoned({});
    open().work({ maintenance: { process: () => Promise.resolve(), lockMs: 1000 } });
    await until("the end of the job", () => ended.length > 0);
    await settled({ redis, keys }, { withinMs: 0 });
    assert.deepEqual(ended, ["maintenance completed"]);
  });
});

describe("jobs that lose their locks while their process stands still", () => {
  it("run again, and are reported in one line, not as failures of Redis", async (t) => {
    const { redis, keys, queue, open, ended } = await withSweepJobs(t);
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const jobs = open(redisUrl(), Date.now, log);
    const begun: string[] = [];
    const runs: string[] = [];
    let areLost = false;
    const process = async ({ name, id = "" }: Job) => {
      if (name !== "held") return;
      runs.push(id);
      if (begun.includes(id)) return;
      begun.push(id);
      await until("the loss of the locks", () => areLost);
    };
    // The locks are gone, as after a stop of the process for longer than this.
    const lockMs = 2000;
    jobs.work({ maintenance: { process, lockMs, concurrency: 3 } });
    await jobs.add("maintenance", Array(3).fill({ name: "held", data: {} }));
    await until("the jobs begin", () => begun.length === 3);
    await redis.del(begun.map((id) => `${queue.toKey(id)}:lock`));
    areLost = true;
    await until("the end of the jobs", () => ended.length >= 3);
    await settled({ redis, keys }, { withinMs: 0 });
    assert.deepEqual(ended, Array(3).fill("maintenance completed"));
    assert.deepEqual(runs.slice(3).sort(), begun.sort());
    assert.deepEqual(
      lines.map((line) => (JSON.parse(line) as { msg: string }).msg),
      ["jobs lost their locks, because this process stood still; they run again"],
    );
  });
});

describe("a job whose processes crash repeatedly", () => {
  it("is given up, and its owner is notified", async (t) => {
    const { redis, keys, queue, ended, addAbandoned, open } = await withSweepJobs(t);
    const id = await addAbandoned({ runId: "r" });
    // As often as a job may be abandoned.
    await redis.hset(queue.toKey(id), "stc", 10);
    const givenUp: unknown[] = [];
    let wasDone = false;
    const process = () => {
      wasDone = true;
      return Promise.resolve();
    };
    const onGivenUp = ({ data }: Job) => {
      givenUp.push(data);
      return Promise.resolve();
    };
    open().work({ maintenance: { process, lockMs: 1000, onGivenUp } });
    await until("the end of the job", () => ended.length > 0);
    await settled({ redis, keys }, { withinMs: 0 });
    assert.deepEqual(
      { ended, givenUp, wasDone },
      {
        ended: ["maintenance failed"],
        givenUp: [{ runId: "r" }],
        wasDone: false,
      },
    );
  });
});

describe("a job that fails", () => {
  it("is given up after its last attempt, not before", async (t) => {
    const { queue, ended, open } = await withSweepJobs(t);
    const givenUp: number[] = [];
    const onGivenUp = ({ attemptsMade }: Job) => {
      givenUp.push(attemptsMade);
      return Promise.resolve();
    };
    open().work({ maintenance: { process: () => Promise.reject(new Error("it fails")), onGivenUp } });
    await queue.add("failing", {}, { attempts: 2, backoff: 0 });
    await until("both attempts", () => ended.length >= 2);
    assert.deepEqual(
      { ended, givenUp },
      { ended: ["maintenance retried", "maintenance failed"], givenUp: [2] },
    );
  });
});

const HOUR_MS = 3_600_000;
/** How much later it is by the clock of Redis, if the clock of a process is wrong. */
const SKEWS = [
  ["ahead", -HOUR_MS],
  ["behind", HOUR_MS],
] as const;

describe("a schedule", () => {
  for (const [skew, behindMs] of SKEWS)
    it(`runs once at each of its times by the clock of Redis, if the process is an hour ${skew}`, async (t) => {
      const { open } = await withSweepJobs(t);
      const storeTime = () => Date.now() + behindMs;
      const jobs = open(redisUrl(), storeTime);
      const runs: { id: string | undefined; due: number; at: number }[] = [];
      const process = (job: Job) => {
        const { id, opts } = job;
        if (job.name === "each second") runs.push({ id, due: opts.prevMillis ?? 0, at: storeTime() });
        return Promise.resolve();
      };
      const createdAt = storeTime();
      const schedule = { cron: "* * * * * *", timezone: "UTC" };
      await jobs.schedule("maintenance", "each second", schedule, { name: "each second", data: {} });
      jobs.work({ maintenance: { process } });
      await until("three runs", () => runs.length >= 3);
      const first = nextTime(schedule, createdAt);
      runs.slice(0, 3).forEach(({ id, due, at }, i) => {
        assert.ok(due >= first + i * 1000 && due <= at, `${i}: ${due - createdAt}, ${at - createdAt}`);
        assert.equal(id, `repeat:each second:${due}`);
      });
    });
});

describe("a delayed job", () => {
  for (const [skew, behindMs] of SKEWS)
    it(`runs at its time by the clock of Redis, if the process is an hour ${skew}`, async (t) => {
      const { open } = await withSweepJobs(t);
      const storeTime = () => Date.now() + behindMs;
      const jobs = open(redisUrl(), storeTime);
      const addedAt = storeTime();
      const done: { name: string; at: number }[] = [];
      const add = (name: string) => jobs.add("maintenance", [{ name, data: {}, delayMs: 300 }]);
      const process = async (job: Job, token?: string) => {
        // A nightly job may be due within that hour.
        if (job.name !== "before" && job.name !== "deferred") return;
        if (job.name === "deferred" && done.length === 1) {
          done.push({ name: "first try", at: storeTime() });
          await job.moveToDelayed(Date.now() + 300, token);
          throw new DelayedError();
        }
        done.push({ name: job.name, at: storeTime() });
      };
      await add("before");
      jobs.work({ maintenance: { process } });
      await until("the job", () => done.length === 1);
      await add("deferred");
      await until("the jobs", () => done.length === 3);
      assert.deepEqual(
        done.map(({ name }) => name),
        ["before", "first try", "deferred"],
      );
      done.forEach(({ at }, i) =>
        assert.ok(at >= addedAt + 300 * (i + 1), `${i}: ${at - addedAt} ms after it was added`),
      );
    });

  it("is not reported as a job whose lock cannot be renewed while its run ends", async (t) => {
    const { open } = await withSweepJobs(t);
    const lines: string[] = [];
    const log = pino({ level: "warn" }, { write: (line: string) => void lines.push(line) });
    const jobs = open(redisUrl(), Date.now, log);
    const lockMs = 1000;
    let hasEnded = false;
    const process = async (job: Job, token?: string) => {
      if (job.name !== "deferred") return;
      await job.moveToDelayed(Date.now() + HOUR_MS, token);
      // Meanwhile, the locks of running jobs are renewed.
      await pause(2 * lockMs);
      hasEnded = true;
      throw new DelayedError();
    };
    jobs.work({ maintenance: { process, lockMs } });
    await jobs.add("maintenance", [{ name: "deferred", data: {} }]);
    await until("the end of the run", () => hasEnded);
    assert.deepEqual(lines, []);
  });

  it("keeps its lock if it runs again before the run that delayed it has ended", async (t) => {
    const { redis, keys, open, ended } = await withSweepJobs(t);
    const jobs = open();
    // Longer than a busy machine stops a process.
    const lockMs = 2000;
    const runs: string[] = [];
    const process = async (job: Job, token?: string) => {
      if (job.name !== "sliced") return;
      runs.push(token ?? "");
      if (runs.length > 1) return pause(3 * lockMs);
      await job.moveToDelayed(Date.now(), token);
      await until("the next run", () => runs.length > 1);
      throw new DelayedError();
    };
    jobs.work({ maintenance: { process, lockMs, concurrency: 2 } });
    await jobs.add("maintenance", [{ name: "sliced", data: {} }]);
    await until("the end of the job", () => ended.length > 0);
    await settled({ redis, keys }, { withinMs: 0 });
    assert.equal(runs.length, 2);
    assert.deepEqual(ended, ["maintenance completed"]);
  });
});

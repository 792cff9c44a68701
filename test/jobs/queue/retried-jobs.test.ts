import assert from "node:assert/strict";
import { once } from "node:events";
import { connect } from "node:net";
import { describe, it, type TestContext } from "node:test";
import type { JobsOptions, Processor } from "bullmq";
import { pino } from "pino";
import { Unavailable } from "../../../src/actors/runtime/unavailable.ts";
import { untilRelayed } from "../../../src/jobs/alerts/until-relayed.ts";
import { Jobs } from "../../../src/jobs/queue/jobs.ts";
import { QUEUES } from "../../../src/jobs/queue/queues.ts";
import { Layout } from "../../../src/store/layout/layout.ts";
import { advanceRelay } from "../../../src/store/partition/outbox.ts";
import { queueOf } from "../../support/jobs/queue.ts";
import { freePort } from "../../support/programs.ts";
import { addressOf, openRedis, PARTITIONS, redisUrl, withRedis } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { startProxy } from "../../support/servers/proxy.ts";
import { until } from "../../support/until.ts";

/** More than the attempts of a job in this queue. */
const TRIES = QUEUES.maintenance.attempts + 1;

/** Adds a job that runs some work. Resolves to its state. */
async function start(
  test: TestContext,
  work: (signal: AbortSignal | undefined) => Promise<unknown>,
  options: JobsOptions = {},
) {
  const t = newestFirst(test);
  const { redis, keys } = withRedis(t);
  const queue = queueOf(t, { redis, keys }, "maintenance");
  const outcomes: string[] = [];
  const jobs = Jobs.open(["maintenance"], {
    now: Date.now,
    lockMs: 15_000,
    address: addressOf(redisUrl()),
    keys,
    onJob: (_, outcome) => outcomes.push(outcome),
    log: pino({ level: "silent" }),
  });
  t.after(() => jobs.stop());
  let tries = 0;
  const process: Processor = async ({ id }, _token, signal) => {
    if (id !== "one") return;
    tries++;
    await work(signal);
  };
  jobs.work({ maintenance: { process } });
  await queue.add("one", {}, { jobId: "one", ...options });
  return {
    ...{ jobs, redis, queue, outcomes },
    tries: () => tries,
    attempts: async () => (await queue.getJob("one"))?.attemptsMade,
    isDone: async () => (await queue.getJobState("one")) === "completed",
  };
}

describe("a job", () => {
  it("waits while Redis is away, without using up an attempt", async (t) => {
    const proxy = await startProxy(t, redisUrl());
    const store = openRedis(t, { enableOfflineQueue: false, maxRetriesPerRequest: 0 }, proxy.url);
    store.on("error", () => undefined);
    proxy.cut();
    const { tries, attempts, isDone } = await start(t, () => store.ping());
    await until("it was tried several times", () => tries() >= TRIES);
    assert.equal(await attempts(), 0);
    proxy.heal();
    await until("it is done", isDone);
    assert.equal(await attempts(), 1);
  });

  it("waits while no worker applies its commands, without using up an attempt", async (t) => {
    let isAway = true;
    const { tries, attempts, isDone } = await start(t, () =>
      isAway
        ? Promise.reject(new Unavailable("no worker has replied", { isUnknown: true }))
        : Promise.resolve(),
    );
    await until("it was tried several times", () => tries() >= TRIES);
    assert.equal(await attempts(), 0);
    isAway = false;
    await until("it is done", isDone);
  });

  it("waits while the waiting lists lack the latest events, without using up an attempt", async (t) => {
    const store = withRedis(t);
    const layout = new Layout(PARTITIONS, "salt");
    const event = await store.redis.xadd(store.keys.outbox(3), "*", "event", "{}");
    assert.ok(event);
    const { tries, attempts, isDone } = await start(t, () => untilRelayed({ ...store, layout }));
    await until("it was tried again", () => tries() > 1);
    assert.equal(await attempts(), 0);
    await advanceRelay(store.redis, store.keys, new Map([[3, event]]));
    await until("it is done", isDone);
  });

  it("uses up an attempt if another server is away", async (t) => {
    const port = await freePort();
    const { attempts } = await start(t, () => once(connect(port, "127.0.0.1"), "connect"));
    await until("an attempt has failed", async () => (await attempts()) === 1);
  });

  it("returns to its queue without using up an attempt if its process stops, and another process runs it", async (t) => {
    const { tries, attempts, jobs, queue } = await start(
      t,
      (signal) =>
        new Promise((_, reject) =>
          signal?.addEventListener("abort", () => reject(new Error("the connection is closed"))),
        ),
    );
    await until("it runs", () => tries() === 1);
    await jobs.stop(10);
    assert.equal(await attempts(), 0);
    assert.deepEqual(await queue.getActive(), []);
    assert.ok(["waiting", "delayed"].includes(await queue.getJobState("one")));
  });

  it("is counted as failed only after its last attempt", async (t) => {
    const options = { attempts: 3, backoff: { type: "fixed", delay: 10 } };
    const { tries, outcomes } = await start(t, () => Promise.reject(new Error("no")), options);
    await until("it has failed", () => outcomes.includes("failed"));
    assert.deepEqual([tries(), outcomes], [3, ["retried", "retried", "failed"]]);
  });

  it("has all its stalls again if it is restarted after it had too many", async (t) => {
    const { isDone, jobs, queue, redis } = await start(t, () => Promise.resolve());
    await until("it is done", isDone);
    const key = queue.toKey("one");
    await redis.hset(key, "stc", 11);
    await jobs.revive("maintenance", { name: "one", id: "one", data: {} });
    assert.equal(await redis.hexists(key, "stc"), 0);
    await until("it is done again", isDone);
  });
});

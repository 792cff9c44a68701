import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { DelayedError, type Job } from "bullmq";
import { pino } from "pino";
import type { QueueWork } from "../../../src/jobs/queue/job.ts";
import { Jobs } from "../../../src/jobs/queue/jobs.ts";
import { type SlotJob, TenantSlots } from "../../../src/store/tenants/tenant-slots.ts";
import { addressOf, withRedis } from "../../support/redis.ts";
import { newestFirst } from "../../support/runner/newest-first.ts";
import { settled } from "../../support/settled.ts";
import { until } from "../../support/until.ts";

const LIMIT = 2;
const MANY = 20;
const jobCalled = (id: string, receiver = "") => ({ id, receiver });
const [a, b, c] = [jobCalled("a"), jobCalled("b"), jobCalled("c")];

/** Jobs of two tenants, of which those of `slow` wait for a gate. */
function setUp(test: TestContext) {
  const t = newestFirst(test);
  const { redis, keys } = withRedis(t);
  const log = pino({ level: "silent" });
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const running = new Set<string>();
  const done: string[] = [];
  let most = 0;
  const process = async ({ id = "", data }: Job<{ storeKey: string }>) => {
    assert.ok(!running.has(id), "a job runs once at a time");
    running.add(id);
    most = Math.max(most, [...running].filter((each) => each.startsWith("slow")).length);
    if (data.storeKey === "slow/default") await gate;
    running.delete(id);
    done.push(id);
  };
  const start = (work: Partial<QueueWork> = {}) => {
    const onJob = () => undefined;
    const jobs = Jobs.open(["feeds"], {
      address: addressOf(),
      keys,
      now: Date.now,
      lockMs: 5000,
      onJob,
      log,
    });
    t.after(() => jobs.stop());
    t.after(open);
    jobs.work({ feeds: { process, concurrency: 4, perTenant: LIMIT, ...work } });
    return jobs;
  };
  const add = (jobs: Jobs, tenant: string, count: number, hasPriorities = true) =>
    jobs.add(
      "feeds",
      Array.from({ length: count }, (_, i) => ({
        name: "feed",
        data: { storeKey: `${tenant}/default` },
        id: `${tenant}-${i.toString().padStart(2, "0")}`,
        ...(hasPriorities ? { priority: i + 1 } : {}),
      })),
    );
  return { redis, keys, open, running, done, most: () => most, start, add };
}

describe("a tenant's jobs", () => {
  it("run at most as many at once as the tenant has slots, in all processes together, each once", async (t) => {
    const { redis, keys, start, add, open, running, done, most } = setUp(t);
    const [jobs] = [start(), start()];
    await add(jobs, "slow", MANY);
    await until("the slots are taken", () => running.size === LIMIT);
    await add(jobs, "quick", 5);
    await until("the other tenant's jobs", () => done.length === 5);
    assert.equal(running.size, LIMIT);
    open();
    await settled({ redis, keys });
    assert.equal(most(), LIMIT);
    assert.equal(done.length, 5 + MANY);
    assert.equal(new Set(done).size, 5 + MANY);
  });

  it("keep their priority and their attempts while they wait", async (t) => {
    const { redis, keys, start, add, done } = setUp(t);
    const seen: [string, number, number | undefined][] = [];
    const jobs = start({
      process: async (job: Job) => {
        seen.push([job.id ?? "", job.attemptsMade, job.opts.priority]);
        if (job.id === "slow-00") await new Promise((resolve) => setImmediate(resolve));
        done.push(job.id ?? "");
      },
      perTenant: 1,
    });
    await add(jobs, "slow", MANY);
    await settled({ redis, keys });
    assert.equal(done.length, MANY);
    assert.deepEqual(
      seen.sort(),
      Array.from({ length: MANY }, (_, i) => [`slow-${i.toString().padStart(2, "0")}`, 0, i + 1]),
    );
  });

  it("are fetched once each, however many wait for a slot", async (t) => {
    const { start, add, open, running, done, redis, keys } = setUp(t);
    const jobs = start();
    await add(jobs, "slow", LIMIT);
    await until("the slots are taken", () => running.size === LIMIT);
    await add(jobs, "slow", MANY);
    open();
    await settled({ redis, keys });
    assert.equal(done.length, MANY);
    const ids = done.map((id) => `${keys.jobs("feeds")}:feeds:${id}`);
    const fetched = await Promise.all(ids.map((key) => redis.hget(key, "ats")));
    assert.deepEqual([...new Set(fetched)], ["1"]);
  });

  it("run when the slots of a killed process expire, although no running job of the tenant can admit them", async (t) => {
    const { redis, keys, start, add, open, done } = setUp(t);
    const lockMs = 1500;
    const slots = new TenantSlots(redis, keys);
    for (const job of ["lost-1", "lost-2"])
      await slots.take({
        ...{ queue: "feeds", tenant: "slow", limit: LIMIT, forOthers: 0, leaseMs: lockMs },
        job: jobCalled(job),
        token: "1",
      });
    open();
    const jobs = start({ lockMs });
    await add(jobs, "slow", MANY);
    await settled({ redis, keys });
    assert.equal(done.length, MANY);
    assert.equal(new Set(done).size, MANY);
  });

  it("run if a killed process has admitted them without moving them", async (t) => {
    const { redis, keys, start, add, open, running, done } = setUp(t);
    const set = { queue: "feeds", tenant: "slow", limit: LIMIT, forOthers: 0, leaseMs: 1500 };
    const slots = new TenantSlots(redis, keys);
    const jobs = start({ lockMs: set.leaseMs });
    await add(jobs, "slow", LIMIT);
    await until("the slots are taken", () => running.size === LIMIT);
    await add(jobs, "slow", MANY);
    await slots.freeExpired({ ...set, limit: MANY });
    open();
    await settled({ redis, keys });
    assert.equal(done.length, MANY);
  });

  it("take turns if one of them repeats itself at once", async (t) => {
    const { redis, keys, start, add, done } = setUp(t);
    const turns: string[] = [];
    const jobs = start({
      async process(job: Job, token) {
        turns.push(job.id ?? "");
        if (turns.filter((id) => id === job.id).length === 3) return void done.push(job.id ?? "");
        await job.moveToDelayed(Date.now(), token);
        throw new DelayedError();
      },
      perTenant: 1,
    });
    await add(jobs, "slow", 3, false);
    await settled({ redis, keys });
    assert.equal(done.length, 3);
    assert.deepEqual(turns.length, 9);
    assert.equal(new Set(turns.slice(0, 3)).size, 3, turns.join());
  });
});

describe("TenantSlots", () => {
  const set = { queue: "feeds", tenant: "shop", limit: 1, forOthers: 0, leaseMs: 5000 };
  const request = { ...set, token: "1" };

  it("frees the slot of a crashed process, and gives it to the job that has waited longest", async (t) => {
    const { redis, keys } = setUp(t);
    const slots = new TenantSlots(redis, keys);
    assert.equal((await slots.take({ ...request, leaseMs: 100, job: a })).isHeld, true);
    for (const job of [b, c]) {
      assert.equal((await slots.take({ ...request, job })).isHeld, false);
      assert.deepEqual((await slots.wait(set, [job])).admitted, []);
    }
    assert.deepEqual(await slots.tenants("feeds"), ["shop"]);
    let admitted: SlotJob[] = [];
    await until("the end of the lease", async () => {
      ({ admitted } = await slots.freeExpired(set));
      return admitted.length > 0;
    });
    assert.deepEqual(admitted, [b]);
    assert.equal((await slots.take({ ...request, job: b })).isHeld, true);
    assert.equal((await slots.renew({ ...request, job: a })).isHeld, false);
  });

  it("reserves a slot also for a job that was not ready yet, and reports it when the job is ready", async (t) => {
    const { redis, keys } = setUp(t);
    const slots = new TenantSlots(redis, keys);
    await slots.take({ ...request, job: a });
    await slots.enter(set, [b]);
    assert.deepEqual((await slots.release({ ...request, job: a })).admitted, [b]);
    assert.deepEqual((await slots.wait(set, [b])).admitted, [b]);
    const again = await slots.take({ ...request, job: b, token: "2" });
    assert.deepEqual([again.isHeld, again.waiting], [true, 0]);
  });

  it("distinguishes runs of the same job: the end of one does not free the slot of the next", async (t) => {
    const { redis, keys } = setUp(t);
    const slots = new TenantSlots(redis, keys);
    await slots.take({ ...request, job: a, token: "1", limit: 2 });
    await slots.take({ ...request, job: a, token: "2", limit: 2 });
    await slots.release({ ...request, job: a, token: "1", limit: 2 });
    assert.equal((await slots.renew({ ...request, job: a, token: "2", limit: 2 })).isHeld, true);
  });

  it("deletes the data of a tenant once none of its jobs waits or runs", async (t) => {
    const { redis, keys } = setUp(t);
    const slots = new TenantSlots(redis, keys);
    await slots.take({ ...request, job: a });
    await slots.enter(set, [b]);
    await slots.drop(set, b);
    await slots.freeExpired(set);
    assert.deepEqual(await slots.tenants("feeds"), ["shop"]);
    await slots.release({ ...request, job: a });
    await slots.freeExpired(set);
    assert.deepEqual(await slots.tenants("feeds"), []);
  });
});

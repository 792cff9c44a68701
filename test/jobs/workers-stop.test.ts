import assert from "node:assert/strict";
import { describe, it, type TestContext } from "node:test";
import { Queue } from "bullmq";
import { pino } from "pino";
import { sweepReferences } from "../../src/jobs/maintenance/sweep-references.ts";
import { Jobs } from "../../src/jobs/queue/jobs.ts";
import { scheduleNightly } from "../../src/jobs/queue/nightly.ts";
import { openLayout } from "../../src/store/layout.ts";
import { References } from "../../src/store/read/references.ts";
import { Tenants } from "../../src/store/tenants/tenants.ts";
import { newestFirst } from "../support/newest-first.ts";
import { startProxy } from "../support/proxy.ts";
import { addressOf, redisUrl, withRedis } from "../support/redis.ts";
import { given } from "../support/service.ts";
import { settled } from "../support/settled.ts";
import { newCustomerId } from "../support/state-keys.ts";
import { soon, until } from "../support/until.ts";

const PARTITIONS = 2;
const LIFETIME_MS = 1000;
/** A grace period that never ends during a test. */
const PATIENT_MS = 60_000;

async function setUp(test: TestContext) {
  const t = newestFirst(test);
  const { redis, keys } = withRedis(t);
  const references = new References(redis, keys, await openLayout(redis, keys, PARTITIONS), LIFETIME_MS);
  const tenants = new Tenants(redis, keys);
  await tenants.create("shop");
  const ended: string[] = [];
  const log = pino({ level: "silent" });
  const open = (url = redisUrl(), now = Date.now) => {
    const jobs = Jobs.open(["maintenance"], {
      now,
      lockMs: 15_000,
      address: addressOf(url),
      keys,
      onJob: (queue, outcome) => void ended.push(`${queue} ${outcome}`),
      log,
    });
    t.after(() => jobs.stop());
    return jobs;
  };
  const start = async (url = redisUrl(), of = tenants) => {
    const jobs = open(url);
    const process = sweepReferences({ tenants: of, references, partitions: PARTITIONS, now: Date.now, log });
    jobs.work({ maintenance: { process } });
    await scheduleNightly(jobs);
    return jobs;
  };
  const connection = redis.duplicate({ maxRetriesPerRequest: null });
  const queue = new Queue("maintenance", { connection, prefix: keys.jobs("maintenance") });
  await queue.waitUntilReady();
  t.after(async () => {
    await queue.close();
    connection.disconnect();
  });
  /** Delayed sweep jobs. */
  const waiting = async () => (await queue.getDelayed()).filter(({ name }) => name === "sweep-references");
  /** Makes the next sweep due. */
  const fire = async () => {
    const [next] = await waiting();
    await given(next).promote();
  };
  const claimForNobody = async (value: string) => {
    const claim = {
      reference: "email" as const,
      storeKey: "shop/default",
      value,
      holder: newCustomerId(1).id,
    };
    await references.claim([{ ...claim, at: Date.now() - LIFETIME_MS }]);
  };
  return {
    redis,
    keys,
    open,
    start,
    queue,
    waiting,
    connection,
    prefix: keys.jobs("maintenance"),
    ended,
    fire,
    claimForNobody,
    tenants,
  };
}

function newGate() {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { open, opened };
}

/** Open sockets of this process. Those of earlier tests may close at any time. */
const sockets = () => process.getActiveResourcesInfo().filter((name) => name.startsWith("TCP")).length;

describe("Jobs.stop", () => {
  it("closes all connections if there is no work", async (t) => {
    const { start } = await setUp(t);
    const before = sockets();
    const jobs = await start();
    assert.ok(sockets() > before);
    await soon("the stop", jobs.stop(PATIENT_MS));
    await until("the end of the connections", () => sockets() <= before);
  });

  it("ends and leaves no connection if Redis is away, and does not reconnect when it returns", async (t) => {
    const { start } = await setUp(t);
    const proxy = await startProxy(t, redisUrl());
    const before = sockets();
    const jobs = await start(proxy.url);
    proxy.cut();
    await until("the loss of the connections", () => sockets() <= before);
    await soon("the stop", jobs.stop(PATIENT_MS));
    proxy.heal();
    // Longer than the longest wait between two attempts to connect.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    assert.ok(sockets() <= before);
  });

  it("ends also if Redis goes away at the same moment", async (t) => {
    const { start } = await setUp(t);
    const proxy = await startProxy(t, redisUrl());
    const before = sockets();
    const jobs = await start(proxy.url);
    proxy.cut();
    await soon("the stop", jobs.stop(PATIENT_MS));
    await until("the end of the connections", () => sockets() <= before);
  });

  it("ends if Redis does not answer", async (t) => {
    const { start } = await setUp(t);
    const proxy = await startProxy(t, redisUrl());
    const jobs = await start(proxy.url);
    const silence = proxy.loseReplies(500);
    await soon("the stop", jobs.stop(PATIENT_MS));
    await silence;
  });

  it("abandons a running job after its grace period, and leaves it to the other processes", async (t) => {
    const { start, queue, ended, fire, tenants } = await setUp(t);
    const [isStuck, end] = [newGate(), newGate()];
    const stuck = Object.assign(Object.create(tenants) as Tenants, {
      storeKeys: async () => {
        isStuck.open();
        await end.opened;
        return [];
      },
    });
    const jobs = await start(redisUrl(), stuck);
    await fire();
    await soon("the job", isStuck.opened);
    await soon("the stop", jobs.stop(50));
    assert.deepEqual(ended, []);
    const active = await queue.getActive();
    assert.deepEqual(
      active.map(({ name }) => name),
      ["sweep-references"],
    );
    end.open();
  });

  it("may be called again", async (t) => {
    const { start } = await setUp(t);
    const jobs = await start();
    await soon("both", Promise.all([jobs.stop(), jobs.stop()]));
    await soon("one more", jobs.stop());
  });

  it("leaves the schedule to the other processes", async (t) => {
    const { redis, keys, start, ended, fire } = await setUp(t);
    const [one] = [await start(), await start()];
    await one.stop();
    await fire();
    await until("the end of the sweep", () => ended.length > 0);
    await settled({ redis, keys }, { withinMs: 0 });
    assert.deepEqual(ended, ["maintenance completed"]);
  });
});

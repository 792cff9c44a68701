import { Worker } from "bullmq";
import { pino } from "pino";
import { sweepReferences } from "../../../src/jobs/maintenance/sweep-references.ts";
import { Jobs } from "../../../src/jobs/queue/jobs.ts";
import { scheduleFirst, scheduleLast } from "../../../src/jobs/queue/nightly.ts";
import { openLayout } from "../../../src/store/layout/layout.ts";
import { IndexReads } from "../../../src/store/maintenance/index-reads.ts";
import { historyOf } from "../../../src/store/redis/server/history.ts";
import { References } from "../../../src/store/references/references.ts";
import { Tenants } from "../../../src/store/tenants/tenants.ts";
import { newCustomerId } from "../data/state-keys.ts";
import { addressOf, type Cleanup, redisUrl, withRedis } from "../redis.ts";
import { newestFirst } from "../runner/newest-first.ts";
import { given } from "../service.ts";
import { until } from "../until.ts";
import { queueOf } from "./queue.ts";

const PARTITIONS = 2;
const LIFETIME_MS = 1000;

/** Returns processes of background jobs that only do the nightly sweep of references. */
export async function withSweepJobs(test: Cleanup) {
  const t = newestFirst(test);
  const { redis, keys } = withRedis(t);
  const references = new References(redis, keys, await openLayout(redis, keys, PARTITIONS), LIFETIME_MS);
  const tenants = new Tenants(redis, keys);
  await tenants.create("shop");
  const ended: string[] = [];
  const silent = pino({ level: "silent" });
  const open = (url = redisUrl(), now = Date.now, log = silent) => {
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
    const process = sweepReferences({
      tenants: of,
      references,
      reads: new IndexReads(redis, keys),
      history: () => historyOf(redis),
      matchLater: () => Promise.resolve(),
      partitions: PARTITIONS,
      now: Date.now,
      log: silent,
    });
    jobs.work({ maintenance: { process } });
    await scheduleFirst(jobs);
    await scheduleLast(jobs);
    return jobs;
  };
  const queue = queueOf(t, { redis, keys }, "maintenance");
  await queue.waitUntilReady();
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
  /** Adds a job that was begun by a process that crashed. Resolves to its id. */
  const addAbandoned = async (data: object) => {
    let hasBegun = false;
    const process = () => {
      hasBegun = true;
      return new Promise(() => undefined);
    };
    const vanishing = { lockDuration: 1000, skipLockRenewal: true, skipStalledCheck: true };
    const vanished = new Worker("maintenance", process, { ...queue.opts, ...vanishing });
    t.after(() => vanished.close(true));
    const { id = "" } = await queue.add("left", data);
    await until("the job begins", () => hasBegun);
    return id;
  };
  return { redis, keys, addAbandoned, open, start, queue, waiting, ended, fire, claimForNobody, tenants };
}

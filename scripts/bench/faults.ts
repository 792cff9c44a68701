import { setTimeout as pause } from "node:timers/promises";
import { newCluster, PARTITIONS, type Running } from "../../test/support/processes.ts";
import type { Cleanup } from "../../test/support/redis.ts";
import { withCleanup } from "../../test/support/runner/newest-first.ts";
import { startOwnCluster } from "../../test/support/servers/own-cluster.ts";
import { RedisServer } from "../../test/support/servers/redis-server.ts";
import { type Caller, unique, WS } from "../../test/support/service.ts";
import { until } from "../../test/support/until.ts";
import { readCommandLine } from "../program.ts";
import { medianOf } from "./support/load/load.ts";

const CUSTOMERS = 24;
/** Time between two attempts of a customer, in milliseconds. */
const PACE_MS = 20;
const BEFORE_MS = 2000;
const AFTERWARDS_MS = 2000;
/** A longer gap is more than a pause of a busy machine. */
const AWAY_MS = 500;
/** The default of the service. */
const LEASE_MS = 5000;
/** Number of partitions, as in the tests. It is printed with the result. */
const ENV = {
  PARTITIONS: PARTITIONS.toString(),
  LEASE_MS: LEASE_MS.toString(),
  OUTBOX_LENGTH: "1000",
};
const BUILT = "dist";

readCommandLine({
  call: "npm run bench:faults",
  purpose: [
    "Measures how long writes are not possible after a fault. Prints a Markdown table.",
    "One HTTP process and two workers run on one Redis, and on a cluster of three masters with a replica each. " +
      "Customers write one item after the other; a customer's gap is the longest time between two acknowledged writes " +
      "after the fault. Service, Redis and load share the machine.",
  ],
});

interface Stage {
  t: Cleanup;
  shop: Caller;
  workers: Running[];
  startWorker: () => Promise<Running>;
}

/** Customers who each write one item after the other, and the times of the acknowledgements. */
class Writers {
  readonly #acknowledged: number[][] = [];
  #isOver = false;
  #loops: Promise<void>[] = [];

  async start(shop: Caller): Promise<void> {
    const lists = await Promise.all(Array.from({ length: CUSTOMERS }, () => shop.newWishlist()));
    this.#loops = lists.map(({ id }: { id: string }) => this.#write(shop, id));
  }

  async #write(shop: Caller, wishlistId: string): Promise<void> {
    const times: number[] = [];
    this.#acknowledged.push(times);
    while (!this.#isOver) {
      const product = { productRef: "p", selectedVariantRef: unique("v") };
      const answer = await shop.post(`${WS}/wishlist/items`, { wishlistId, product }).catch(() => undefined);
      if (answer?.status === 200) times.push(performance.now());
      await pause(PACE_MS);
    }
  }

  /** Whether each customer got an acknowledgement after a time. */
  allSince(time: number): boolean {
    return this.#acknowledged.every((times) => (times.at(-1) ?? 0) > time);
  }

  /** The longest time without an acknowledged write of each customer, from a time on. */
  gapsFrom(time: number): number[] {
    return this.#acknowledged.map((times) => {
      const first = times.findLastIndex((each) => each <= time);
      const later = times.slice(Math.max(0, first));
      return Math.max(...later.slice(1).map((each, i) => each - (later[i] ?? 0)));
    });
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** Causes a fault while customers write. Resolves to a row of the table. */
async function measure(name: string, { shop }: Stage, cause: () => Promise<void>): Promise<string> {
  process.stderr.write(`${name}\n`);
  const writers = new Writers();
  try {
    await writers.start(shop);
    await until("all customers write", () => writers.allSince(0));
    await pause(BEFORE_MS);
    const causedAt = performance.now();
    await cause();
    const overAt = performance.now();
    await until("all customers write again", () => writers.allSince(overAt));
    await pause(AFTERWARDS_MS);
    const gaps = writers.gapsFrom(causedAt);
    const away = gaps.filter((gap) => gap > AWAY_MS).length;
    return `| ${name} | ${seconds(Math.max(...gaps))} | ${seconds(medianOf(gaps))} | ${away} of ${gaps.length} |`;
  } finally {
    await writers.stop();
  }
}

async function replaceEach({ workers, startWorker }: Stage): Promise<void> {
  for (const worker of workers.splice(0)) {
    workers.push(await startWorker());
    worker.program.signal("SIGTERM");
    await worker.program.end();
  }
}

async function stageOn(t: Cleanup, store: Parameters<typeof newCluster>[1]): Promise<Stage> {
  const { start, newShop } = newCluster(t, { built: BUILT, ...store });
  const startWorker = () => start("worker");
  const [http, ...workers] = await Promise.all([start("http"), startWorker(), startWorker()]);
  return { t, shop: await newShop(http), workers, startWorker };
}

async function onOneRedis(t: Cleanup): Promise<string[]> {
  const redis = await RedisServer.start(t);
  const stage = await stageOn(t, { env: ENV, store: redis });
  const { workers, startWorker } = stage;
  return [
    await measure("A worker is killed", stage, async () => {
      const [worker] = workers.splice(0, 1);
      worker?.program.signal("SIGKILL");
      await worker?.program.end();
      workers.push(await startWorker());
    }),
    await measure("A worker stands still for twice its lease", stage, async () => {
      workers[0]?.program.signal("SIGSTOP");
      await pause(2 * LEASE_MS);
      workers[0]?.program.signal("SIGCONT");
    }),
    await measure("Each worker is replaced by another (rolling restart)", stage, () => replaceEach(stage)),
    await measure("Redis is killed and started again", stage, async () => {
      await redis.kill();
      await redis.launch();
    }),
  ];
}

async function onCluster(t: Cleanup): Promise<string[]> {
  const jobs = await RedisServer.start(t);
  const store = await startOwnCluster(t);
  const env = { ...ENV, JOBS_REDIS_URL: jobs.url };
  const stage = await stageOn(t, { env, store });
  return [
    await measure("`CLUSTER FAILOVER` of a master", stage, () => store.cluster.failOver(0, "agreed")),
    await measure("A master is killed", stage, () => store.cluster.crashMaster(1)),
  ];
}

const rows = [...(await withCleanup(onOneRedis)), ...(await withCleanup(onCluster))];
console.log(
  [
    "| Fault | Longest gap of a customer | Median | Customers without writes for half a second |",
    "| --- | ---: | ---: | ---: |",
    ...rows,
    "",
    Object.entries(ENV)
      .map(([name, value]) => `\`${name}=${value}\``)
      .join(", "),
  ].join("\n"),
);

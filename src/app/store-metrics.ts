import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { Gauge, type Registry } from "prom-client";
import type { Jobs } from "../jobs/queue/jobs.ts";
import type { Keys } from "../store/keys/keys.ts";
import { commandsStatus, outboxesStatus } from "../store/partition/status.ts";
import type { StoreClock } from "../store/redis/clock.ts";
import { memoryStatus, NEAR_LIMIT } from "../store/redis/server/memory.ts";
import type { StoredBytes } from "../store/tenants/stored-bytes.ts";
import type { Tenants } from "../store/tenants/tenants.ts";

/** How long a reading is reused: for all gauges of a scrape, and for scrapes in quick succession. */
const REUSE_MS = 1000;
/** How long a reading about all tenants is reused. */
const TENANTS_REUSE_MS = 60_000;
const TENANTS_READ = 500;
/** Maximum number of tenants that one metric names. */
export const TOP_TENANTS = 10;
/** Time limit of a reading: an unreachable Redis must not delay the other metrics. */
const TIMEOUT_MS = 2000;

interface StoreMetricsParts {
  registry: Registry;
  redis: Redis;
  jobs: Jobs;
  tenants: Pick<Tenants, "ids">;
  storedBytes: StoredBytes;
  keys: Keys;
  clock: StoreClock;
  partitions: number;
  /** Bytes that Redis may use, if the operator has set them. */
  memoryLimit: number | undefined;
  log: Logger;
}

/** Returns a function that reads at most once per `reuseMs`. It resolves to undefined if there is no answer in time. */
function reader<T>(read: () => Promise<T>, log: Logger, reuseMs = REUSE_MS): () => Promise<T | undefined> {
  let last: { at: number; result: Promise<T | undefined> } | undefined;
  const readInTime = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("Redis does not answer")), TIMEOUT_MS);
    });
    try {
      return await Promise.race([read(), late]);
    } catch (err) {
      log.debug({ err }, "cannot read the state of Redis");
      return undefined;
    } finally {
      clearTimeout(timer);
    }
  };
  return () => {
    const now = performance.now();
    if (!last || now - last.at >= reuseMs) last = { at: now, result: readInTime() };
    return last.result;
  };
}

/** Returns the tenants with the highest values, the highest first. A metric must not have many labels. */
export async function topTenants(
  ids: readonly string[],
  read: (tenants: readonly string[]) => Promise<number[]>,
): Promise<[tenant: string, value: number][]> {
  const values: [string, number][] = [];
  for (let from = 0; from < ids.length; from += TENANTS_READ) {
    const some = ids.slice(from, from + TENANTS_READ);
    const found = await read(some);
    for (const [i, id] of some.entries()) values.push([id, found[i] ?? 0]);
  }
  return values
    .filter(([, value]) => value > 0)
    .sort(([, a], [, b]) => b - a)
    .slice(0, TOP_TENANTS);
}

/** A value of a gauge, with its labels. */
type Value = [labels: Record<string, string>, value: number];

/**
 * Adds gauges of the state that all processes share: outboxes, queues, and the memory of Redis. They are read when the
 * metrics are requested. Every process reports the same values, so the highest one is used for a group of processes.
 */
export function watchStore(parts: StoreMetricsParts): void {
  const { registry, redis, jobs, tenants, storedBytes, keys, clock, partitions, memoryLimit, log } = parts;
  const add = (name: string, help: string, labelNames: string[], values: () => Promise<Value[]>) =>
    new Gauge({
      name,
      help,
      labelNames,
      aggregator: "max",
      registers: [registry],
      async collect() {
        const read = await values();
        this.reset();
        for (const [labels, value] of read) this.set(labels, value);
      },
    });
  /** Adds a gauge of one value, which is absent while its source cannot be read. */
  const addOne = <Status>(
    name: string,
    help: string,
    read: () => Promise<Status | undefined>,
    valueIn: (status: Status) => number,
  ) =>
    add(name, help, [], async () => {
      const status = await read();
      return status === undefined ? [] : [[{}, valueIn(status)]];
    });
  const outboxes = reader(() => outboxesStatus(redis, keys, partitions, clock.now()), log);
  const commands = reader(() => commandsStatus(redis, keys, partitions, clock.now()), log);
  const memory = reader(() => memoryStatus(redis, memoryLimit), log);
  const topOf = (read: (tenants: readonly string[]) => Promise<number[]>) =>
    reader(async () => topTenants(await tenants.ids(), read), log, TENANTS_REUSE_MS);
  const stored = topOf((ids) => storedBytes.of(ids));
  const waiting = topOf((ids) => jobs.waitingOf(ids));
  const queues = reader(() => jobs.status(), log);

  addOne(
    "wishlist_outbox_events",
    "Events that wait in the outboxes to be relayed",
    outboxes,
    (status) => status.entries,
  );
  addOne(
    "wishlist_outbox_oldest_event_age_seconds",
    "Age of the oldest event that waits in an outbox",
    outboxes,
    (status) => status.oldestMs / 1000,
  );
  addOne(
    "wishlist_commands_waiting",
    "Commands that wait to be applied",
    commands,
    (status) => status.entries,
  );
  addOne(
    "wishlist_commands_oldest_age_seconds",
    "Age of the oldest command that waits",
    commands,
    (status) => status.oldestMs / 1000,
  );
  add(
    "wishlist_tenant_stored_bytes",
    `Estimated bytes of the stored records, for the ${TOP_TENANTS} tenants with the most bytes`,
    ["tenant"],
    async () => ((await stored()) ?? []).map(([tenant, bytes]): Value => [{ tenant }, bytes]),
  );
  add(
    "wishlist_tenant_jobs_waiting",
    `Background jobs that wait, for the ${TOP_TENANTS} tenants with the most jobs`,
    ["tenant"],
    async () => ((await waiting()) ?? []).map(([tenant, count]): Value => [{ tenant }, count]),
  );
  add("wishlist_queue_jobs", "Background jobs by queue and state", ["queue", "state"], async () =>
    ((await queues()) ?? []).flatMap(({ queue, counts }) =>
      Object.entries(counts).map(([state, count]): Value => [{ queue, state }, count]),
    ),
  );
  add(
    "wishlist_queue_oldest_job_age_seconds",
    "Time since the oldest job that is ready or running was added, or last started",
    ["queue"],
    async () => ((await queues()) ?? []).map(({ queue, oldestMs }): Value => [{ queue }, oldestMs / 1000]),
  );
  addOne("wishlist_store_memory_bytes", "Memory that Redis uses", memory, (status) => status.used);
  addOne(
    "wishlist_store_memory_limit_bytes",
    "Memory that Redis may use; 0 if there is no limit",
    memory,
    (status) => status.limit,
  );
  addOne(
    "wishlist_store_memory_near_limit",
    `1 while Redis uses more than ${NEAR_LIMIT * 100} % of the memory that it may use, else 0`,
    memory,
    (status) => (status.isNearLimit ? 1 : 0),
  );
}

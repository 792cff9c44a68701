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

/** What is read for one scrape serves all gauges, and scrapes that follow at once. */
const REUSE_MS = 1000;
/** What is read of all tenants serves for a minute. */
const TENANTS_REUSE_MS = 60_000;
const TENANTS_READ = 500;
/** Tenants that one metric names at most. */
export const TOP_TENANTS = 10;
/** A store that is away must not keep the other metrics waiting. */
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
  /** Bytes that the store may use, where the operator says so. */
  memoryLimit: number | undefined;
  log: Logger;
}

/** Reads at most once per `reuseMs`. Resolves to undefined if there is no answer in time. */
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

/** The tenants with the highest values, the highest first; labels of metrics must stay few. */
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
 * Adds gauges of the state that all processes share: outboxes, queues, and the store's memory. They are read when the
 * metrics are requested. Every process reports the same, so the highest of several counts.
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
  /** Adds a gauge of one value, which is left out while its source cannot be read. */
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
    (it) => it.entries,
  );
  addOne(
    "wishlist_outbox_oldest_event_age_seconds",
    "Age of the oldest event that waits",
    outboxes,
    (it) => it.oldestMs / 1000,
  );
  addOne("wishlist_commands_waiting", "Commands that wait to be applied", commands, (it) => it.entries);
  addOne(
    "wishlist_commands_oldest_age_seconds",
    "Age of the oldest command that waits",
    commands,
    (it) => it.oldestMs / 1000,
  );
  add(
    "wishlist_tenant_stored_bytes",
    `Estimated bytes of the records of the ${TOP_TENANTS} tenants with the most`,
    ["tenant"],
    async () => ((await stored()) ?? []).map(([tenant, bytes]): Value => [{ tenant }, bytes]),
  );
  add(
    "wishlist_tenant_jobs_waiting",
    `Background jobs that wait, of the ${TOP_TENANTS} tenants with the most`,
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
    "Time since the oldest job that is ready or being worked on was added, or last begun",
    ["queue"],
    async () => ((await queues()) ?? []).map(({ queue, oldestMs }): Value => [{ queue }, oldestMs / 1000]),
  );
  addOne("wishlist_store_memory_bytes", "Memory that Redis uses", memory, (it) => it.used);
  addOne(
    "wishlist_store_memory_limit_bytes",
    "Memory that Redis may use; 0 for any",
    memory,
    (it) => it.limit,
  );
  addOne(
    "wishlist_store_memory_near_limit",
    `1 while Redis uses more than ${NEAR_LIMIT * 100} % of the memory that it may use, else 0`,
    memory,
    (it) => (it.isNearLimit ? 1 : 0),
  );
}

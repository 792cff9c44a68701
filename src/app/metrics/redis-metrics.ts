import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Jobs } from "../../jobs/queue/jobs.ts";
import type { Keys } from "../../store/keys/keys.ts";
import { commandsStatus, outboxesStatus } from "../../store/partition/status.ts";
import type { StoreClock } from "../../store/redis/clock.ts";
import { fullestOf, memoryStatus, NEAR_LIMIT } from "../../store/redis/server/memory.ts";
import type { StoredBytes } from "../../store/tenants/stored-bytes.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { type LabelledValue, RedisGauges } from "./redis-gauges.ts";
import { TOP_TENANTS, topTenants } from "./top-tenants.ts";

/** How long a reading about all tenants is reused. */
const TENANTS_REUSE_MS = 60_000;

interface RedisMetricsParts {
  registry: Registry;
  redis: Redis;
  /** The Redis of the queues, if it is not that of the store. */
  jobsRedis: Redis | undefined;
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

function watchPartitions(gauges: RedisGauges, { redis, keys, partitions, clock }: RedisMetricsParts): void {
  const outboxes = gauges.reading(() => outboxesStatus(redis, keys, partitions, clock.now()));
  gauges.add(
    "wishlist_outbox_events",
    "Events that wait in the outboxes to be relayed",
    outboxes,
    ({ entries }) => entries,
  );
  gauges.add(
    "wishlist_outbox_oldest_event_age_seconds",
    "Age of the oldest event that waits in an outbox",
    outboxes,
    ({ oldestMs }) => oldestMs / 1000,
  );
  const commands = gauges.reading(() => commandsStatus(redis, keys, partitions, clock.now()));
  gauges.add(
    "wishlist_commands_waiting",
    "Commands that wait to be applied",
    commands,
    ({ entries }) => entries,
  );
  gauges.add(
    "wishlist_commands_oldest_age_seconds",
    "Age of the oldest command that waits",
    commands,
    ({ oldestMs }) => oldestMs / 1000,
  );
}

function watchTenants(gauges: RedisGauges, { tenants, storedBytes, jobs }: RedisMetricsParts): void {
  const add = (name: string, help: string, read: (ids: readonly string[]) => Promise<number[]>) =>
    gauges.addLabelled(
      name,
      help,
      ["tenant"],
      gauges.reading(async () => topTenants(await tenants.ids(), read), TENANTS_REUSE_MS),
      (top) => top.map(([tenant, value]) => [{ tenant }, value]),
    );
  add(
    "wishlist_tenant_stored_bytes",
    `Estimated bytes of the stored records, for the ${TOP_TENANTS} tenants with the most bytes`,
    (ids) => storedBytes.of(ids),
  );
  add(
    "wishlist_tenant_jobs_waiting",
    `Background jobs that wait, for the ${TOP_TENANTS} tenants with the most jobs`,
    (ids) => jobs.waitingOf(ids),
  );
}

function watchQueues(gauges: RedisGauges, { jobs }: RedisMetricsParts): void {
  const queues = gauges.reading(() => jobs.status());
  gauges.addLabelled(
    "wishlist_queue_jobs",
    "Background jobs by queue and state",
    ["queue", "state"],
    queues,
    (all) =>
      all.flatMap(({ queue, counts }) =>
        Object.entries(counts).map(([state, count]): LabelledValue => [{ queue, state }, count]),
      ),
  );
  gauges.addLabelled(
    "wishlist_queue_oldest_job_age_seconds",
    "Time since the oldest job that is ready or running was due, or was last started",
    ["queue"],
    queues,
    (all) => all.map(({ queue, oldestMs }) => [{ queue }, oldestMs / 1000]),
  );
}

function watchMemory(gauges: RedisGauges, { redis, jobsRedis, memoryLimit }: RedisMetricsParts): void {
  const readings = [redis, ...(jobsRedis ? [jobsRedis] : [])].map((server) =>
    gauges.reading(() => memoryStatus(server, memoryLimit)),
  );
  const memory = async () =>
    fullestOf((await Promise.all(readings.map((read) => read()))).filter((status) => status !== undefined));
  gauges.add(
    "wishlist_store_memory_bytes",
    "Memory that Redis uses: the fullest server, if there are several",
    memory,
    ({ used }) => used,
  );
  gauges.add(
    "wishlist_store_memory_limit_bytes",
    "Memory that the fullest Redis server may use; 0 if there is no limit",
    memory,
    ({ limit }) => limit,
  );
  gauges.add(
    "wishlist_store_memory_near_limit",
    `1 while a Redis server uses more than ${NEAR_LIMIT * 100} % of the memory that it may use, else 0`,
    memory,
    ({ isNearLimit }) => (isNearLimit ? 1 : 0),
  );
}

/** Adds the gauges of the outboxes, the command streams, the tenants, the queues, and the memory of Redis. */
export function watchRedis(parts: RedisMetricsParts): void {
  const gauges = new RedisGauges(parts.registry, parts.log);
  watchPartitions(gauges, parts);
  watchTenants(gauges, parts);
  watchQueues(gauges, parts);
  watchMemory(gauges, parts);
}

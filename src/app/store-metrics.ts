import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { Gauge, type Registry } from "prom-client";
import type { Jobs } from "../jobs/queue/workers.ts";
import type { Keys } from "../store/keys.ts";
import type { StoreClock } from "../store/redis/clock.ts";
import { memoryStatus, NEAR_LIMIT } from "../store/redis/memory.ts";
import { outboxStatus } from "../store/partition/status.ts";

/** What is read for one scrape serves all gauges, and scrapes that follow at once. */
const REUSE_MS = 1000;
/** A store that is away must not keep the other metrics waiting. */
const TIMEOUT_MS = 2000;

export interface StoreMetricsParts {
  registry: Registry;
  redis: Redis;
  jobs: Jobs;
  keys: Keys;
  clock: StoreClock;
  partitions: number;
  /** Bytes that the store may use, where the operator says so. */
  memoryLimit: number | undefined;
  log: Logger;
}

/** Reads at most once per {@link REUSE_MS}. Resolves to undefined if there is no answer in time. */
function reader<T>(read: () => Promise<T>, log: Logger): () => Promise<T | undefined> {
  let last: { at: number; result: Promise<T | undefined> } | undefined;
  const readInTime = async () => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error("the store does not answer")), TIMEOUT_MS);
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
    if (!last || now - last.at >= REUSE_MS) last = { at: now, result: readInTime() };
    return last.result;
  };
}

/** A value of a gauge, with its labels. */
type Value = [labels: Record<string, string>, value: number];

/**
 * Adds gauges of the state that all processes share: outboxes, queues, and the store's memory. They are read when the
 * metrics are requested. Every process reports the same, so the highest of several counts.
 */
export function watchStore(parts: StoreMetricsParts): void {
  const { registry, redis, jobs, keys, clock, partitions, memoryLimit, log } = parts;
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
  const outboxes = reader(() => outboxStatus(redis, keys, partitions, clock.now()), log);
  const memory = reader(() => memoryStatus(redis, memoryLimit), log);
  const queues = reader(() => jobs.status(), log);

  add("wishlist_outbox_events", "Events that wait in the outboxes to be relayed", [], async () => {
    const status = await outboxes();
    return status ? [[{}, status.events]] : [];
  });
  add("wishlist_outbox_oldest_event_age_seconds", "Age of the oldest event that waits", [], async () => {
    const status = await outboxes();
    return status ? [[{}, status.oldestMs / 1000]] : [];
  });
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
  add("wishlist_store_memory_bytes", "Memory that the store uses", [], async () => {
    const status = await memory();
    return status ? [[{}, status.used]] : [];
  });
  add("wishlist_store_memory_limit_bytes", "Memory that the store may use; 0 for any", [], async () => {
    const status = await memory();
    return status ? [[{}, status.limit]] : [];
  });
  add(
    "wishlist_store_memory_near_limit",
    `1 while the store uses more than ${NEAR_LIMIT * 100} % of the memory that it may use, else 0`,
    [],
    async () => {
      const status = await memory();
      return status ? [[{}, status.isNearLimit ? 1 : 0]] : [];
    },
  );
}

import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { StartRefused } from "../../errors/start-refused.ts";
import { escapeGlob } from "../keys/key-space.ts";
import type { Keys } from "../keys/keys.ts";
import { isServed } from "../redis/backup.ts";
import { ClusterConnection } from "../redis/connection/cluster/cluster-connection.ts";
import { scanKeys } from "../redis/scan.ts";
import { changeField } from "../redis/structures/replace-fields.ts";
import { LAYOUT_VERSION, MIGRATED_LAYOUTS } from "./layout.ts";

const OLD = "1";
/** The layout during the migration: an older program refuses to start, and a newer one continues the migration. */
const MIGRATING = "1>2";
/** Number of keys that are renamed together. */
const BATCH_SIZE = 1000;
/** How long processes of the older version may take to end, and how often that is checked, in milliseconds. */
const END_MS = 30_000;
const POLL_MS = 500;
/**
 * Time without a heartbeat after which a process counts as dead, in milliseconds. It is longer than the time between
 * two heartbeats.
 */
const ALIVE_MS = 15_000;

const ON_CLUSTER =
  "the data is from version 0.1.0, and cannot be migrated on a Redis Cluster: restore its backup into a single Redis, " +
  "start this version there once, and restore a new backup into the cluster";

const PARTITION = /^\{(\d+)\}:(.*)$/s;
const OF_TENANT =
  /^\{tenants\}:((?:privacy|deliveries|export-state|export-firsts|export-runs|export-run|rejected):([^/]+)\/.*)$/s;
const OF_TENANT_ALONE = /^\{tenants\}:((?:uploads|allowance:[^:]+):([^:]+))$/s;
const SENT = /^\{tenants\}:(sent):([^:]+):(.*)$/s;
const GROUP_BODIES = /^\{tenants\}:group-bodies:(.*)$/s;
const JOBS = /^\{jobs\}:((?:slots:|slot-queue:|slot-tenants:)?([^:]+).*)$/s;

/**
 * Returns the name in layout 2 of a key of layout 1, both without the prefix; undefined for a key that keeps its name.
 */
function renamed(name: string, tagOf: (partition: number) => string): string | undefined {
  const [, partition, afterTag] = PARTITION.exec(name) ?? [];
  if (partition !== undefined) return `{${tagOf(Number(partition))}}:${afterTag ?? ""}`;
  const [, ofTenant, tenant] = OF_TENANT.exec(name) ?? OF_TENANT_ALONE.exec(name) ?? [];
  if (ofTenant !== undefined) return `{tenant.${tenant ?? ""}}:${ofTenant}`;
  const [, sent, exportId, batch] = SENT.exec(name) ?? [];
  if (sent !== undefined) return `{export.${exportId ?? ""}}:sent:${batch ?? ""}`;
  const [, group] = GROUP_BODIES.exec(name) ?? [];
  if (group !== undefined) return `{job.${group}}:group-bodies`;
  const [, job, queue] = JOBS.exec(name) ?? [];
  return job === undefined ? undefined : `{jobs.${queue ?? ""}}:${job}`;
}

/** Renames those of the keys that have another name in layout 2. Resolves to their number. */
async function renameKeys(redis: Redis, keys: Keys, found: readonly string[]): Promise<number> {
  const pipeline = redis.pipeline();
  for (const key of found) {
    const name = renamed(key.slice(keys.prefix.length), (partition) => keys.tag(partition));
    if (name !== undefined) pipeline.rename(key, keys.prefix + name);
  }
  const failures = ((await pipeline.exec()) ?? []).map(([err]) => err);
  // If there is no such key, it has expired, or another process has renamed it.
  const failure = failures.find((err) => err && !err.message.includes("no such key"));
  if (failure) throw failure;
  return failures.filter((err) => !err).length;
}

/**
 * Renames all keys of layout 1 that match a pattern. Resolves to their number. It may be interrupted at any key, and
 * several processes may run it at the same time.
 */
async function renameAll(redis: Redis, keys: Keys, match: string): Promise<number> {
  let count = 0;
  let before = -1;
  while (count > before) {
    before = count;
    for await (const found of scanKeys(redis, match, BATCH_SIZE))
      count += await renameKeys(redis, keys, found);
  }
  return count;
}

interface MigrationParts {
  redis: Redis;
  keys: Keys;
  log: Logger;
  signal: AbortSignal;
}

/**
 * Waits until no process of the older version is left, or another process has begun the migration.
 *
 * @throws {StartRefused} if some still run after {@link END_MS}
 */
async function untilAlone({ redis, keys, log, signal }: MigrationParts): Promise<void> {
  const isWaiting = async () =>
    (await redis.hget(keys.meta, "layout")) === OLD && (await isServed(redis, keys, ALIVE_MS));
  if (!(await isWaiting())) return;
  log.warn("waiting for processes of an older version to end, to migrate the data");
  const begun = performance.now();
  while (await isWaiting()) {
    if (performance.now() - begun > END_MS)
      throw new StartRefused(
        "processes of an older version still run: stop all of them, then start again to migrate the data",
      );
    await pause(POLL_MS, undefined, { signal });
  }
}

/** Changes the recorded layout, if it is still `from`. */
const setLayout = (redis: Redis, keys: Keys, from: string, to: string) =>
  changeField(redis, { hash: keys.meta, field: "layout" }, (known) => (known === from ? to : undefined));

/**
 * Migrates the data of layout 1 to the current layout: renames keys, and changes no values. If the process is killed,
 * the next start continues. Several processes may migrate at the same time. Does nothing if there is no such data.
 *
 * @throws {StartRefused} on a Redis Cluster, which cannot rename keys to another slot: a backup of version 0.1.0 was
 * restored there
 */
export async function migrateLayout(parts: MigrationParts): Promise<void> {
  const { redis, keys, log } = parts;
  const [layout, partitions] = await redis.hmget(keys.meta, "layout", "partitions");
  const isOld = typeof layout === "string" && MIGRATED_LAYOUTS.includes(layout);
  // A different number of partitions is refused when the layout is opened.
  if (!isOld || partitions !== keys.partitions.toString()) return;
  if (redis instanceof ClusterConnection) throw new StartRefused(ON_CLUSTER);
  await untilAlone(parts);
  await setLayout(redis, keys, OLD, MIGRATING);
  log.info("migrating the data to layout 2");
  const count = await renameAll(redis, keys, keys.every);
  await setLayout(redis, keys, MIGRATING, LAYOUT_VERSION);
  log.info({ keys: count }, "data migrated to layout 2");
}

/**
 * Migrates the job queues of layout 1, with all jobs, before the first queue is opened. This is separate from
 * {@link migrateLayout} because the queues may have their own store, which not every process knows.
 */
export async function migrateJobs(
  { redis, keys, log }: MigrationParts,
  openJobs: () => Redis,
): Promise<void> {
  if ((await redis.hget(keys.meta, "jobsLayout")) === LAYOUT_VERSION) return;
  const jobs = openJobs();
  try {
    const count = await renameAll(jobs, keys, `${escapeGlob(`${keys.prefix}{jobs}:`)}*`);
    await redis.hset(keys.meta, "jobsLayout", LAYOUT_VERSION);
    log.info({ keys: count }, "job queues migrated to layout 2");
  } finally {
    jobs.disconnect();
  }
}

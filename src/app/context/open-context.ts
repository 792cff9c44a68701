import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { Replies } from "../../actors/runtime/replies.ts";
import { isWorkerOnly } from "../../config.ts";
import { toolCall } from "../../errors/tool-call.ts";
import { startAtZero } from "../../metrics.ts";
import { ArchiveReader } from "../../store/changes/archive-reader.ts";
import { Keys } from "../../store/keys/keys.ts";
import { type Layout, openLayout } from "../../store/layout/layout.ts";
import { migrateJobs, migrateLayout } from "../../store/layout/migration.ts";
import type { PasswordCost } from "../../store/owners/password.ts";
import { streamReader } from "../../store/partition/stream-reader.ts";
import { RECORD_KINDS, type RecordKind } from "../../store/records/decode.ts";
import { type OnUndecodable, skippingUndecodable } from "../../store/records/undecodable.ts";
import { openStoreClock } from "../../store/redis/clock.ts";
import { openStore } from "../../store/redis/connection/connect.ts";
import { type ConnectionRole, Connections } from "../../store/redis/connection/connections.ts";
import { ready } from "../../store/redis/connection/ready.ts";
import { DurableWaits } from "../../store/redis/durability/durable-waits.ts";
import { maxWaitMsOf, waitOf } from "../../store/redis/durability/wait.ts";
import { redisHealth } from "../../store/redis/server/health.ts";
import { closeOnReplacement } from "../../store/redis/server/history.ts";
import { Vault } from "../../store/secrets/vault.ts";
import { openVault } from "../process/credential-keys.ts";
import { openArchives } from "./archives.ts";
import type { AppContext } from "./context.ts";
import { localUrl } from "./local-url.ts";
import { durabilityOf, inspectServers, type RedisAddresses } from "./redis-addresses.ts";
import { openStores, type Stores } from "./stores.ts";
import { watchLayout } from "./watch-layout.ts";

/** How much longer a command stays valid in its stream than its sender waits, in milliseconds. */
const COMMAND_MARGIN_MS = 2000;

/** The parameters of a new context. `signal` ends the wait for an unreachable Redis. */
interface ContextParts extends Pick<
  AppContext,
  "config" | "log" | "past" | "lifecycle" | "metrics" | "tracer"
> {
  addresses: RedisAddresses;
  /** Port of the HTTP server; undefined if there is none. */
  port: number | undefined;
  signal: AbortSignal;
  /** Undefined for the default. */
  passwordCost: PasswordCost | undefined;
}

/** Opens connections, and the repositories over them. */
interface Opening {
  connections: Connections;
  /** Opens a connection that lasts as long as the process. */
  open: (role: ConnectionRole) => Promise<Redis>;
  storesOver: (connection: Redis) => Stores;
}

/** Returns the function that opens connections whose writes can be waited for: {@link AppContext.openWaits}. */
async function waitsOpener(
  { config, metrics }: ContextParts,
  { redis, keys, partitions }: { redis: Redis; keys: Keys; partitions: number },
  { open, storesOver }: Opening,
): Promise<AppContext["openWaits"]> {
  const wait = await waitOf(redis, durabilityOf(config));
  if (!wait) return () => Promise.resolve(undefined);
  const marks = Array.from({ length: partitions }, (_, partition) => keys.durableMark(partition));
  const onWait = (seconds: number, isDurable: boolean) =>
    metrics.durabilityWaits.observe({ outcome: isDurable ? "confirmed" : "unconfirmed" }, seconds);
  return async (mostMs = Number.POSITIVE_INFINITY) => {
    const connection = await open("commands");
    const timeoutMs = Math.min(maxWaitMsOf(wait), mostMs);
    return {
      waits: new DurableWaits(connection, { wait, timeoutMs, marks, onWait }),
      stores: storesOver(connection),
    };
  };
}

/** Returns the function that opens connections that end with their servers: {@link AppContext.openFixed}. */
const fixedOpener =
  ({ connections, storesOver }: Opening): AppContext["openFixed"] =>
  async (signal) => {
    const connection = connections.open("commands");
    const close = () => connections.close(connection);
    try {
      await ready(connection, signal);
    } catch (err) {
      close();
      throw err;
    }
    closeOnReplacement(connection);
    return { stores: storesOver(connection), close };
  };

/** Migrates the data of an earlier version, and opens the layout. The job queues are migrated if `hasJobs`. */
async function openData(
  { config, log, addresses, signal }: ContextParts,
  { redis, keys, hasJobs }: { redis: Redis; keys: Keys; hasJobs: boolean },
): Promise<Layout> {
  const migration = { redis, keys, log, signal };
  await migrateLayout(migration);
  const layout = await openLayout(redis, keys, config.PARTITIONS);
  if (hasJobs) await migrateJobs(migration, () => openStore(addresses.jobs, {}));
  return layout;
}

/** Returns the function that reports records that cannot be decoded, each of them once. */
function undecodableReporter({ log, metrics: { undecodable } }: ContextParts): OnUndecodable {
  const labelOf = (kind: RecordKind) => kind.replaceAll(" ", "_");
  startAtZero(undecodable, RECORD_KINDS.map(labelOf));
  return skippingUndecodable((record) => {
    undecodable.inc({ record: labelOf(record.record) });
    log.error(record, `a stored record cannot be decoded and is skipped; run ${toolCall("verify")}`);
  });
}

/**
 * Opens Redis for the roles of a process: checks its servers, migrates older data, and builds the parts that all roles
 * share.
 *
 * @throws {StartRefused} if Redis cannot be used, with a reason for the operator.
 */
export async function openContext(parts: ContextParts): Promise<AppContext> {
  const { config, log, past, lifecycle, metrics, tracer, addresses, port, signal } = parts;
  const connections = new Connections(addresses.data, log);
  const open = async (role: ConnectionRole) => {
    const redis = lifecycle.own(`redis ${role}`, connections.open(role), (part) => connections.close(part));
    await ready(redis, signal);
    return redis;
  };
  await inspectServers(config, addresses, signal, log);
  const redis = await open("commands");
  const keys = new Keys(config.REDIS_PREFIX, config.PARTITIONS);
  const layout = await openData(parts, { redis, keys, hasJobs: !isWorkerOnly(config) });
  watchLayout({ redis, keys, layout, lifecycle });
  const { partitions } = layout;
  const clock =
    past ?? lifecycle.own("clock", await openStoreClock(redis, keys), (part) => part.close()).clock;
  const vault = isWorkerOnly(config) ? new Vault([]) : await openVault(config, redis, keys, log);
  const archives = await openArchives({ config, lifecycle, redis, keys, layout });
  const commandLifetimeMs = config.ASK_TIMEOUT_MS + COMMAND_MARGIN_MS;
  const onUndecodable = undecodableReporter(parts);
  const options = {
    keys,
    layout,
    vault,
    clock,
    archive: new ArchiveReader(archives.byKind),
    // Twice as long, because a claim is made during the lifetime of its command, and must outlive the command.
    claimLifetimeMs: commandLifetimeMs * 2,
    waitingListLength: config.WAITING_LIST_LENGTH,
    passwordCost: parts.passwordCost,
    onUndecodable,
  };
  const storesOver = (connection: Redis) => openStores(connection, options);
  const opening = { connections, open, storesOver };
  const openWaits = await waitsOpener(parts, { redis, keys, partitions }, opening);
  const direct = isWorkerOnly(config) ? undefined : await openWaits();
  return {
    config,
    log,
    lifecycle,
    keys,
    metrics,
    onUndecodable,
    tracer,
    redis,
    clock,
    past,
    publicUrl: config.PUBLIC_URL ?? localUrl(config.HOST, port ?? config.PORT),
    layout,
    archives,
    stores: direct?.stores ?? storesOver(redis),
    waits: direct?.waits,
    openWaits,
    replies: new Replies(randomBytes(6).toString("hex"), keys, partitions),
    vault,
    openReader: async () => streamReader(await open("blocking")),
    openReads: async () => storesOver(await open("reads")),
    openFixed: fixedOpener(opening),
    redisHealth: redisHealth(redis, connections, config.STORE_MEMORY),
    commandLifetimeMs,
  };
}

import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { StartRefused } from "../../../errors/start-refused.ts";
import { labelOf, type ServerAddress, type RedisAddress } from "../connection/address.ts";
import { durabilityFaultOf, durabilityRiskOf } from "../durability/faults.ts";
import type { DurabilityGoal } from "../durability/level.ts";
import { readTexts } from "../replies.ts";
import { acceptsWritesAlone, faultOf, isEmpty, isPrimary, isVolatile } from "../server-info.ts";
import { findMasters } from "./find-masters.ts";
import { findLoneSnapshot } from "./lone-snapshot.ts";
import { findMissing, missingText } from "./permissions.ts";
import { askServer, NotReady, type ProbeTarget, Unusable } from "./probe.ts";
import { findPrimary } from "./sentinels.ts";

const RETRY_MS = 500;

const TAKES_WRITES_ALONE =
  "accepts writes that no replica has, and a failover loses them: set min-replicas-to-write 1 if there are two or more replicas";
const WAS_NOT_READ =
  "has data that Redis did not read because of appendonly yes: start Redis with appendonly no and then run CONFIG SET appendonly yes, or move the file away";

interface CheckOptions {
  /** Whether to refuse a server that may lose acknowledged writes. */
  requirePersistence: boolean;
  /** Prefix of the service's keys. */
  prefix: string;
  kind: RedisAddress["kind"];
  /** What writes wait for. */
  durability: DurabilityGoal;
}

/** How a store is checked. */
interface InspectOptions extends Omit<CheckOptions, "kind"> {
  /** How long to wait for an unreachable server, or for a replica that becomes the primary, in milliseconds. */
  maxWaitMs: number;
  signal: AbortSignal;
  log: Logger;
}

const isLocal = ({ host }: ServerAddress) => /^(localhost|127\..*|::1)$/.test(host);

/**
 * Finds a snapshot that a server on this machine has not read. Resolves to undefined if there is none, or if the server
 * does not report its files.
 */
async function loneSnapshotOf(redis: Redis): Promise<string | undefined> {
  try {
    const found = readTexts(await redis.call("CONFIG", "GET", "dir", "dbfilename", "append*name"));
    const valueOf = (name: string) => found[found.indexOf(name) + 1] ?? "";
    const [dir, snapshot, log, file] = [
      valueOf("dir"),
      valueOf("dbfilename"),
      valueOf("appenddirname"),
      valueOf("appendfilename"),
    ];
    return findLoneSnapshot({ dir, snapshot, log, file });
  } catch {
    // The user may not read the configuration, or the directory.
    return undefined;
  }
}

/** Returns which permissions the user of a connection lacks, as a sentence; undefined if it has all. */
async function permissionFaultOf(
  redis: Redis,
  { prefix, kind }: CheckOptions,
  { endpoint, login }: ProbeTarget,
): Promise<string | undefined> {
  const missing = await findMissing(redis, prefix, kind === "cluster");
  if (missing.length === 0) return undefined;
  return missingText(`the user ${login.username ?? "default"} of ${labelOf(endpoint)}`, missing, prefix);
}

/**
 * Checks a server once. Resolves to warnings.
 *
 * @throws {Unusable | NotReady}
 */
async function checkServer(redis: Redis, target: ProbeTarget, options: CheckOptions): Promise<string[]> {
  const at = labelOf(target.endpoint);
  const info = await redis.info();
  const fault = faultOf(info, at, options.kind === "cluster");
  if (fault !== undefined) throw new Unusable(fault);
  if (!isPrimary(info)) throw new NotReady(`${at} is a replica: the address must lead to the primary`);
  const denied = await permissionFaultOf(redis, options, target);
  if (denied !== undefined) throw new Unusable(denied);
  const undurable = await durabilityFaultOf(redis, info, at, options.durability);
  if (undurable !== undefined) throw new Unusable(undurable);
  const replicaRisk = durabilityRiskOf(info, at, options.durability);
  const risks = [
    ...(options.kind === "sentinel" && acceptsWritesAlone(info) ? [`${at} ${TAKES_WRITES_ALONE}`] : []),
    ...(replicaRisk === undefined ? [] : [replicaRisk]),
  ];
  if (isVolatile(info)) {
    const risk = `${at} keeps no append-only file: it loses acknowledged writes when it stops`;
    if (options.requirePersistence) throw new Unusable(risk);
    return [...risks, risk];
  }
  const snapshot = isLocal(target.endpoint) && isEmpty(info) ? await loneSnapshotOf(redis) : undefined;
  if (snapshot !== undefined) throw new Unusable(`${at} is empty, but ${snapshot} ${WAS_NOT_READ}`);
  return risks;
}

/**
 * Finds the servers that an address currently leads to: one, or the masters of a cluster.
 *
 * @throws {Unusable | NotReady}
 */
async function targetsOf(address: RedisAddress): Promise<ProbeTarget[]> {
  const { kind, login, tls, database } = address;
  const find = { single: () => address.endpoints, sentinel: findPrimary, cluster: findMasters };
  const endpoints = await find[kind](address);
  return endpoints.map((endpoint) => ({ endpoint, login, tls, database }));
}

const refusalOf = ({ setting }: RedisAddress, err: unknown): unknown =>
  err instanceof NotReady || err instanceof Unusable ? new StartRefused(`${setting}: ${err.message}`) : err;

/**
 * Makes sure that a store is reachable and accepts the login, without waiting for it.
 *
 * @throws {StartRefused} with one sentence if it does not
 */
export async function checkLogin(address: RedisAddress): Promise<void> {
  try {
    for (const target of await targetsOf(address)) await askServer(target, (redis) => redis.ping());
  } catch (err) {
    throw refusalOf(address, err);
  }
}

/**
 * Checks a Redis, or all masters of a cluster, before the service uses it. Waits for a while if it cannot be reached,
 * is loading its data, or is a replica. Missing persistence is a warning, or an error if it is required.
 *
 * @throws {StartRefused} with one sentence if it is not usable: because of a wrong login, database, protocol, version
 *   or eviction policy, missing permissions, or a snapshot that was not read
 */
export async function inspectRedis(
  address: RedisAddress,
  { maxWaitMs, signal, log, ...options }: InspectOptions,
): Promise<void> {
  const checkOptions = { ...options, kind: address.kind };
  const since = performance.now();
  let logged = "";
  for (;;) {
    signal.throwIfAborted();
    try {
      const targets = await targetsOf(address);
      const risks: string[] = [];
      for (const target of targets)
        risks.push(...(await askServer(target, (redis) => checkServer(redis, target, checkOptions))));
      for (const risk of risks) log.warn(`${address.setting}: ${risk}`);
      return;
    } catch (err) {
      const isWaiting = err instanceof NotReady && (err.isStarting || performance.now() - since < maxWaitMs);
      if (!isWaiting) throw refusalOf(address, err);
      if (err.message !== logged) log.warn({ reason: err.message }, `${address.setting}: waiting for Redis`);
      logged = err.message;
    }
    await pause(RETRY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
  }
}

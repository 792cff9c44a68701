import { UsageError } from "../../../src/command-line.ts";
import { numbersFrom } from "../../support/models/random.ts";

/** Faults of a process of the service, or of its connections to Redis. */
const OF_PROCESSES = {
  /** Killed; another one is started. */
  kill: 4,
  /** Receives SIGTERM; another one is started. */
  restart: 1,
  /** Stopped for longer than its leases. */
  freeze: 4,
  /** Its connections are cut, and cannot be opened again for a while. */
  cut: 2,
  /** Its connections are cut once. */
  drop: 2,
  /** Its requests arrive; the answers are lost. */
  loseReplies: 3,
  /** Its packets are delayed. */
  stall: 2,
  /** Its connections transmit nothing, and stay open. */
  blackHole: 1,
  /** Redis has closed its connections, and the process does not notice. */
  halfClose: 1,
  /**
   * A commit, and later requests, arrive long after its connections were lost, while the process continues or waits.
   */
  arriveLate: 3,
  /** It is stopped for longer than its leases, and so is the process that has just taken its partitions. */
  freezeTwo: 2,
} as const;

/** Faults that a run has only if they are named: drawn at random, they would only make runs longer. */
const ON_REQUEST = {
  /** `loseReplies` for longer than a write waits for its answer, so that its cancellation gets no answer either. */
  loseRepliesLong: 1,
} as const;

/** Faults of a Redis server. */
const OF_REDIS = {
  /** Killed and restarted with its files. */
  killRedis: 3,
  /** Stopped for a while, as by a slow disk. */
  stallRedis: 2,
  /** No space for its append-only file: it ends in the middle of a write, and is restarted with space. */
  fullDisk: 1,
  /** Its memory is full for a while. */
  fullMemory: 2,
  /** It forgets all scripts. */
  flushScripts: 1,
} as const;

/** Faults of a Redis Cluster. No replication is lost: lost data of Redis could not be detected. */
const OF_CLUSTER = {
  /** A master is killed, and returns as a replica of the promoted one. */
  killMaster: 3,
  /** A replica takes over in agreement with its master. */
  failOver: 2,
  /** A replica takes over without agreement. */
  takeOver: 2,
  killReplica: 1,
  fullMemory: 1,
  flushScripts: 1,
} as const;

/** Faults of a Redis server that syncs its file once a second, while writes wait for that. */
const OF_DISK = {
  ...OF_REDIS,
  /** Without space it would refuse writes, and not end. */
  fullDisk: 0,
  /** It is killed, and loses data that is not on its disk. */
  loseUnsynced: 4,
} as const;

/** Faults of a Redis Cluster whose writes wait for replicas: data that these do not have may be lost. */
const OF_DURABLE_CLUSTER = {
  /** A master that has lost its connection to its replica continues for a while, and is killed. */
  loseTail: 4,
} as const;

export type FaultKind =
  | keyof typeof OF_PROCESSES
  | keyof typeof ON_REQUEST
  | keyof typeof OF_DISK
  | keyof typeof OF_CLUSTER
  | keyof typeof OF_DURABLE_CLUSTER;

export interface Fault {
  /** Milliseconds after the start of the load. */
  at: number;
  kind: FaultKind;
  /** Index of the process or server, modulo their number. */
  target: number;
  /** Its duration, or the time until the process is restarted. */
  ms: number;
}

/** The distribution of roles to processes. */
const SHAPES = [
  ["http", "http", "worker", "worker", "jobs"],
  ["http", "http", "worker,jobs", "worker,jobs"],
  ["http,worker", "http,worker", "jobs"],
  ["all", "all"],
];

/**
 * Durability that writes wait for: the disk of a single Redis that syncs once a second, or the replicas of a cluster.
 */
export type Durability = "disk" | "replica";

export interface Plan {
  isCluster: boolean;
  durability: Durability | undefined;
  roles: readonly string[];
  /** How far the clock of each process is ahead, in seconds. */
  skews: readonly number[];
  faults: readonly Fault[];
}

export interface PlanOptions {
  seed: number;
  seconds: number;
  isCluster: boolean;
  /** Undefined if the reply of Redis is sufficient, and no write is lost. */
  durability?: Durability | undefined;
  /** Only these kinds. */
  only?: readonly string[];
}

/** Repeats each kind according to its weight. */
const weighted = (weights: Readonly<Record<string, number>>) =>
  Object.entries(weights).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));

const kindsOf = ({ isCluster, durability, only = [] }: PlanOptions) => ({
  ...OF_PROCESSES,
  ...(only.length > 0 ? ON_REQUEST : {}),
  ...(isCluster ? OF_CLUSTER : durability === "disk" ? OF_DISK : OF_REDIS),
  ...(isCluster && durability === "replica" ? OF_DURABLE_CLUSTER : {}),
});

/** The plan of a seed: the same seed gives the same plan. */
export function planOf(options: PlanOptions): Plan {
  const { seed, seconds, isCluster, durability, only = [] } = options;
  const number = numbersFrom(seed);
  const roles = SHAPES[number(SHAPES.length)] ?? [];
  const skews = roles.map(() => (number(4) === 0 ? number(7200) - 3600 : 0));
  const kinds = weighted(kindsOf(options)).filter((kind) => only.length === 0 || only.includes(kind));
  const unknown = only.filter((kind) => !kinds.some((known) => known === kind));
  if (unknown.length > 0)
    throw new UsageError(
      `no fault of this run is named ${unknown.join(", ")}; they are ${Object.keys(kindsOf(options)).join(", ")}`,
    );
  const faults: Fault[] = [];
  for (let at = 500 + number(500); at < seconds * 1000; at += 200 + number(1600)) {
    const kind = kinds[number(kinds.length)] as FaultKind;
    faults.push({ at, kind, target: number(60), ms: 300 + number(2700) });
  }
  return { isCluster, durability, roles, skews, faults };
}

export const shownFault = ({ at, kind, target, ms }: Fault) =>
  `${(at / 1000).toFixed(1).padStart(5)} s  ${kind} ${target} for ${ms} ms`;

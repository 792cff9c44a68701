import { existsSync } from "node:fs";
import type { Redis } from "ioredis";
import { Keys } from "../../src/store/keys/keys.ts";
import { openStore } from "../../src/store/redis/connection/connect.ts";
import { hasWaitAof, redisVersionOf } from "../../src/store/redis/server-info.ts";
import { type Cluster, newCluster, PARTITIONS, type Running } from "../support/processes.ts";
import type { Ended } from "../support/programs.ts";
import { addressOf, type Cleanup, newPrefix } from "../support/redis.ts";
import { type Proxy, startProxy } from "../support/servers/proxy.ts";
import { RedisCluster } from "../support/servers/redis-cluster.ts";
import { RedisServer } from "../support/servers/redis-server.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { until } from "../support/until.ts";
import type { Plan } from "./faults/plan.ts";
import { LIST_LENGTH } from "./load/stories.ts";

/** Lease of every process here: short, so that a run has many take-overs. */
const LEASE_MS = 1000;
/** How long a write waits for its answer, in milliseconds; longer with `--disk`. */
export const ASK_TIMEOUT_MS = 2000;
const SETTINGS = {
  ASK_TIMEOUT_MS: ASK_TIMEOUT_MS.toString(),
  CUSTOMER_WISHLISTS: "10000",
  WAITING_LIST_LENGTH: LIST_LENGTH.toString(),
};
/** The same for processes that wait for a disk which syncs once a second: that takes up to half of their leases. */
const DISK_LEASE_MS = 2500;
const OF_DISK = { ASK_TIMEOUT_MS: "5000" };
/** Path on Debian; without it all clocks are correct. */
const FAKE_CLOCK = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
const RESTARTS = 8;
/** Long, because the machine may have other load. */
const START_MS = 240_000;

const clockAhead = (seconds: number): Record<string, string> =>
  seconds === 0 || !existsSync(FAKE_CLOCK)
    ? {}
    : {
        LD_PRELOAD: FAKE_CLOCK,
        FAKETIME: `${seconds > 0 ? "+" : ""}${seconds}s`,
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      };

/** One of the processes of the service, which is restarted as soon as it ends. */
export class Place {
  readonly role: string;
  /** Proxy between it and Redis, or all nodes of the cluster. */
  readonly proxy: Proxy;
  readonly #start: () => Promise<Running>;
  #running: Running | undefined;
  #last = Promise.resolve();
  /** How it ended without a signal. */
  readonly accidents: string[] = [];
  /** Logs of the earlier processes. */
  readonly #logs: string[] = [];

  constructor(role: string, proxy: Proxy, start: () => Promise<Running>) {
    this.role = role;
    this.proxy = proxy;
    this.#start = start;
  }

  /** Its URL; undefined while it does not serve. */
  get baseUrl(): string | undefined {
    return this.servesRequests && this.#running?.says("listening").length ? this.#running.baseUrl : undefined;
  }

  get servesRequests(): boolean {
    return /http|all/.test(this.role);
  }

  get running(): Running | undefined {
    return this.#running;
  }

  /** Starts or replaces a process. Resolves once it is ready; Redis may be away meanwhile. */
  async start(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const running = await this.#start();
      this.#running = running;
      const isDecided = async () =>
        !running.program.isRunning || (await running.isReady().catch(() => false));
      await until(`${this.role} is ready, or ends`, isDecided, START_MS);
      if (running.program.isRunning) return;
      // As any supervisor does: its Redis may have refused commands of the start.
      const { code, signal, stdout, stderr } = await this.#endOf(running);
      if (attempt === RESTARTS)
        throw new Error(`${this.role} ends with ${code ?? signal ?? "?"} at its start: ${stdout}${stderr}`);
    }
  }

  /** Ends the process by a signal, and starts another. */
  replace(signal: NodeJS.Signals): Promise<void> {
    return this.#alone(async () => {
      const running = this.#running;
      this.#running = undefined;
      running?.program.signal(signal);
      if (running) await this.#endOf(running);
      await this.start();
    });
  }

  /** Records a process that has ended by itself, and replaces it. */
  supervise(): Promise<void> {
    return this.#alone(async () => {
      const running = this.#running;
      if (!running || running.program.isRunning) return;
      this.#running = undefined;
      const { code, signal, stdout, stderr } = await this.#endOf(running);
      this.accidents.push(
        `a process of ${this.role} ended by itself with ${code ?? signal ?? "?"}: ${(stdout + stderr).slice(-2000)}`,
      );
      await this.start();
    });
  }

  /** Lines with a text in the logs of all its processes. */
  linesWith(text: string): string[] {
    const logs = [...this.#logs, this.#running?.program.stdout ?? ""];
    return logs.flatMap((log) => log.split("\n")).filter((line) => line.includes(text));
  }

  async #endOf({ program }: Running): Promise<Ended> {
    const ended = await program.end();
    this.#logs.push(ended.stdout);
    return ended;
  }

  /** Restarts run one after the other. */
  #alone(act: () => Promise<void>): Promise<void> {
    return (this.#last = this.#last.then(act));
  }
}

/** The processes of a run, and their resources. */
export interface Stage {
  places: readonly Place[];
  cluster: Cluster;
  store: { url: string; redis: Redis; prefix: string; keys: Keys };
  /** The Redis, if there is no cluster. */
  redis: RedisServer;
  redisCluster: RedisCluster | undefined;
  dataDir: string;
  /** Time after which a silent worker loses its partitions, in milliseconds. */
  leaseMs: number;
}

/** The server of a run cannot report the contents of its disk. */
export class TooOld extends Error {
  constructor(info: string) {
    super(`a run with --disk needs Redis 7.2 or newer, and the one here is ${redisVersionOf(info)}`);
  }
}

async function startRedisCluster(t: Cleanup) {
  const redisCluster = await RedisCluster.start();
  const { url } = redisCluster;
  const redis = openStore(addressOf(url), {});
  redis.on("error", () => undefined);
  t.after(async () => {
    redis.disconnect();
    await redisCluster.stop();
  });
  const prefix = newPrefix();
  return { redisCluster, store: { url, redis, prefix, keys: new Keys(prefix, PARTITIONS) } };
}

/**
 * Starts the processes of a plan on a Redis of their own, each behind a proxy, or on a Redis Cluster.
 * @param built folder of the compiled programs
 */
export async function startStage(t: Cleanup, plan: Plan, built: string): Promise<Stage> {
  const dataDir = tempFolder(t);
  const isOnDisk = plan.durability === "disk";
  const redis = await RedisServer.start(t, isOnDisk ? { appendfsync: "everysec" } : {});
  const info = await redis.redis.info("server");
  if (isOnDisk && !hasWaitAof(info)) throw new TooOld(info);
  const { redisCluster, store } = plan.isCluster
    ? await startRedisCluster(t)
    : { redisCluster: undefined, store: redis };
  const ofLevel = plan.durability === undefined ? {} : { DURABILITY: plan.durability };
  const leaseMs = isOnDisk ? DISK_LEASE_MS : LEASE_MS;
  const ofDisk = isOnDisk ? OF_DISK : {};
  const shared = { ...SETTINGS, LEASE_MS: leaseMs.toString(), DATA_DIR: dataDir };
  const env = { ...shared, ...ofDisk, ...ofLevel };
  const cluster = newCluster(t, { env, store, built });
  const places = await Promise.all(
    plan.roles.map(async (role, i) => {
      const proxy = await startProxy(t, store.url);
      const own = { REDIS_URL: proxy.url, ...clockAhead(plan.skews[i] ?? 0) };
      const place = new Place(role, proxy, () => cluster.start(role, { env: own, isWaiting: false }));
      await place.start();
      return place;
    }),
  );
  return { places, cluster, store, redis, redisCluster, dataDir, leaseMs };
}

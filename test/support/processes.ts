import type { Redis } from "ioredis";
import { type Logger, pino } from "pino";
import type { AppOptions } from "../../src/app/app.ts";
import type { Keys } from "../../src/store/keys/keys.ts";
import { Tenants } from "../../src/store/tenants/tenants.ts";
import { builtArgs, nodeArgs, type Program, startProgram } from "./programs.ts";
import { type Cleanup, PARTITIONS, redisUrl, SEALING_KEY, withRedis } from "./redis.ts";
import { newestFirst } from "./runner/newest-first.ts";
import { Caller, type Json, send, type Service, startService, tokenRequest, unique } from "./service.ts";
import { tempFolder } from "./temp-folder.ts";
import { until } from "./until.ts";

export { PARTITIONS };

/** Settings of a worker that must keep its partitions on a busy machine. */
export const CALM = { LEASE_MS: "20000" };

/** Maximum time of a start: a busy machine starts a process slowly. */
const START_MS = 60_000;

/**
 * The value of a series, such as `wishlist_mails_total{outcome="sent"}`, of a process or of a service in this process;
 * NaN if there is no such series.
 */
export async function metricOf({ baseUrl }: Pick<Running, "baseUrl">, series: string): Promise<number> {
  const { text } = await send(baseUrl, "GET", "/metrics");
  const line = text.split("\n").find((each) => each.startsWith(`${series} `));
  return Number(line?.slice(series.length));
}

/** A log that keeps its lines, for a service in this process. */
export function keptLog(): { log: Logger; says: (msg: string) => boolean } {
  const lines: string[] = [];
  const log = pino({ level: "info" }, { write: (line: string) => void lines.push(line) });
  return { log, says: (msg) => lines.some((line) => (JSON.parse(line) as { msg: string }).msg === msg) };
}

/** A process of the service. */
export class Running {
  readonly program: Program;

  constructor(program: Program) {
    this.program = program;
  }

  /** Lines of the log with this message. */
  says(msg: string): Json[] {
    const lines = this.program.stdout.split("\n").slice(0, -1);
    return lines
      .filter((line) => line.startsWith("{"))
      .map((line) => JSON.parse(line))
      .filter((line) => line.msg === msg);
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${String(this.says("listening")[0]?.port)}`;
  }

  async isReady(): Promise<boolean> {
    if (!this.program.isRunning) {
      throw new Error(`a process ended: ${this.program.stdout}${this.program.stderr}`);
    }
    if (this.says("listening").length === 0) return false;
    return (await send(this.baseUrl, "GET", "/health/ready")).status === 200;
  }

  /** A metric without labels. */
  metric(name: string): Promise<number> {
    return metricOf(this, name);
  }
}

interface StartOptions {
  env?: Record<string, string>;
  /** The program; the default is that of the service. */
  entry?: string;
  /** Whether the call returns before the process serves. */
  isWaiting?: boolean;
}

/** Processes that share a key prefix. */
export interface Cluster {
  url: string;
  redis: Redis;
  keys: Keys;
  /** Starts a process. `role` is one role, or several separated by commas. */
  start: (role: string, options?: StartOptions) => Promise<Running>;
  /**
   * Starts the roles in the test's own process, which takes a fifth of the time. For roles that the test neither stops
   * nor reads the log of.
   */
  serve: (
    role: string,
    env?: Record<string, string>,
    options?: Partial<Pick<AppOptions, "log">>,
  ) => Promise<Service>;
  /** Registers a tenant. Its wishlists may have the same variant several times, so that a repeated write is visible. */
  newShop: (http: Pick<Running, "baseUrl">) => Promise<Caller>;
}

export interface ClusterOptions {
  env?: Record<string, string>;
  /** The default is the tests' Redis. */
  store?: { url: string; redis: Redis; prefix: string; keys: Keys };
  /** Folder of the compiled programs; the default is the bundle for tests. */
  built?: string;
}

export function newCluster(t: Cleanup, { env: common = {}, store, built }: ClusterOptions = {}): Cluster {
  const cleanup = newestFirst(t);
  const { url, redis, prefix, keys } = store ?? { url: redisUrl(), ...withRedis(cleanup) };
  const tenants = new Tenants(redis, keys);
  const shared = {
    PARTITIONS: PARTITIONS.toString(),
    LEASE_MS: "1000",
    OUTBOX_LENGTH: "1000000",
    ...common,
  };

  const serve: Cluster["serve"] = (role, env = {}, options = {}) => {
    const { REDIS_URL: redisUrl = url, ...others } = env;
    return startService(cleanup, { ...shared, ...others, ROLE: role }, { prefix, redisUrl, ...options });
  };

  async function start(
    role: string,
    { env = {}, entry = "src/main.ts", isWaiting = true }: StartOptions = {},
  ) {
    const dataDir = tempFolder(cleanup);
    const program = startProgram(
      cleanup,
      [...(built === undefined ? nodeArgs(entry) : builtArgs(entry, built)), "--role", role],
      {
        PORT: "0",
        PUBLIC_URL: "http://wishlist.test",
        REDIS_URL: url,
        REDIS_PREFIX: prefix,
        DATA_DIR: dataDir,
        DEMO_TENANT: "off",
        RATE_LIMIT: "off",
        CREDENTIALS_KEYS: SEALING_KEY,
        // Background work must not wait for other programs of the machine.
        JOBS_NICE: "0",
        ...shared,
        ...env,
      },
    );
    const running = new Running(program);
    if (isWaiting) await until(`${role} is ready`, () => running.isReady(), START_MS);
    return running;
  }

  async function newShop(http: Pick<Running, "baseUrl">): Promise<Caller> {
    const credentials = await tenants.create(unique("t"));
    await tenants.setSettings(credentials.tenantId, { allowDuplicateVariants: true });
    const { status, body, text } = await tokenRequest(http.baseUrl, credentials.tenantId, {
      grant_type: "client_credentials",
      client_id: credentials.clientId,
      client_secret: credentials.clientSecret,
    });
    if (status !== 200) throw new Error(`${status} ${text}`);
    return new Caller(http.baseUrl, credentials.tenantId, (body as { access_token: string }).access_token);
  }

  return { url, redis, keys, start, serve, newShop };
}

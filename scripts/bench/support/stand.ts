import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { Pool } from "undici";
import { Keys } from "../../../src/store/keys/keys.ts";
import { redisAddress } from "../../../src/store/redis/connection/address.ts";
import { openStore } from "../../../src/store/redis/connection/connect.ts";
import type { Credentials } from "../../../src/store/tenants/client.ts";
import { Inspector } from "./measure/inspector.ts";

/** The compiled program, also for tests, which are not compiled. */
const PROGRAM = import.meta.url.endsWith(".ts")
  ? join(import.meta.dirname, "../../../dist/src/main.js")
  : join(import.meta.dirname, "../../../src/main.js");
/** Distance between the port of a process and the port of its inspector. */
const INSPECT = 1000;
const START_MS = 30_000;
const CONNECTIONS = 64;

export const API = "/services/wsservice/api";

/** CPU time so far, in microseconds. */
export interface CpuTimes {
  service: number;
  redis: number;
}

/** Keys of a stand, with the defaults of the service. */
export const PARTITIONS = 64;
export const KEYS = new Keys("wl:", PARTITIONS);

const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

interface StandOptions {
  /** Roles of each process. */
  processes?: string[];
  env?: Record<string, string>;
  /** Whether the processes have an inspector, see {@link Stand.inspector}. */
  inspect?: boolean;
}

/** Starts a process of the service. Rejects if it does not start. */
async function startProcess(
  { role, port, dataDir }: { role: string; port: number; dataDir: string },
  { env, inspect }: { env: Record<string, string>; inspect: boolean },
): Promise<ChildProcess> {
  const { REDIS_URL: _, ...own } = process.env;
  const flags = ["--max-semi-space-size=64", ...(inspect ? [`--inspect=127.0.0.1:${port + INSPECT}`] : [])];
  const child = spawn(process.execPath, [...flags, PROGRAM, "--role", role], {
    env: {
      ...own,
      DATA_DIR: dataDir,
      PORT: port.toString(),
      LOG_LEVEL: "warn",
      // High, not off: the cost of counting is part of a request.
      RATE_LIMIT: "1000000",
      TENANT_ROWS: "1000000",
      ...env,
    },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${port}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    );
  for (let waited = 0; !(existsSync(join(dataDir, "demo.json")) && (await isReady())); waited += 50) {
    if (waited > START_MS || child.exitCode !== null) {
      child.kill("SIGTERM");
      throw new Error("the service does not start");
    }
    await pause(50);
  }
  return child;
}

type Processes = ReadonlyMap<string, { child: ChildProcess; port: number }>;

/** Stops processes and deletes their files. The first process started Redis, and stops it, so it is the last. */
async function endProcesses(processes: Processes, dataDir: string): Promise<void> {
  for (const { child } of [...processes.values()].reverse()) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    const exited = new Promise((resolve) => child.once("exit", resolve));
    child.kill("SIGTERM");
    await exited;
  }
  rmSync(dataDir, { recursive: true, force: true });
}

/** CPU time so far of a Redis server, in microseconds. */
export async function cpuOfRedis(redis: Redis): Promise<number> {
  const info = await redis.info("cpu");
  const [user, system] = ["user", "sys"].map((kind) => new RegExp(`used_cpu_${kind}:(\\S+)`).exec(info)?.[1]);
  return (Number(user) + Number(system)) * 1e6;
}

/** Headers of a client's requests, with an access token. */
export async function headersFor(
  baseUrl: string,
  { tenantId, clientId, clientSecret }: Credentials,
): Promise<Record<string, string>> {
  const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
  const tokenUrl = `${baseUrl}/auth/realms/${tenantId}/protocol/openid-connect/token`;
  const answer = await fetch(tokenUrl, { method: "POST", body: new URLSearchParams(form) });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return {
    authorization: `Bearer ${token}`,
    "x-svc-tenant": tenantId,
    "content-type": "application/json",
  };
}

/**
 * The service as `npm start` runs it, with its own Redis: tokens, validation, outbox, append-only file. By default it
 * runs without background work, which has its own benchmark.
 */
export class Stand {
  readonly baseUrl: string;
  readonly redis: Redis;
  headers: Record<string, string> = {};
  readonly #pool: Pool;
  readonly #processes: Processes;
  readonly dataDir: string;

  private constructor(processes: Processes, dataDir: string, baseUrl: string, redis: Redis) {
    this.#processes = processes;
    this.dataDir = dataDir;
    this.baseUrl = baseUrl;
    this.redis = redis;
    this.#pool = new Pool(baseUrl, { connections: CONNECTIONS });
  }

  /** Starts a service, the first process on this port and each further one on the next. */
  static async start(
    port: number,
    { processes = ["http,worker"], env = {}, inspect = false }: StandOptions = {},
  ): Promise<Stand> {
    const dataDir = mkdtempSync(join(tmpdir(), "wishlist-bench-"));
    const started = new Map<string, { child: ChildProcess; port: number }>();
    let url: string | undefined;
    try {
      for (const [i, role] of processes.entries()) {
        const place = { role, port: port + i, dataDir };
        const shared = url === undefined ? {} : { REDIS_URL: url };
        const child = await startProcess(place, { env: { ...env, ...shared }, inspect });
        started.set(started.has(role) ? `${role} ${i + 1}` : role, { child, port: place.port });
        ({ url } = readJson(join(dataDir, "redis.json")) as { url: string });
      }
    } catch (err) {
      await endProcesses(started, dataDir);
      throw err;
    }
    const stand = new Stand(
      started,
      dataDir,
      `http://127.0.0.1:${port}`,
      openStore(redisAddress("REDIS_URL", url ?? ""), {}),
    );
    stand.headers = await headersFor(stand.baseUrl, readJson(join(dataDir, "demo.json")) as Credentials);
    return stand;
  }

  /** Sends one request and resolves to the JSON of its answer. Rejects if it is refused. */
  async call<T>(method: "GET" | "POST" | "PUT", path: string, body?: unknown): Promise<T> {
    const answer = await this.#pool.request({
      method,
      path,
      headers: this.headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    if (answer.statusCode >= 300) throw new Error(`${method} ${path}: ${answer.statusCode} ${text}`);
    return JSON.parse(text) as T;
  }

  /** Value of a metric in each process, by role. */
  async metric(name: string): Promise<Record<string, number>> {
    const values = [...this.#processes].map(async ([role, { port }]) => {
      const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
      return [role, Number(new RegExp(`^${name} ([\\d.e+-]+)`, "m").exec(text)?.[1])] as const;
    });
    return Object.fromEntries(await Promise.all(values));
  }

  /** CPU time so far of all processes, and of Redis. */
  async cpu(): Promise<CpuTimes> {
    const seconds = Object.values(await this.metric("process_cpu_seconds_total"));
    const service = seconds.reduce((sum, each) => sum + each, 0);
    return { service: service * 1e6, redis: await cpuOfRedis(this.redis) };
  }

  /** The inspector of the first process. */
  inspector(): Promise<Inspector> {
    const [first] = this.#processes.values();
    return Inspector.connect((first?.port ?? 0) + INSPECT);
  }

  /**
   * Waits until Redis has rewritten its append-only file. Otherwise the copied memory pages would count for requests.
   */
  async untilRewritten(): Promise<void> {
    while (/aof_rewrite_(?:in_progress|scheduled):1/.test(await this.redis.info("persistence")))
      await pause(1000);
  }

  /** Bytes in use by Redis. */
  async memory(): Promise<number> {
    return Number(/used_memory:(\d+)/.exec(await this.redis.info("memory"))?.[1]);
  }

  /** Events that wait in the outboxes of all partitions. */
  async waitingEvents(): Promise<number> {
    const outboxes = await this.redis.keys("*:outbox");
    const lengths = await Promise.all(outboxes.map((outbox) => this.redis.xlen(outbox)));
    return lengths.reduce((sum, length) => sum + length, 0);
  }

  async stop(): Promise<void> {
    this.redis.disconnect();
    await this.#pool.destroy();
    await endProcesses(this.#processes, this.dataDir);
  }
}

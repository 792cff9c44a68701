import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";

const PROGRAM = join(import.meta.dirname, "../../src/main.js");
const START_MS = 30_000;

export const API = "/services/wsservice/api";

/** CPU time that was used so far, in microseconds. */
export interface CpuTimes {
  service: number;
  redis: number;
}

interface Demo {
  clientId: string;
  clientSecret: string;
  tenantId: string;
  tokenUrl: string;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const readJson = (file: string): unknown => JSON.parse(readFileSync(file, "utf8"));

/** The service as `npm start` runs it, with a store of its own: tokens, validation, outbox, append-only file. */
export class Stand {
  readonly baseUrl: string;
  readonly redis: Redis;
  headers: Record<string, string> = {};
  readonly #process: ChildProcess;
  readonly dataDir: string;

  private constructor(process: ChildProcess, dataDir: string, baseUrl: string, redis: Redis) {
    this.#process = process;
    this.dataDir = dataDir;
    this.baseUrl = baseUrl;
    this.redis = redis;
  }

  /**
   * Starts a service on a port. Rejects when it does not come up. Without the background work, unless the role says
   * otherwise.
   */
  static async start(
    port: number,
    { role = "http,worker", env: more = {} }: { role?: string; env?: Record<string, string> } = {},
  ): Promise<Stand> {
    const dataDir = mkdtempSync(join(tmpdir(), "wishlist-bench-"));
    const { REDIS_URL: _, ...env } = process.env;
    const child = spawn(process.execPath, ["--max-semi-space-size=64", PROGRAM, "--role", role], {
      env: {
        ...env,
        DATA_DIR: dataDir,
        PORT: port.toString(),
        LOG_LEVEL: "warn",
        // High, not off: what counting costs belongs to the answer.
        RATE_LIMIT: "1000000",
        ...more,
      },
      stdio: ["ignore", "ignore", "inherit"],
    });
    const baseUrl = `http://127.0.0.1:${port}`;
    const isReady = () =>
      fetch(`${baseUrl}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    for (let waited = 0; !(existsSync(join(dataDir, "demo.json")) && (await isReady())); waited += 50) {
      if (waited > START_MS || child.exitCode !== null) throw new Error("the service does not start");
      await pause(50);
    }
    const { url } = readJson(join(dataDir, "redis.json")) as { url: string };
    const stand = new Stand(child, dataDir, baseUrl, new Redis(url));
    await stand.#authenticate(readJson(join(dataDir, "demo.json")) as Demo);
    return stand;
  }

  async #authenticate({ clientId, clientSecret, tenantId, tokenUrl }: Demo): Promise<void> {
    const form = { grant_type: "client_credentials", client_id: clientId, client_secret: clientSecret };
    const answer = await fetch(tokenUrl, { method: "POST", body: new URLSearchParams(form) });
    const { access_token: token } = (await answer.json()) as { access_token: string };
    this.headers = {
      authorization: `Bearer ${token}`,
      "x-svc-tenant": tenantId,
      "content-type": "application/json",
    };
  }

  /** Sends one request and resolves to the JSON of its answer. Rejects when it is refused. */
  async call<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await fetch(`${this.baseUrl}${path}`, {
      method,
      headers: this.headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  }

  async cpu(): Promise<CpuTimes> {
    const metrics = await (await fetch(`${this.baseUrl}/metrics`)).text();
    const seconds = /^process_cpu_seconds_total ([\d.e-]+)/m.exec(metrics)?.[1] ?? "";
    const info = await this.redis.info("cpu");
    const [user, system] = ["user", "sys"].map(
      (kind) => new RegExp(`used_cpu_${kind}:([\\d.]+)`).exec(info)?.[1],
    );
    return { service: Number(seconds) * 1e6, redis: (Number(user) + Number(system)) * 1e6 };
  }

  /** Bytes that Redis has in use. */
  async memory(): Promise<number> {
    return Number(/used_memory:(\d+)/.exec(await this.redis.info("memory"))?.[1]);
  }

  async stop(): Promise<void> {
    this.redis.disconnect();
    const exited = new Promise((resolve) => this.#process.once("exit", resolve));
    this.#process.kill("SIGTERM");
    await exited;
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}

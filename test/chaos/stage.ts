import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cluster, Running } from "../support/processes.ts";
import { newCluster } from "../support/processes.ts";
import { type Proxy, startProxy } from "../support/proxy.ts";
import type { Cleanup } from "../support/redis.ts";
import { RedisServer } from "../support/redis-server.ts";
import { until } from "../support/until.ts";
import type { Plan } from "./faults/plan.ts";

/** Of every process here: short, so that a run sees many take-overs. */
const SETTINGS = { LEASE_MS: "1000", ASK_TIMEOUT_MS: "2000", CUSTOMER_WISHLISTS: "10000" };
/** Where Debian has it; without it all clocks are right. */
const FAKE_CLOCK = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";
const RESTARTS = 8;

const clockAhead = (seconds: number): Record<string, string> =>
  seconds === 0 || !existsSync(FAKE_CLOCK)
    ? {}
    : {
        LD_PRELOAD: FAKE_CLOCK,
        FAKETIME: `${seconds > 0 ? "+" : ""}${seconds}s`,
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      };

/** One of the processes of the service, which is started again as soon as it ends. */
export class Place {
  readonly role: string;
  /** Between it and Redis; undefined on a cluster. */
  readonly proxy: Proxy | undefined;
  readonly #start: () => Promise<Running>;
  #running: Running | undefined;
  #last = Promise.resolve();
  /** How it ended without being told to. */
  readonly accidents: string[] = [];

  constructor(role: string, proxy: Proxy | undefined, start: () => Promise<Running>) {
    this.role = role;
    this.proxy = proxy;
    this.#start = start;
  }

  /** Where it serves requests; undefined while it does not. */
  get baseUrl(): string | undefined {
    return this.servesRequests && this.#running?.says("listening").length ? this.#running.baseUrl : undefined;
  }

  get servesRequests(): boolean {
    return /http|all/.test(this.role);
  }

  get running(): Running | undefined {
    return this.#running;
  }

  /** Starts a process, or another one. Resolves once it is ready; Redis may be away meanwhile. */
  async start(): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      const running = await this.#start();
      this.#running = running;
      await until(`${this.role} is ready, or ends`, async () => {
        return !running.program.isRunning || (await running.isReady().catch(() => false));
      });
      if (running.program.isRunning) return;
      // Like any supervisor does: its Redis may have refused what a start needs.
      if (attempt === RESTARTS)
        throw new Error(`${this.role} does not start: ${running.program.stdout}${running.program.stderr}`);
    }
  }

  /** Ends the process by a signal, and starts another. */
  replace(signal: NodeJS.Signals): Promise<void> {
    return this.#alone(async () => {
      const { program } = this.#running ?? {};
      this.#running = undefined;
      program?.signal(signal);
      await program?.end();
      await this.start();
    });
  }

  /** Notes a process that has ended by itself, and replaces it. */
  supervise(): Promise<void> {
    return this.#alone(async () => {
      const { program } = this.#running ?? {};
      if (!program || program.isRunning) return;
      this.#running = undefined;
      const { code, signal, stdout, stderr } = await program.end();
      this.accidents.push(
        `a process of ${this.role} ended by itself with ${code ?? signal ?? "?"}: ${(stdout + stderr).slice(-2000)}`,
      );
      await this.start();
    });
  }

  /** One after the other. */
  #alone(act: () => Promise<void>): Promise<void> {
    return (this.#last = this.#last.then(act));
  }
}

/** The processes of a run, and what they use. */
export interface Stage {
  places: readonly Place[];
  cluster: Cluster;
  redis: RedisServer;
  dataDir: string;
}

/**
 * Starts the processes of a plan on a Redis of their own, each with a proxy in between.
 * @param built folder of the compiled programs
 */
export async function startStage(t: Cleanup, plan: Plan, built: string): Promise<Stage> {
  const dataDir = mkdtempSync(join(tmpdir(), "wishlist-chaos-"));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const redis = await RedisServer.start(t);
  const cluster = newCluster(t, { env: { ...SETTINGS, DATA_DIR: dataDir }, store: redis, built });
  const places = await Promise.all(
    plan.roles.map(async (role, i) => {
      const proxy = await startProxy(t, redis.url);
      const env = { REDIS_URL: proxy.url, ...clockAhead(plan.skews[i] ?? 0) };
      const place = new Place(role, proxy, () => cluster.start(role, { env, isWaiting: false }));
      await place.start();
      return place;
    }),
  );
  return { places, cluster, redis, dataDir };
}

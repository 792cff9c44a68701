import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { StartRefused } from "../../errors/start-refused.ts";
import { redisAddress } from "../../store/redis/connection/address.ts";
import { openStore } from "../../store/redis/connection/connect.ts";
import { findLoneSnapshot } from "../../store/redis/server/lone-snapshot.ts";
import { isAlive, isDefunct, isServer } from "./processes.ts";
import { acquireStartLock } from "./start-lock.ts";

const STOP_MS = 20_000;
const RESTART_MS = 200;

/** The address of a running embedded server, in a file that other programs of the same user read. */
interface RunningRedis {
  url: string;
  pid: number;
  /** Id of the process that started the server and will stop it. */
  owner: number;
}

const stateFile = (dataDir: string) => join(dataDir, "redis.json");

/** Reads the state file; undefined if it does not exist, or is incomplete. */
function readRunning(dataDir: string): RunningRedis | undefined {
  try {
    return JSON.parse(readFileSync(stateFile(dataDir), "utf8")) as RunningRedis;
  } catch {
    return undefined;
  }
}

/** Returns the address of the embedded server that runs with this data directory; undefined if there is none. */
export function findEmbeddedRedis(dataDir: string): string | undefined {
  const running = readRunning(dataDir);
  return running && isAlive(running.pid) ? running.url : undefined;
}

/** Refuses a directory with a snapshot that the server would ignore: {@link findLoneSnapshot}. */
function refuseLoneSnapshot(dir: string): void {
  const snapshot = findLoneSnapshot({ dir });
  if (snapshot === undefined) return;
  throw new StartRefused(
    `${snapshot} has data, but ${join(dir, "appendonlydir")} has none, so Redis would start empty: load the snapshot into a Redis of your own and run \`wishlist backup\` there, or move the snapshot away`,
  );
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function answers(url: string): Promise<boolean> {
  const address = redisAddress("REDIS_URL", url);
  const redis = openStore(address, { lazyConnect: true, retryStrategy: null, maxRetriesPerRequest: 0 });
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    await redis.ping();
    return true;
  } catch {
    return false;
  } finally {
    redis.disconnect();
  }
}

const isRunning = ({ exitCode, signalCode }: ChildProcess) => exitCode === null && signalCode === null;

async function stopProcess(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, "SIGTERM");
  for (let waited = 0; isAlive(pid) && !isDefunct(pid); waited += 50) {
    if (waited > STOP_MS) process.kill(pid, "SIGKILL");
    await pause(50);
  }
}

interface EmbeddedRedisOptions {
  binary: string;
  dataDir: string;
  log: Logger;
  /** Whether there is an append-only file in the data directory; otherwise the data ends with the server. */
  persistent?: boolean;
  /** Additional lines of the server's configuration. */
  settings?: string[];
}

/**
 * A Redis server as a child process, on a loopback port and with a random password. Its append-only file is in the data
 * directory. The server is restarted if it dies, and stopped with this process.
 */
export class EmbeddedRedis {
  readonly url: string;
  readonly #options: EmbeddedRedisOptions;
  readonly #port: number;
  readonly #password: string;
  #child: ChildProcess | undefined;
  #isStopping = false;

  private constructor(options: EmbeddedRedisOptions, port: number, password: string) {
    this.#options = options;
    this.#port = port;
    this.#password = password;
    this.url = `redis://:${password}@127.0.0.1:${port}`;
  }

  /**
   * Starts a server, or finds the one that another running process with the same data directory has started. A server
   * that a killed process left running is stopped first; its data is in the append-only file.
   */
  static async start(
    options: EmbeddedRedisOptions,
  ): Promise<EmbeddedRedis | { url: string; stop: () => Promise<void> }> {
    const { dataDir, log } = options;
    mkdirSync(join(dataDir, "redis"), { recursive: true, mode: 0o700 });
    const releaseLock = await acquireStartLock(dataDir);
    try {
      const left = readRunning(dataDir);
      if (left && isAlive(left.pid) && isServer(left.pid)) {
        if (left.owner !== process.pid && isAlive(left.owner) && (await answers(left.url))) {
          log.info("using the embedded Redis of another process with this data directory");
          return { url: left.url, stop: () => Promise.resolve() };
        }
        log.info("stopping the embedded Redis of an earlier process");
        await stopProcess(left.pid);
      }
      const server = new EmbeddedRedis(options, await freePort(), randomBytes(24).toString("base64url"));
      await server.#launch();
      return server;
    } finally {
      releaseLock();
    }
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async #launch(): Promise<void> {
    const { binary, dataDir, log, persistent = true, settings = [] } = this.#options;
    if (persistent) refuseLoneSnapshot(join(dataDir, "redis"));
    // Detached, so that Ctrl-C does not stop the server before its clients.
    const child = spawn(binary, ["-"], { stdio: ["pipe", "pipe", "inherit"], detached: true });
    this.#child = child;
    child.once("error", (err) => log.error({ err }, "cannot run the embedded Redis"));
    child.once("exit", (code, signal) => this.#onExit(code, signal));
    child.stdout
      .setEncoding("utf8")
      .on("data", (text: string) => log.debug({ text: text.trim() }, "embedded redis"));
    // The configuration goes through standard input, because every user of the machine can read a command line.
    child.stdin.end(
      [
        `port ${this.#port}`,
        "bind 127.0.0.1",
        `requirepass ${this.#password}`,
        `dir "${join(dataDir, "redis").replace(/["\\]/g, "\\$&")}"`,
        `appendonly ${persistent ? "yes" : "no"}`,
        "appendfsync everysec",
        'save ""',
        "maxmemory-policy noeviction",
        "loglevel notice",
        ...settings,
        "",
      ].join("\n"),
    );
    // Written before the server is ready: if this process is killed now, the next start finds the server.
    const running: RunningRedis = { url: this.url, pid: child.pid ?? 0, owner: process.pid };
    writeFileSync(stateFile(dataDir), JSON.stringify(running), { mode: 0o600 });
    await this.#untilReady(child);
  }

  /** Waits without a time limit while the server runs: it may have much data to load. */
  async #untilReady(child: ChildProcess): Promise<void> {
    while (!(await answers(this.url))) {
      if (!isRunning(child)) {
        throw new Error(`the embedded Redis ended with ${child.exitCode ?? child.signalCode ?? "an error"}`);
      }
      await pause(25);
    }
  }

  #onExit(code: number | null, signal: NodeJS.Signals | null): void {
    if (this.#isStopping) return;
    this.#options.log.error({ code, signal }, "the embedded Redis ended; starting it again");
    setTimeout(() => {
      if (this.#isStopping) return;
      this.#launch().catch((err: unknown) =>
        this.#options.log.error({ err }, "the embedded Redis does not start"),
      );
    }, RESTART_MS);
  }

  /** Stops the server. Its data is in the append-only file. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (child?.pid !== undefined && isRunning(child)) {
      // The id of the process is not reused before this event.
      const ended = once(child, "exit");
      await stopProcess(child.pid);
      await ended;
    }
    rmSync(stateFile(this.#options.dataDir), { force: true });
  }
}

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { codeOf } from "../../store/error-code.ts";
import { storeAddress } from "../../store/redis/address.ts";
import { openStore } from "../../store/redis/connect.ts";
import { findLoneSnapshot } from "../../store/redis/server/lone-snapshot.ts";
import { StartRefused } from "../../store/start-refused.ts";

const STOP_MS = 20_000;
const RESTART_MS = 200;
/** A lock without a holder is one that was never finished. */
const EMPTY_LOCK_MS = 1000;

/** Where an embedded server can be reached, as other programs of the same user read it. */
interface RunningRedis {
  url: string;
  pid: number;
  /** Process that started it and will stop it. */
  owner: number;
}

const stateFile = (dataDir: string) => join(dataDir, "redis.json");

const isAlive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** The content of the file; undefined if there is none, or if it was cut short. */
function readRunning(dataDir: string): RunningRedis | undefined {
  try {
    return JSON.parse(readFileSync(stateFile(dataDir), "utf8")) as RunningRedis;
  } catch {
    return undefined;
  }
}

/** What `ps` says of a process; nothing where there is no such process, or no `ps`. */
const psField = (pid: number, what: "comm" | "stat"): string =>
  spawnSync("ps", ["-o", `${what}=`, "-p", pid.toString()], { encoding: "utf8" }).stdout;

/** Whether a process is a server, and not another that was given its number since. */
const isServer = (pid: number): boolean => /redis|valkey/.test(psField(pid, "comm"));

/** Whether a process has ended and keeps its number: the first process of a container may take no note of ends. */
const isDefunct = (pid: number): boolean => /^\s*Z/.test(psField(pid, "stat"));

/** Whether the process of a lock is gone; in a container the next process has the same number. */
function isLeft(file: string): boolean {
  try {
    const { mtimeMs } = statSync(file);
    const holder = Number(readFileSync(file, "utf8"));
    if (holder === 0) return Date.now() - mtimeMs > EMPTY_LOCK_MS;
    const isFromAnEarlierLife = holder === process.pid && mtimeMs < Date.now() - process.uptime() * 1000;
    return isFromAnEarlierLife || !isAlive(holder);
  } catch {
    // It was removed in the meantime.
    return false;
  }
}

/**
 * Lets one process at a time start a server in a data directory. Resolves to what ends the right to; a process that
 * died with it does not keep it.
 */
async function takeTurn(dataDir: string): Promise<() => void> {
  const file = join(dataDir, "redis.lock");
  for (;;) {
    try {
      writeFileSync(file, process.pid.toString(), { flag: "wx", mode: 0o600 });
      return () => rmSync(file, { force: true });
    } catch (err) {
      if (codeOf(err) !== "EEXIST") throw err;
    }
    if (isLeft(file)) rmSync(file, { force: true });
    await pause(50);
  }
}

/** Address of the embedded server of a running service with this data directory. */
export function findEmbeddedRedis(dataDir: string): string | undefined {
  const running = readRunning(dataDir);
  return running && isAlive(running.pid) ? running.url : undefined;
}

/** Refuses a directory with a snapshot that the server would not read: {@link findLoneSnapshot}. */
function refuseLoneSnapshot(dir: string): void {
  const snapshot = findLoneSnapshot({ dir });
  if (snapshot === undefined) return;
  throw new StartRefused(
    `${snapshot} holds data, but ${join(dir, "appendonlydir")} holds none, and Redis would start empty: load the snapshot with a Redis of your own and \`wishlist backup\` it from there, or move it away`,
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
  const address = storeAddress("REDIS_URL", url);
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
  /** With an append-only file in the data directory; without, the data ends with the server. */
  persistent?: boolean;
  /** Further lines of its configuration. */
  settings?: string[];
}

/**
 * A Redis server of our own: a child process on a private loopback port behind a random password, with its
 * append-only file under the data directory. It is restarted when it dies, and stopped with us.
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
   * Starts a server, or finds the one that another living process with the same data directory has started. One
   * that a killed process left behind is stopped first: it has all its data in the file.
   */
  static async start(
    options: EmbeddedRedisOptions,
  ): Promise<EmbeddedRedis | { url: string; stop: () => Promise<void> }> {
    const { dataDir, log } = options;
    mkdirSync(join(dataDir, "redis"), { recursive: true, mode: 0o700 });
    const endTurn = await takeTurn(dataDir);
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
      endTurn();
    }
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async #launch(): Promise<void> {
    const { binary, dataDir, log, persistent = true, settings = [] } = this.#options;
    if (persistent) refuseLoneSnapshot(join(dataDir, "redis"));
    // In a session of its own: Ctrl-C is for this process, and the server is stopped after its last client.
    const child = spawn(binary, ["-"], { stdio: ["pipe", "pipe", "inherit"], detached: true });
    this.#child = child;
    child.once("error", (err) => log.error({ err }, "cannot run the embedded Redis"));
    child.once("exit", (code, signal) => this.#onExit(code, signal));
    child.stdout
      .setEncoding("utf8")
      .on("data", (text: string) => log.debug({ text: text.trim() }, "embedded redis"));
    // By standard input, because every user of the machine can read a command line.
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
    // Before it is ready: should we be killed now, the next start finds it.
    const running: RunningRedis = { url: this.url, pid: child.pid ?? 0, owner: process.pid };
    writeFileSync(stateFile(dataDir), JSON.stringify(running), { mode: 0o600 });
    await this.#untilReady(child);
  }

  /** A server with much data takes its time to load it; as long as it lives, it comes. */
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

  /** Stops the server; what it holds is in its file. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    const child = this.#child;
    if (child?.pid !== undefined && isRunning(child)) {
      // A process that has ended keeps its number until this event.
      const ended = once(child, "exit");
      await stopProcess(child.pid);
      await ended;
    }
    rmSync(stateFile(this.#options.dataDir), { force: true });
  }
}

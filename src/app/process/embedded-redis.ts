import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { StartRefused } from "../../errors/start-refused.ts";
import { toolCall } from "../../errors/tool-call.ts";
import { findLoneSnapshot } from "../../store/redis/server/lone-snapshot.ts";
import { isAlive, isServer } from "./processes.ts";
import { answers, RedisProcess, stopProcess } from "./redis-process.ts";
import { acquireStartLock } from "./start-lock.ts";

/** Waits before a server that has ended is started again, in milliseconds. */
const FIRST_WAIT_MS = 200;
const MAX_WAIT_MS = 30_000;
/** Time between two checks of the process that has started the server, in milliseconds. */
const CHECK_MS = 1000;

/** The embedded server of a data directory, in a file that other programs of the same user read. */
interface StoredRedis {
  /** The address, which the next server uses again if its port is free. */
  url: string;
  /** The process of the server; absent if it was stopped. */
  pid?: number;
  /** Id of the process that has started the server and will stop it. */
  owner?: number;
}

const stateFile = (dataDir: string) => join(dataDir, "redis.json");

/** Reads the state file; undefined if it does not exist, or is incomplete. */
function readStored(dataDir: string): StoredRedis | undefined {
  try {
    return JSON.parse(readFileSync(stateFile(dataDir), "utf8")) as StoredRedis;
  } catch {
    return undefined;
  }
}

const store = (dataDir: string, stored: StoredRedis) =>
  writeFileSync(stateFile(dataDir), JSON.stringify(stored), { mode: 0o600 });

/** Whether the process of a server runs, and not another program that got its id later. */
const isServing = ({ pid }: StoredRedis) => pid !== undefined && isAlive(pid) && isServer(pid);

/** Returns the address of the embedded server that runs with this data directory; undefined if there is none. */
export function findEmbeddedRedis(dataDir: string): string | undefined {
  const stored = readStored(dataDir);
  return stored && isServing(stored) ? stored.url : undefined;
}

/** Refuses a directory with a snapshot that the server would ignore: {@link findLoneSnapshot}. */
function refuseLoneSnapshot(dir: string): void {
  const snapshot = findLoneSnapshot({ dir });
  if (snapshot === undefined) return;
  throw new StartRefused(
    `${snapshot} has data, but ${join(dir, "appendonlydir")} has none, so Redis would start empty: load the snapshot into a Redis of your own and run \`${toolCall("backup <file>")}\` there, or move the snapshot away`,
  );
}

/** Resolves to a loopback port that no program uses: the given one, or any; undefined if the given one is in use. */
async function freePort(wanted = 0): Promise<number | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once("error", () => resolve(undefined));
    server.listen(wanted, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** Resolves to the address for the next server of a data directory: the former one, if its port is free. */
async function nextUrl(former: string | undefined): Promise<string> {
  const { port: formerPort, password } = new URL(former ?? "redis://127.0.0.1");
  if (former !== undefined && password !== "" && (await freePort(Number(formerPort))) !== undefined)
    return former;
  const port = await freePort();
  if (port === undefined) throw new StartRefused("there is no free port for the embedded Redis");
  return `redis://:${randomBytes(24).toString("base64url")}@127.0.0.1:${port}`;
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
 * directory. The server is restarted if it dies, and stopped with this process. Other processes with the same directory
 * use it too. When this process ends, one of them starts the server again, with the same address.
 */
export class EmbeddedRedis {
  readonly url: string;
  readonly #options: EmbeddedRedisOptions;
  /** The server, if this process has started it. */
  #server: RedisProcess | undefined;
  readonly #stopping = new AbortController();

  private constructor(options: EmbeddedRedisOptions, url: string) {
    this.#options = options;
    this.url = url;
  }

  /**
   * Starts a server, or finds the one that another running process with the same data directory has started. A server
   * that a killed process left running is stopped first; its data is in the append-only file.
   *
   * @throws {StartRefused} if the server does not start, with the reason that it gives
   */
  static async start(options: EmbeddedRedisOptions): Promise<EmbeddedRedis> {
    const { dataDir, log } = options;
    mkdirSync(join(dataDir, "redis"), { recursive: true, mode: 0o700 });
    const releaseLock = await acquireStartLock(dataDir);
    try {
      const stored = readStored(dataDir);
      const shared = await sharedUrl(stored);
      const redis = new EmbeddedRedis(options, shared ?? (await nextUrl(await stopped(stored, log))));
      if (shared !== undefined) {
        log.info("using the embedded Redis of another process with this data directory");
        void redis.#watchOwner();
      } else await redis.#launch();
      return redis;
    } finally {
      releaseLock();
    }
  }

  get pid(): number | undefined {
    return this.#server?.pid;
  }

  async #launch(): Promise<void> {
    const { binary, dataDir, log, persistent: isPersistent = true, settings = [] } = this.#options;
    const dir = join(dataDir, "redis");
    if (isPersistent) refuseLoneSnapshot(dir);
    const server = new RedisProcess({ binary, url: this.url, dir, isPersistent, settings, log });
    this.#server = server;
    // Written before the server is ready: if this process is killed now, the next start finds the server.
    store(dataDir, { url: this.url, pid: server.pid ?? 0, owner: process.pid });
    await server.untilReady();
    server.onEnd(() => void this.#restart(server.end));
  }

  /** Starts the server again until it runs, with longer and longer waits. */
  async #restart(end: string): Promise<void> {
    const { log } = this.#options;
    if (this.#stopping.signal.aborted) return;
    log.error(`the embedded Redis ${end}; starting it again`);
    for (let waitMs = FIRST_WAIT_MS; ; waitMs = Math.min(2 * waitMs, MAX_WAIT_MS)) {
      if (!(await this.#waited(waitMs))) return;
      try {
        await this.#launch();
        return;
      } catch (err) {
        const reason = err instanceof StartRefused ? err.message : err;
        log.error({ reason }, "the embedded Redis does not start");
      }
    }
  }

  /** Waits until the process that has started the server has ended, and then starts it again. */
  async #watchOwner(): Promise<void> {
    const { dataDir, log } = this.#options;
    while (await this.#waited(CHECK_MS)) {
      const { owner } = readStored(dataDir) ?? {};
      if (owner !== undefined && owner !== process.pid && isAlive(owner)) continue;
      const releaseLock = await acquireStartLock(dataDir);
      try {
        const stored = readStored(dataDir);
        if ((await sharedUrl(stored)) !== undefined) continue;
        await stopped(stored, log);
        if (this.#stopping.signal.aborted) return;
        log.info("the process with the embedded Redis has ended; starting the server again");
        await this.#launch();
        return;
      } catch (err) {
        log.error({ err }, "the embedded Redis of an ended process does not start");
      } finally {
        releaseLock();
      }
    }
  }

  /** Waits. Resolves to false if the server is stopped meanwhile. */
  async #waited(ms: number): Promise<boolean> {
    const { signal } = this.#stopping;
    await pause(ms, undefined, { ref: false, signal }).catch(() => undefined);
    return !signal.aborted;
  }

  /** Stops the server, if this process has started it. Its data is in the append-only file. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    if (!this.#server) return;
    await this.#server.stop();
    const { dataDir } = this.#options;
    if (existsSync(stateFile(dataDir))) store(dataDir, { url: this.url });
  }
}

/** Resolves to the address of a server that another process has started and will stop; undefined if there is none. */
async function sharedUrl(stored: StoredRedis | undefined): Promise<string | undefined> {
  if (stored?.owner === undefined || stored.owner === process.pid) return undefined;
  const isShared = isServing(stored) && isAlive(stored.owner) && (await answers(stored.url));
  return isShared ? stored.url : undefined;
}

/** Stops the server of a process that has ended, if it still runs. Resolves to its address. */
async function stopped(stored: StoredRedis | undefined, log: Logger): Promise<string | undefined> {
  if (stored?.pid !== undefined && isServing(stored)) {
    log.info("stopping the embedded Redis of an earlier process");
    await stopProcess(stored.pid);
  }
  return stored?.url;
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { StartRefused } from "../../errors/start-refused.ts";
import { redisAddress } from "../../store/redis/connection/address.ts";
import { openStore } from "../../store/redis/connection/connect.ts";
import { isAlive, isDefunct } from "./processes.ts";

const STOP_MS = 20_000;
/** A warning or an error in the server's log. The last one says why a server ends by itself. */
const WARNING = /^\d+:[A-Z] .{20,30} # (.+)$/;

/** Whether a server answers. */
export async function answers(url: string): Promise<boolean> {
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

/** Ends a process by SIGTERM, and by SIGKILL if that takes longer than 20 seconds. */
export async function stopProcess(pid: number): Promise<void> {
  if (!isAlive(pid)) return;
  process.kill(pid, "SIGTERM");
  for (let waited = 0; isAlive(pid) && !isDefunct(pid); waited += 50) {
    if (waited > STOP_MS) process.kill(pid, "SIGKILL");
    await pause(50);
  }
}

interface RedisProcessOptions {
  binary: string;
  /** The server's address, on a loopback port. */
  url: string;
  /** The folder of its files. */
  dir: string;
  /** Whether it keeps an append-only file. */
  isPersistent: boolean;
  /** Additional lines of its configuration. */
  settings: readonly string[];
  log: Logger;
}

/** The configuration of a server, which is passed through standard input: every user can read a command line. */
function configurationOf({ url, dir, isPersistent, settings }: RedisProcessOptions): string {
  const { port, password } = new URL(url);
  return [
    `port ${port}`,
    "bind 127.0.0.1",
    `requirepass ${password}`,
    `dir "${dir.replace(/["\\]/g, "\\$&")}"`,
    `appendonly ${isPersistent ? "yes" : "no"}`,
    "appendfsync everysec",
    'save ""',
    "maxmemory-policy noeviction",
    "loglevel notice",
    ...settings,
    "",
  ].join("\n");
}

/** A Redis server as a child process. */
export class RedisProcess {
  readonly #options: RedisProcessOptions;
  readonly #child: ChildProcess;
  #lastWarning: string | undefined;

  constructor(options: RedisProcessOptions) {
    this.#options = options;
    // Detached, so that Ctrl-C does not stop the server before its clients.
    this.#child = spawn(options.binary, ["-"], { stdio: ["pipe", "pipe", "inherit"], detached: true });
    this.#child.once("error", (err) => (this.#lastWarning = err.message));
    const { stdin, stdout } = this.#child;
    stdin?.on("error", () => undefined).end(configurationOf(options));
    if (stdout) createInterface({ input: stdout }).on("line", (line) => this.#read(line));
  }

  /** Its process id; undefined if it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  get #isRunning(): boolean {
    return this.pid !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Why it ended, as far as that is known, in words that continue a sentence. */
  get end(): string {
    const { exitCode, signalCode } = this.#child;
    if (signalCode !== null) return `ended with ${signalCode}`;
    return `ended with ${exitCode ?? "an error"}${this.#lastWarning === undefined ? "" : `: ${this.#lastWarning}`}`;
  }

  #read(line: string): void {
    this.#options.log.debug({ text: line }, "embedded redis");
    this.#lastWarning = WARNING.exec(line)?.[1] ?? this.#lastWarning;
  }

  /**
   * Waits until it answers, without a time limit: it may have much data to load.
   *
   * @throws {StartRefused} if it ends before, with the reason that it gives
   */
  async untilReady(): Promise<void> {
    while (!(await answers(this.#options.url))) {
      if (!this.#isRunning) throw new StartRefused(`the embedded Redis ${this.end}`);
      await pause(25);
    }
  }

  /** Calls a function once it has ended, also if it already has. */
  onEnd(call: () => void): void {
    if (this.#isRunning) this.#child.once("exit", call);
    else call();
  }

  /** Stops it. Its data is in the append-only file. */
  async stop(): Promise<void> {
    if (this.pid === undefined || !this.#isRunning) return;
    // The id of the process is not reused before this event.
    const ended = once(this.#child, "exit");
    await stopProcess(this.pid);
    await ended;
  }
}

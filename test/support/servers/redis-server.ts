import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { ensureRedisServer } from "../../../src/app/process/redis-binary.ts";
import { Keys } from "../../../src/store/keys/keys.ts";
import { openStore } from "../../../src/store/redis/connection/connect.ts";
import { freePort } from "../programs.ts";
import { addressOf, type Cleanup, newPrefix, PARTITIONS } from "../redis.ts";
import { until } from "../until.ts";

/** Maximum time until the last output of a stopped server arrives, in milliseconds. */
const SAID_MS = 100;

/** Lines of a server's configuration, by their names. */
export type Settings = Record<string, string | number>;

/** Settings of a server that writes to disk before it answers. */
export const DURABLE = { appendonly: "yes", appendfsync: "always" };

/** A Redis server for one test, which writes to disk before it answers. */
export class RedisServer {
  readonly url: string;
  readonly redis: Redis;
  readonly prefix = newPrefix();
  readonly keys = new Keys(this.prefix, PARTITIONS);
  readonly dir: string;
  readonly #args: string[];
  #child: ChildProcess | undefined;

  private constructor(port: number, dir: string, further: Settings) {
    this.dir = dir;
    this.url = `redis://127.0.0.1:${port}`;
    this.redis = openStore(addressOf(this.url), { retryStrategy: () => 50, lazyConnect: true });
    this.redis.on("error", () => undefined);
    const settings: Settings = { bind: "127.0.0.1", port, dir, save: "", ...DURABLE, ...further };
    this.#args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value.toString()]);
  }

  /** Starts a server in a new directory, in which `prepare` can create files. */
  static async start(
    t: Cleanup,
    settings: Settings = {},
    prepare: (dir: string) => void = () => undefined,
  ): Promise<RedisServer> {
    const dir = mkdtempSync(join(tmpdir(), "wishlist-redis-"));
    prepare(dir);
    const server = new RedisServer(await freePort(), dir, settings);
    t.after(async () => {
      server.redis.disconnect();
      await server.kill();
      rmSync(dir, { recursive: true, force: true });
    });
    await server.launch();
    await server.redis.connect();
    return server;
  }

  /** Starts it, or starts it again with the same port and files. */
  async launch(): Promise<void> {
    const child = spawn(
      ensureRedisServer(() => undefined),
      this.#args,
      { stdio: "ignore" },
    );
    this.#child = child;
    await until("Redis answers", async () => {
      if (child.exitCode !== null) throw new Error(`Redis ended with ${child.exitCode}`);
      const probe = openStore(addressOf(this.url), {
        lazyConnect: true,
        retryStrategy: null,
        maxRetriesPerRequest: 0,
      });
      probe.on("error", () => undefined);
      const answer = await probe
        .connect()
        .then(() => probe.ping())
        .catch(() => "");
      probe.disconnect();
      return answer === "PONG";
    });
  }

  /** Makes it a replica of another server, under an address of that server. Resolves when it has all data. */
  async follow(primary: RedisServer, url = primary.url): Promise<void> {
    await primary.redis.config("SET", "repl-diskless-sync-delay", "0");
    await this.redis.replicaof("127.0.0.1", new URL(url).port);
    await until("the replica follows", async () =>
      (await this.redis.info("replication")).includes("master_link_status:up"),
    );
  }

  /** Swaps the roles with its replica, as a managed failover does. No acknowledged write is lost. */
  async failOver(): Promise<void> {
    await this.redis.call("FAILOVER");
    await until("the former primary is a replica", async () =>
      (await this.redis.info("replication")).includes("role:slave"),
    );
  }

  /**
   * Kills it, and removes the data from its file that it has not synced, as a failing machine does. For a server that
   * syncs once per second. It is killed `ms` after a sync.
   */
  async loseUnsynced(ms: number): Promise<void> {
    const probe = openStore(addressOf(this.url), { retryStrategy: null });
    probe.on("error", () => undefined);
    const sync = () => probe.call("WAITAOF", "1", "0", "0");
    const mark = `${this.prefix}mark-${randomBytes(9).toString("hex")}-`;
    let marks = 0;
    let synced = 0;
    do {
      process.kill(this.pid, "SIGCONT");
      await probe.set(`${mark}${marks}`, "1");
      await sync();
      const last = ++marks;
      await probe.set(`${mark}${last}`, "1");
      sync().then(
        () => (synced = last),
        () => undefined,
      );
      await pause(ms);
      process.kill(this.pid, "SIGSTOP");
      // Waits for its output about syncs.
      await pause(SAID_MS);
    } while (synced === marks);
    await this.kill();
    probe.disconnect();
    for (const name of readdirSync(this.dir, { recursive: true, encoding: "utf8" })) {
      const file = join(this.dir, name);
      const at = statSync(file).isFile() ? readFileSync(file).indexOf(`${mark}${marks}`) : -1;
      if (at >= 0) truncateSync(file, at);
    }
  }

  /** The id of the current process. */
  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Resolves when the process has ended by itself. */
  async ended(): Promise<void> {
    const child = this.#child;
    if (child?.exitCode === null && child.signalCode === null) await once(child, "exit");
  }

  async kill(): Promise<void> {
    if (this.#child?.exitCode === null && this.#child.signalCode === null) this.#child.kill("SIGKILL");
    await this.ended();
  }
}

import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { wasDemoted } from "../failures.ts";
import { onceAMinute } from "../once-a-minute.ts";
import { isPrimary } from "../server-info.ts";
import type { RedisAddress } from "./address.ts";
import { openStore } from "./connect.ts";
import type { ServerOptions } from "./server-connection.ts";

/**
 * The purpose of a connection. `commands` never sends a command twice, because a retry by the library could run a write
 * again: after a lost reply, the caller finds out the outcome. `reads` may repeat its commands. `blocking` waits in the
 * server; each reader that waits has one.
 */
export type ConnectionRole = "commands" | "reads" | "blocking";

/** How long a server may take to answer, in milliseconds. This is longer than a slow disk delays an answer. */
const SILENCE_MS = 4000;

/** Maximum duration of a blocking read, in milliseconds. */
export const BLOCK_MS = 2000;

const COMMON = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // All commands that wait on a connection to a failed peer fail together, and the next command uses a new
  // connection.
  silenceMs: SILENCE_MS,
  connectTimeout: 3000,
  disableClientInfo: true,
  retryStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, 1000),
} satisfies ServerOptions;

const BY_ROLE = {
  commands: { commandTimeout: 8000 },
  reads: { commandTimeout: 5000, isReading: true },
  blocking: { blockingTimeout: BLOCK_MS, blockingTimeoutGrace: 3000 },
} satisfies Record<ConnectionRole, ServerOptions>;

/** Time between the reopening of connections and the check of their servers' roles, in milliseconds. */
const ROLE_CHECK_MS = 1000;

/**
 * Connections of a process to one address. After a failover, the address leads to another server, but open connections
 * still lead to the former primary. When a write on one of them is refused, all are reopened, because connections that
 * only read would get old data forever. The address may change only after that, so new connections may lead to the
 * former primary again. So they are checked until all lead to a primary.
 */
export class Connections {
  readonly #address: RedisAddress;
  readonly #log: Logger;
  readonly #report: (err: Error) => void;
  readonly #open = new Set<Redis>();
  #check: NodeJS.Timeout | undefined;

  constructor(address: RedisAddress, log: Logger) {
    this.#address = address;
    this.#log = log;
    this.#report = onceAMinute((err) => log.warn({ err }, "Redis connection error"));
  }

  /**
   * Opens a connection that reconnects without limit. Its errors are logged, and its commands fail immediately while it
   * is down.
   */
  open(role: ConnectionRole): Redis {
    const { kind } = this.#address;
    const redis = openStore(this.#address, {
      ...COMMON,
      // Nothing blocks in a cluster.
      ...BY_ROLE[role === "blocking" && kind === "cluster" ? "reads" : role],
      connectionName: `wishlist-${role}`,
      reconnectOnError: (err) => {
        const isDemoted = wasDemoted(err);
        if (isDemoted) this.reopen();
        // The library drops this connection, and rejects the command: it is not sent again.
        return isDemoted;
      },
    });
    redis.on("error", this.#report);
    // Every partition loop of the process listens for reconnections.
    redis.setMaxListeners(0);
    this.#open.add(redis);
    return redis;
  }

  /** Closes a connection permanently. */
  close(redis: Redis): void {
    this.#open.delete(redis);
    redis.disconnect();
    if (this.#open.size === 0) clearTimeout(this.#check);
  }

  /**
   * Closes and opens all connections again, and checks later where they lead. Until then, further calls do nothing.
   * Commands that were sent over the connections still get their replies.
   */
  reopen(): void {
    if (this.#check) return;
    this.#log.warn("Redis is a replica now; reopening all connections");
    for (const redis of this.#open) if (redis.status === "ready") redis.disconnect(true);
    this.#checkLater();
  }

  #checkLater(): void {
    this.#check = setTimeout(() => void this.#checkRoles(), ROLE_CHECK_MS).unref();
  }

  /** Reopens connections that lead to a replica, until all lead to a primary. */
  async #checkRoles(): Promise<void> {
    const found = await Promise.all([...this.#open].map((redis) => this.#leadsToPrimary(redis)));
    this.#check = undefined;
    if (found.includes(false) && this.#open.size > 0) this.#checkLater();
  }

  async #leadsToPrimary(redis: Redis): Promise<boolean> {
    if (redis.status !== "ready") return false;
    const leads = await redis.info("replication").then(isPrimary, (err: unknown) => {
      this.#log.warn({ err }, "cannot read the role of the Redis server of a connection");
      return false;
    });
    if (!leads) redis.disconnect(true);
    return leads;
  }
}

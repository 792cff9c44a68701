import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { StoreAddress } from "./address.ts";
import { openStore } from "./connect.ts";
import { wasDemoted } from "./failures.ts";
import { onceAMinute } from "./once-a-minute.ts";
import type { StoreOptions } from "./server-connection.ts";
import { isPrimary } from "./server-info.ts";

/**
 * `commands` never sends anything twice: a lost reply is an unknown outcome that the caller resolves, because the
 * library's own retries would run a write again. `reads` may be repeated. `blocking` waits in the
 * server; one per waiting reader.
 */
export type ConnectionRole = "commands" | "reads" | "blocking";

/** How long a server may owe an answer, in milliseconds. Longer than a slow disk delays it. */
const SILENCE_MS = 4000;

/** How long a blocking read waits at most, in milliseconds. */
export const BLOCK_MS = 2000;

const COMMON = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // Everything that waits on a connection to a vanished peer fails together, and the next command uses a new one.
  silenceMs: SILENCE_MS,
  connectTimeout: 3000,
  disableClientInfo: true,
  retryStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, 1000),
} satisfies StoreOptions;

const BY_ROLE = {
  commands: { commandTimeout: 8000 },
  reads: { commandTimeout: 5000, isReading: true },
  blocking: { blockingTimeout: BLOCK_MS, blockingTimeoutGrace: 3000 },
} satisfies Record<ConnectionRole, StoreOptions>;

/** How long after reopening connections their roles are checked, in milliseconds. */
const ROLE_CHECK_MS = 1000;

/**
 * Connections of a process to one address. After a failover the address leads to another server, but open connections
 * still lead to the former primary. One of them notices it by a refused write; then all are reopened, because
 * connections that only read would get old data forever. The address may change even later, so that some lead to the
 * former primary again: each is checked until all lead to a primary.
 */
export class Connections {
  readonly #address: StoreAddress;
  readonly #log: Logger;
  readonly #report: (err: Error) => void;
  readonly #open = new Set<Redis>();
  #check: NodeJS.Timeout | undefined;

  constructor(address: StoreAddress, log: Logger) {
    this.#address = address;
    this.#log = log;
    this.#report = onceAMinute((err) => log.warn({ err }, "Redis connection error"));
  }

  /** Opens one that reconnects for ever; its errors go to the log, its commands fail at once while it is down. */
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

  /** Closes one for good. */
  close(redis: Redis): void {
    this.#open.delete(redis);
    redis.disconnect();
    if (this.#open.size === 0) clearTimeout(this.#check);
  }

  /**
   * Drops and opens all connections again, and looks later where they lead. Until then another call does nothing. What
   * was sent over them gets its replies still.
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
    const isFit = await redis.info("replication").then(isPrimary, (err: unknown) => {
      this.#log.warn({ err }, "cannot read the role of the Redis server of a connection");
      return false;
    });
    if (!isFit) redis.disconnect(true);
    return isFit;
  }
}

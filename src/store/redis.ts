import { Redis, type RedisOptions } from "ioredis";
import type { Logger } from "pino";

/**
 * `commands` never sends anything twice: a lost reply is an unknown outcome that the caller settles, for the
 * library's own retries would run a write again. `reads` may be repeated and are pipelined. `blocking` waits in
 * the server; one per waiting reader.
 */
export type ConnectionRole = "commands" | "reads" | "blocking";

/** How long a blocking read waits at most, in milliseconds. */
export const BLOCK_MS = 1000;

const COMMON = {
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
  // A peer that vanished without a word is noticed by what it does not answer, and the connection closed: all that
  // waits on it fails together, and the next command goes over a new one. Longer than a slow disk holds the server up.
  socketTimeout: 4000,
  connectTimeout: 3000,
  disableClientInfo: true,
  retryStrategy: (attempt: number) => Math.min(50 * 2 ** attempt, 1000),
} satisfies RedisOptions;

const BY_ROLE = {
  commands: { commandTimeout: 8000 },
  reads: { commandTimeout: 5000, enableAutoPipelining: true },
  blocking: { blockingTimeout: BLOCK_MS, blockingTimeoutGrace: 4000 },
} satisfies Record<ConnectionRole, RedisOptions>;

/** Opens a connection that reconnects for ever; its errors go to the log, its commands fail at once while it is down. */
export function connect(url: string, role: ConnectionRole, log: Logger): Redis {
  const redis = new Redis(url, { ...COMMON, ...BY_ROLE[role], connectionName: `wishlist-${role}` });
  redis.on("error", (err: Error) => log.warn({ err, role }, "redis connection"));
  return redis;
}

/** Resolves once the connection can be used; rejects when `signal` aborts first. */
export async function ready(redis: Redis, signal: AbortSignal): Promise<void> {
  if (redis.status === "ready") return;
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const settle = (then: () => void) => () => {
      redis.off("ready", onReady);
      signal.removeEventListener("abort", onAbort);
      then();
    };
    const onReady = settle(resolve);
    const onAbort = settle(() => reject(signal.reason as Error));
    redis.once("ready", onReady);
    signal.addEventListener("abort", onAbort, { once: true });
  });
}

import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Replies } from "../../actors/runtime/replies.ts";
import type { Config } from "../../config.ts";
import type { Lifecycle } from "../../lifecycle.ts";
import type { Metrics } from "../../metrics.ts";
import type { Archives } from "../../store/changes/archive.ts";
import type { Keys } from "../../store/keys/keys.ts";
import type { Layout } from "../../store/layout/layout.ts";
import type { StreamReader } from "../../store/partition/stream-reader.ts";
import type { OnUndecodable } from "../../store/records/undecodable.ts";
import type { StoreClock } from "../../store/redis/clock.ts";
import type { DurableWaits } from "../../store/redis/durability/durable-waits.ts";
import type { PastClock } from "../../store/redis/past-clock.ts";
import type { RedisHealth } from "../../store/redis/server/health.ts";
import type { Vault } from "../../store/secrets/vault.ts";
import type { Tracer } from "../../trace/tracer.ts";
import type { Stores } from "./stores.ts";

/** The objects that the parts of a process share. */
export interface AppContext {
  config: Readonly<Config>;
  log: Logger;
  lifecycle: Lifecycle;
  keys: Keys;
  metrics: Metrics;
  /** Logs and counts a record that cannot be decoded, once. Readers of many records skip such a record. */
  onUndecodable: OnUndecodable;
  /** Undefined if tracing is off. */
  tracer: Tracer | undefined;
  /** Connection for appends and commits; it never sends a command twice. */
  redis: Redis;
  /** The clock that all processes share. */
  clock: StoreClock;
  /** The clock of a program that writes a history into an empty Redis; undefined in a service. */
  past: PastClock | undefined;
  /** The base address that callers see. */
  publicUrl: string;
  layout: Layout;
  /** The archives of older changes. */
  archives: Archives;
  /**
   * The repositories for writes without a command, over the connection of `waits` if there is one, else over `redis`.
   */
  stores: Stores;
  /** Waits until the writes of `stores` are durable; undefined if the reply of Redis already means that they are. */
  waits: DurableWaits | undefined;
  /** Opens a connection whose writes can be waited for, with repositories over it; undefined as for `waits`. */
  openWaits: (mostMs?: number) => Promise<{ waits: DurableWaits; stores: Stores } | undefined>;
  replies: Replies;
  /** Seals secrets; has no keys in a process that only applies writes. */
  vault: Vault;
  /** Opens a connection that waits for entries of streams. */
  openReader: () => Promise<StreamReader>;
  /** Opens a connection for reads, with repositories over it. It may send a command again. */
  openReads: () => Promise<Stores>;
  /**
   * Opens a connection that ends when a server of Redis is replaced or restarted, with repositories over it. Rejects if
   * `signal` aborts first.
   */
  openFixed: (signal: AbortSignal) => Promise<{ stores: Stores; close: () => void }>;
  /** Whether Redis answers, and whether it accepts writes. */
  redisHealth: () => Promise<RedisHealth>;
  commandLifetimeMs: number;
}

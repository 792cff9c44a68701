import type { Redis } from "ioredis";
import type { Logger } from "pino";
import type { Replies } from "../actors/runtime/replies.ts";
import type { Config } from "../config.ts";
import type { Lifecycle } from "../lifecycle.ts";
import type { Metrics } from "../metrics.ts";
import type { Archives } from "../store/changes/archive.ts";
import type { Keys } from "../store/keys/keys.ts";
import type { Layout } from "../store/layout.ts";
import type { StreamReader } from "../store/partition/stream-reader.ts";
import type { OnUndecodable } from "../store/records/undecodable.ts";
import type { StoreClock } from "../store/redis/clock.ts";
import type { DurableWaits } from "../store/redis/durability/durable-waits.ts";
import type { PastClock } from "../store/redis/past-clock.ts";
import type { StoreStanding } from "../store/redis/server/standing.ts";
import type { Vault } from "../store/tenants/vault.ts";
import type { Tracer } from "../trace/tracer.ts";
import type { Stores } from "./stores.ts";

/** What the parts of a process share. */
export interface AppContext {
  config: Readonly<Config>;
  log: Logger;
  lifecycle: Lifecycle;
  keys: Keys;
  metrics: Metrics;
  /** Logs and counts a record that cannot be decoded, once: what reads many records leaves it out. */
  onUndecodable: OnUndecodable;
  /** Undefined where no traces are taken. */
  tracer: Tracer | undefined;
  /** Appends and commits; never sends anything twice. */
  redis: Redis;
  /** The clock that all processes share. */
  clock: StoreClock;
  /** The clock of a history that is written into a new store; undefined in a service. */
  past: PastClock | undefined;
  /** The base address that callers see. */
  publicUrl: string;
  layout: Layout;
  /** What holds older changes. */
  archives: Archives;
  /** The repositories for what is written without a command: over the connection of `waits`, else over `redis`. */
  stores: Stores;
  /** Makes sure that what `stores` wrote is durable; undefined where the store's reply says it. */
  waits: DurableWaits | undefined;
  /** Opens a connection whose writes are waited for, with the repositories over it; undefined as for `waits`. */
  openWaits: (mostMs?: number) => Promise<{ waits: DurableWaits; stores: Stores } | undefined>;
  replies: Replies;
  /** Seals secrets; without keys in a process that only applies writes. */
  vault: Vault;
  /** Opens a connection that waits for entries of streams. */
  openReader: () => Promise<StreamReader>;
  /** Opens a connection for reading, with the repositories over it: what it sends may be repeated. */
  openReads: () => Promise<Stores>;
  /**
   * Opens a connection that ends when a server of the store is replaced or starts again, with the repositories over it.
   * Rejects when `signal` aborts first.
   */
  openFixed: (signal: AbortSignal) => Promise<{ stores: Stores; close: () => void }>;
  /** Whether the store answers, and may be written to. */
  standing: () => Promise<StoreStanding>;
  commandLifetimeMs: number;
}

import type { Redis } from "ioredis";
import { parseEntryId } from "./ids.ts";
import type { Keys } from "./keys.ts";
import type { StreamEntry } from "./streams.ts";

/** What waits in the outboxes of all partitions. */
export interface OutboxStatus {
  /** Events that no relay has moved on yet. */
  events: number;
  /** Age of the oldest of them by the store's clock, in milliseconds; 0 when there is none. */
  oldestMs: number;
}

/** Reads the state of all outboxes in one round trip, with three commands for each partition at most. */
export async function outboxStatus(redis: Redis, keys: Keys, partitions: number): Promise<OutboxStatus> {
  const pipeline = redis.pipeline().time();
  for (let partition = 0; partition < partitions; partition++)
    pipeline.xlen(keys.outbox(partition)).xrange(keys.outbox(partition), "-", "+", "COUNT", 1);
  const [time, ...replies] = ((await pipeline.exec()) ?? []).map(([err, reply]) => {
    if (err) throw err;
    return reply;
  });
  const nowMs = Number((time as [string, string])[0]) * 1000;
  let events = 0;
  let oldestMs = 0;
  for (let i = 0; i < replies.length; i += 2) {
    const [first] = replies[i + 1] as StreamEntry[];
    events += replies[i] as number;
    if (first) oldestMs = Math.max(oldestMs, nowMs - parseEntryId(first[0]).ms);
  }
  return { events, oldestMs };
}

/** Memory of the store, in bytes. */
export interface MemoryStatus {
  used: number;
  /** 0 where there is no limit. */
  limit: number;
  /** More than {@link NEAR_LIMIT} of the limit is used. */
  isNearLimit: boolean;
}

/** Share of its memory from which a store is near its limit: what grows it any more should be looked at. */
export const NEAR_LIMIT = 0.8;

/** Reads the memory of the store from its INFO. `limit` is the operator's, in bytes; without it the store's own counts. */
export function memoryOf(info: string, limit?: number): MemoryStatus {
  const field = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(info)?.[1] ?? 0);
  const used = field("used_memory");
  const most = limit ?? field("maxmemory");
  return { used, limit: most, isNearLimit: most > 0 && used > most * NEAR_LIMIT };
}

/** Reads how much memory the store uses, and how much it may: {@link memoryOf}. */
export async function memoryStatus(redis: Redis, limit?: number): Promise<MemoryStatus> {
  return memoryOf(await redis.info("memory"), limit);
}

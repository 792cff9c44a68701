import type { Redis } from "ioredis";

/** Memory of the store, in bytes. */
export interface MemoryStatus {
  used: number;
  /** 0 if there is no limit. */
  limit: number;
  /** Whether more than {@link NEAR_LIMIT} of the limit is used. */
  isNearLimit: boolean;
}

/** Fraction of the limit above which the operator should act. */
export const NEAR_LIMIT = 0.8;

/**
 * Reads the memory of the store from its INFO. `limit` is that of the operator, in bytes; without it, the store's own
 * limit counts.
 */
export function memoryOf(info: string, limit?: number): MemoryStatus {
  const field = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(info)?.[1] ?? 0);
  const used = field("used_memory");
  const effectiveLimit = limit ?? field("maxmemory");
  return {
    used,
    limit: effectiveLimit,
    isNearLimit: effectiveLimit > 0 && used > effectiveLimit * NEAR_LIMIT,
  };
}

/** Reads how much memory the store uses, and how much it may use: see {@link memoryOf}. */
export async function memoryStatus(redis: Redis, limit?: number): Promise<MemoryStatus> {
  return memoryOf(await redis.info("memory"), limit);
}

import type { Redis } from "ioredis";
import { atMost } from "../at-most.ts";
import { mastersOf } from "../connection/cluster/cluster-connection.ts";

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
/** How long all servers may take to answer, in milliseconds. */
const ANSWER_MS = 500;

/** Reads the memory of the store from its INFO. The lower one of the operator's limit, in bytes, and its own counts. */
export function memoryOf(info: string, limit?: number): MemoryStatus {
  const field = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, "m").exec(info)?.[1] ?? 0);
  const used = field("used_memory");
  const limits = [limit ?? 0, field("maxmemory")].filter((bytes) => bytes > 0);
  const effectiveLimit = limits.length > 0 ? Math.min(...limits) : 0;
  return {
    used,
    limit: effectiveLimit,
    isNearLimit: effectiveLimit > 0 && used > effectiveLimit * NEAR_LIMIT,
  };
}

const shareOf = ({ used, limit }: MemoryStatus) => (limit > 0 ? used / limit : 0);

/** Returns the memory of the fullest server: by its share of the limit, and by its bytes if no server has a limit. */
export const fullestOf = (all: readonly MemoryStatus[]): MemoryStatus | undefined =>
  all.toSorted((a, b) => shareOf(b) - shareOf(a) || b.used - a.used)[0];

/**
 * Reads how much memory the fullest server of a store uses, and how much it may use: see {@link memoryOf}. Waits
 * {@link ANSWER_MS} for all masters, and then for the first one that answers.
 *
 * @throws {AggregateError} if none answers
 */
export async function memoryStatus(redis: Redis, limit?: number): Promise<MemoryStatus> {
  const read: MemoryStatus[] = [];
  const reads = mastersOf(redis).map(async (master) => {
    const status = memoryOf(await master.info("memory"), limit);
    read.push(status);
    return status;
  });
  await atMost(ANSWER_MS, Promise.allSettled(reads));
  return fullestOf(read) ?? Promise.any(reads);
}

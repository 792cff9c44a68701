import type { Redis } from "ioredis";
import { parseEntryId } from "../ids.ts";

/** What waits in one kind of stream of all partitions. */
export interface StreamsStatus {
  /** Entries that are not processed yet. */
  entries: number;
  /** Age of the oldest of them by the store's clock, in milliseconds; 0 if there is none. */
  oldestMs: number;
}

/**
 * Reads the state of the streams of all partitions, with two commands for each; `streamOf` names them, and `nowMs` is the
 * store's time.
 */
export async function streamsStatus(
  redis: Redis,
  streamOf: (partition: number) => string,
  partitions: number,
  nowMs: number,
): Promise<StreamsStatus> {
  const read = await Promise.all(
    Array.from({ length: partitions }, async (_, partition) => {
      const stream = streamOf(partition);
      const [length, [first]] = await Promise.all([
        redis.xlen(stream),
        redis.xrange(stream, "-", "+", "COUNT", 1),
      ]);
      return { length, oldestMs: first ? nowMs - parseEntryId(first[0]).ms : 0 };
    }),
  );
  return {
    entries: read.reduce((sum, { length }) => sum + length, 0),
    oldestMs: Math.max(0, ...read.map(({ oldestMs }) => oldestMs)),
  };
}

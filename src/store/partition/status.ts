import type { Redis } from "ioredis";
import type { Keys } from "../keys.ts";
import { readEntries } from "./streams.ts";
import { parseEntryId } from "../ids.ts";
import { readNumber, repliesOf } from "../redis/replies.ts";

/** What waits in the outboxes of all partitions. */
export interface OutboxStatus {
  /** Events that no relay has moved on yet. */
  events: number;
  /** Age of the oldest of them by the store's clock, in milliseconds; 0 if there is none. */
  oldestMs: number;
}

/** Reads the state of all outboxes in one round trip, with two commands for each partition; `nowMs` is the store's time. */
export async function outboxStatus(
  redis: Redis,
  keys: Keys,
  partitions: number,
  nowMs: number,
): Promise<OutboxStatus> {
  const pipeline = redis.pipeline();
  for (let partition = 0; partition < partitions; partition++)
    pipeline.xlen(keys.outbox(partition)).xrange(keys.outbox(partition), "-", "+", "COUNT", 1);
  const replies = await repliesOf(pipeline);
  let events = 0;
  let oldestMs = 0;
  for (let i = 0; i < replies.length; i += 2) {
    const [first] = readEntries(replies[i + 1]);
    events += readNumber(replies[i]);
    if (first) oldestMs = Math.max(oldestMs, nowMs - parseEntryId(first[0]).ms);
  }
  return { events, oldestMs };
}

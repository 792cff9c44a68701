import type { Redis } from "ioredis";
import { pino } from "pino";
import type { Command } from "../../../../src/actors/command.ts";
import { Dispatcher } from "../../../../src/actors/runtime/dispatcher.ts";
import { Replies } from "../../../../src/actors/runtime/replies.ts";
import type { AddItem } from "../../../../src/actors/wishlist/messages.ts";
import type { Keys } from "../../../../src/store/keys/keys.ts";
import { openLayout } from "../../../../src/store/layout/layout.ts";
import { streamReader } from "../../../../src/store/partition/stream-reader.ts";
import { StoreClock } from "../../../../src/store/redis/clock.ts";

/** Customers that are created at the same time. */
const BATCH_SIZE = 400;
const ASKING = { replyTimeoutMs: 60_000, maxPending: BATCH_SIZE, maxWaiting: 10_000, rememberMs: 120_000 };

export interface Waiters {
  storeKey: string;
  /** The retailer's references of the customers. */
  refs: readonly string[];
  /** The wishes of each customer. */
  wishesOf: (i: number) => AddItem["item"][];
}

interface WaitersStore {
  redis: Redis;
  /** Another connection, which waits for replies, and is closed at the end. */
  listening: Redis;
  keys: Keys;
  partitions: number;
}

/**
 * Creates customers with one wishlist each, by commands directly to the workers. This is many times faster than over
 * HTTP.
 */
export async function makeWaiters(
  { redis, listening, keys, partitions }: WaitersStore,
  { storeKey, refs, wishesOf }: Waiters,
): Promise<void> {
  const log = pino({ level: "warn" });
  const layout = await openLayout(redis, keys, partitions);
  const replies = new Replies(`waiters-${process.pid}`, keys, partitions);
  const over = new AbortController();
  const reader = streamReader(listening);
  const listened = replies.listen(reader, redis, log, over.signal);
  const clock = new StoreClock();
  await clock.compare(redis, keys);
  const dispatcher = new Dispatcher({ redis, keys, clock, log }, replies, ASKING);
  const ask = async (partition: number, command: Command) => {
    const reply = await dispatcher.send({ partition }, command);
    if (!reply.ok) throw new Error(`${command.type}: ${reply.detail}`);
    return JSON.parse(reply.json ?? "{}") as { id: string };
  };
  const makeOne = async (i: number, ref: string) => {
    const { partition, slot, key } = layout.slotOfRef(storeKey, ref);
    await ask(partition, { type: "CreateCustomer", storeKey, slot, key, ref, fields: {} });
    const list = { type: "CreateWishlist" as const, storeKey, slot, key, customerRef: ref };
    const { id: wishlistId } = await ask(partition, { ...list, fields: { name: "Wishes" } });
    const items = wishesOf(i);
    const pointers = items.map((_, number) => `/${number}`);
    await ask(partition, { type: "AddItems", storeKey, wishlistId, items, pointers, allowDuplicates: false });
  };
  const queue = refs.entries();
  const run = async () => {
    for (const [i, ref] of queue) await makeOne(i, ref);
  };
  try {
    await Promise.all(Array.from({ length: BATCH_SIZE }, run));
  } finally {
    over.abort();
    dispatcher.close();
    reader.close();
    await listened;
  }
}

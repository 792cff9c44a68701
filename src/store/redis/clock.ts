import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { readNumber } from "./replies.ts";
import { loadTypedScript } from "./script.ts";

const storeTimeScript = loadTypedScript("server/store-time", readNumber);

/** The current time in milliseconds since 1970. */
export type Now = () => number;

/**
 * The time by the store's clock, in milliseconds since 1970: the one that all processes share. On a cluster it is that of
 * one node, the same for all.
 */
export const storeTime = (redis: Redis, keys: Pick<Keys, "meta">): Promise<number> =>
  storeTimeScript.run(redis, [keys.meta], []);

/**
 * The time by the clock of each partition's server, in milliseconds since 1970: the one that its commands get their ids
 * by. On a cluster these clocks differ.
 */
export const partitionTimes = (
  redis: Redis,
  keys: Pick<Keys, "commands">,
  partitions: number,
): Promise<number[]> =>
  Promise.all(
    Array.from({ length: partitions }, (_, partition) =>
      storeTimeScript.run(redis, [keys.commands(partition)], []),
    ),
  );

/** How long an observation counts before a newer one replaces it, however late its reply came. */
const OBSERVATION_MS = 30_000;
/** How often the clock is compared with the store's. */
const COMPARE_MS = 10_000;

/**
 * The clock of the store, as this process knows it. All processes of a service share it, whatever their own clocks say;
 * between two comparisons it advances with the process's monotonic clock. It is never ahead of the store's clock, and
 * behind it by no more than the duration of a reply.
 */
export class StoreClock {
  readonly #monotonic: Now;
  #offset = Number.NEGATIVE_INFINITY;
  #observedAt = Number.NEGATIVE_INFINITY;

  /** @param monotonic milliseconds from any beginning; only their difference counts */
  constructor(monotonic: Now = () => performance.now()) {
    this.#monotonic = monotonic;
  }

  /** Notes a time of the store, in milliseconds since 1970. */
  observe(storeMs: number): void {
    const receivedAt = this.#monotonic();
    const offset = storeMs - receivedAt;
    if (offset <= this.#offset && receivedAt - this.#observedAt < OBSERVATION_MS) return;
    this.#offset = offset;
    this.#observedAt = receivedAt;
  }

  /** The store's time in milliseconds since 1970. */
  readonly now: Now = () => Math.floor(this.#monotonic() + this.#offset);

  /** Reads the store's time. */
  async compare(redis: Redis, keys: Pick<Keys, "meta">): Promise<void> {
    this.observe(await storeTime(redis, keys));
  }
}

/** A clock that is compared with the store's from time to time, until it is closed. */
export async function openStoreClock(
  redis: Redis,
  keys: Pick<Keys, "meta">,
): Promise<{ clock: StoreClock; close: () => void }> {
  const clock = new StoreClock();
  await clock.compare(redis, keys);
  // While the store is down, the clock continues without it; calls that need the store fail on their own.
  const timer = setInterval(() => void clock.compare(redis, keys).catch(() => undefined), COMPARE_MS);
  timer.unref();
  return { clock, close: () => clearInterval(timer) };
}

import type { Redis } from "ioredis";
import { numbersBelow } from "../../collections/numbers-below.ts";
import type { Keys } from "../keys/keys.ts";
import { readNumber } from "./replies.ts";
import { loadTypedScript } from "./script.ts";

const storeTimeScript = loadTypedScript("server/store-time", readNumber);
const passTimeScript = loadTypedScript("partition/pass-time", readNumber);

/** The current time in milliseconds since 1970. */
export type Now = () => number;

/**
 * Reads the store's clock, which all processes share, in milliseconds since 1970. On a cluster, it is the clock of one
 * node, the same for all processes.
 */
export const storeTime = (redis: Redis, keys: Pick<Keys, "meta">): Promise<number> =>
  storeTimeScript.run(redis, [keys.meta], []);

/**
 * Reads the clock of each partition's server, in milliseconds since 1970. The ids of the partition's commands come from
 * this clock. On a cluster, these clocks differ.
 */
export const partitionTimes = (
  redis: Redis,
  keys: Pick<Keys, "commands">,
  partitions: number,
): Promise<number[]> =>
  Promise.all(
    numbersBelow(partitions).map((partition) => storeTimeScript.run(redis, [keys.commands(partition)], [])),
  );

/**
 * Makes all later commands of all partitions later than a time, in milliseconds since 1970, also if a clock is set back
 * afterwards. Resolves to false if the clock of a partition's server has not passed the time yet.
 */
export async function passTime(
  redis: Redis,
  keys: Pick<Keys, "commands">,
  partitions: number,
  ms: number,
): Promise<boolean> {
  const outcomes = await Promise.all(
    numbersBelow(partitions).map((partition) =>
      passTimeScript.run(redis, [keys.commands(partition)], [ms.toString()]),
    ),
  );
  return outcomes.every((isPassed) => isPassed === 1);
}

/** Age of an observation that a newer one replaces, even if the reply of the newer one took longer, in milliseconds. */
const OBSERVATION_MS = 30_000;
/** How often the clock is compared with the store's, in milliseconds. */
const COMPARE_MS = 10_000;

/**
 * This process's view of the store's clock. All processes of a service share that clock, whatever time their own clocks
 * show. Between two comparisons, the view advances with the process's monotonic clock. It is never ahead of the store's
 * clock, and behind it by at most the duration of a reply.
 */
export class StoreClock {
  readonly #monotonic: Now;
  #offset = Number.NEGATIVE_INFINITY;
  #observedAt = Number.NEGATIVE_INFINITY;

  /** @param monotonic milliseconds since any point in time; only differences count */
  constructor(monotonic: Now = () => performance.now()) {
    this.#monotonic = monotonic;
  }

  /** Records a time of the store, in milliseconds since 1970. */
  observe(storeMs: number): void {
    const receivedAt = this.#monotonic();
    const offset = storeMs - receivedAt;
    if (offset <= this.#offset && receivedAt - this.#observedAt < OBSERVATION_MS) return;
    this.#offset = offset;
    this.#observedAt = receivedAt;
  }

  /** Returns the store's time in milliseconds since 1970. */
  readonly now: Now = () => Math.floor(this.#monotonic() + this.#offset);

  /** Reads the store's time and records it. */
  async compare(redis: Redis, keys: Pick<Keys, "meta">): Promise<void> {
    this.observe(await storeTime(redis, keys));
  }
}

/** Opens a clock that is compared with the store's clock from time to time, until it is closed. */
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

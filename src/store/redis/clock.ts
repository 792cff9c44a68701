import type { Redis } from "ioredis";

/** Tells the time in milliseconds since 1970. */
export type Now = () => number;

/** The time by the store's clock, in milliseconds since 1970: the one that all processes share. */
export async function storeTime(redis: Redis): Promise<number> {
  const [seconds, microseconds] = await redis.time();
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}

/** How long an observation counts before a newer one replaces it, however late its reply came. */
const OBSERVATION_MS = 30_000;
/** How often the clock is compared with the store's. */
const COMPARE_MS = 10_000;

/**
 * The clock of the store, as this process knows it. All processes of a service share it, whatever their own clocks
 * say; between two comparisons it goes on with the process's monotonic clock. It is never ahead of the store's, and
 * behind it by no more than the time that a reply takes.
 */
export class StoreClock {
  readonly #monotonic: Now;
  #offset = Number.NEGATIVE_INFINITY;
  #observedAt = Number.NEGATIVE_INFINITY;

  /** @param monotonic milliseconds from any beginning; only their difference counts */
  constructor(monotonic: Now = () => performance.now()) {
    this.#monotonic = monotonic;
  }

  /** Notes a time that the store has just told, in milliseconds since 1970. */
  observe(storeMs: number): void {
    const receivedAt = this.#monotonic();
    const offset = storeMs - receivedAt;
    if (offset <= this.#offset && receivedAt - this.#observedAt < OBSERVATION_MS) return;
    this.#offset = offset;
    this.#observedAt = receivedAt;
  }

  /** The store's time in milliseconds since 1970. */
  readonly now: Now = () => Math.floor(this.#monotonic() + this.#offset);

  /** Asks the store for its time. */
  async compare(redis: Redis): Promise<void> {
    this.observe(await storeTime(redis));
  }
}

/** A clock that is compared with the store's from time to time, until it is closed. */
export async function openStoreClock(redis: Redis): Promise<{ clock: StoreClock; close: () => void }> {
  const clock = new StoreClock();
  await clock.compare(redis);
  // While the store is away the clock goes on by itself; whatever needs the store fails on its own.
  const timer = setInterval(() => void clock.compare(redis).catch(() => undefined), COMPARE_MS);
  timer.unref();
  return { clock, close: () => clearInterval(timer) };
}

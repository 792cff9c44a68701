import {
  type BackendFactory,
  type Processor,
  type RedisQueueBackend,
  Worker,
  type WorkerOptions,
} from "bullmq";
import type { Redis } from "ioredis";
import type { Now } from "../../store/redis/clock.ts";

/** How far behind the store's clock a process is when it does not matter, in milliseconds. */
const TOLERANCE_MS = 20;
/** Delayed jobs that are made ready at once, as the library does. */
const PROMOTE_BATCH_SIZE = 1000;
/** The library's score of a delayed job is its time multiplied by this, and a number. */
const SCORE_FACTOR = 0x1000;

/**
 * Makes a backend use the store's clock where the library uses the process's clock: delays count from the store's time,
 * and a process that is behind makes due jobs ready itself before it requests the next.
 */
export function useStoreClock(backend: RedisQueueBackend, redis: Redis, now: Now): void {
  const delayed = backend.toKey("delayed");
  const promote = async (id: string) => {
    try {
      await backend.promote(id);
    } catch (err) {
      // Another process may have done so first.
      if ((await redis.zscore(delayed, id)) !== null) throw err;
    }
  };
  const promoteDue = async () => {
    const time = now();
    if (time - Date.now() < TOLERANCE_MS) return;
    const end = (time + 1) * SCORE_FACTOR - 1;
    const due = await redis.zrangebyscore(delayed, 0, end, "LIMIT", 0, PROMOTE_BATCH_SIZE);
    await Promise.all(due.map(promote));
  };

  const moveToActive = backend.moveToActive.bind(backend);
  backend.moveToActive = async (...args) => {
    await promoteDue();
    return moveToActive(...args);
  };
  // Each of these may return the next job.
  const moveToCompleted = backend.moveToCompleted.bind(backend);
  backend.moveToCompleted = async (...args) => {
    await promoteDue();
    return moveToCompleted(...args);
  };
  const moveToFailed = backend.moveToFailed.bind(backend);
  backend.moveToFailed = async (...args) => {
    await promoteDue();
    return moveToFailed(...args);
  };
  const moveToDelayed = backend.moveToDelayed.bind(backend);
  backend.moveToDelayed = (id, _, ...rest) => moveToDelayed(id, now(), ...rest);
}

/** A worker that waits for delayed jobs by the store's clock. */
export class StoreClockWorker extends Worker {
  readonly #now: Now;

  /** @param backends make its backend, see {@link useStoreClock} */
  constructor(
    name: string,
    processor: Processor,
    { now, backends, ...options }: WorkerOptions & { now: Now; backends: BackendFactory<RedisQueueBackend> },
  ) {
    super(name, processor, options, backends);
    this.#now = now;
  }

  protected override getBlockTimeout(blockUntil: number): number {
    // Zero says that no job is delayed.
    return super.getBlockTimeout(blockUntil && blockUntil - (this.#now() - Date.now()));
  }
}

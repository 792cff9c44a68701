import {
  type BackendFactory,
  type Processor,
  type RedisQueueBackend,
  Worker,
  type WorkerOptions,
} from "bullmq";
import type { Now } from "../../../store/redis/clock.ts";

/** Scripts of BullMQ that make due jobs ready, and the index of the time among their arguments. */
const TIME_AT = new Map([
  ["moveToActive", 12],
  ["moveToFinished", 15],
]);

/**
 * Makes a backend use the store's clock instead of the process's clock: delays count from the store's time, and delayed
 * jobs become ready by it.
 */
export function useStoreClock(backend: RedisQueueBackend, now: Now): void {
  const execCommand = backend.execCommand.bind(backend);
  backend.execCommand = (client, name, args) => {
    const at = TIME_AT.get(name);
    if (at !== undefined && typeof args[at] !== "number")
      throw new Error(`${name} of this version of the library has no time at ${at}`);
    const result: unknown = execCommand(client, name, at === undefined ? args : args.with(at, now()));
    return result;
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

import { AsyncLocalStorage } from "node:async_hooks";
import {
  type BackendFactory,
  type Processor,
  type RedisQueueBackend,
  Worker,
  type WorkerOptions,
} from "bullmq";
import type { Now } from "../../../store/redis/clock.ts";

/** BullMQ's scripts that make due jobs ready, and the index of the time in their arguments. */
const TIME_ARGUMENT = new Map([
  ["moveToActive", 12],
  ["moveToFinished", 15],
]);

/**
 * Makes a backend use the store's clock instead of the process's clock: delays begin at the store's time, and delayed
 * jobs become ready at the store's time.
 */
export function useStoreClock(backend: RedisQueueBackend, now: Now): void {
  const execCommand = backend.execCommand.bind(backend);
  backend.execCommand = (client, name, args) => {
    const index = TIME_ARGUMENT.get(name);
    if (index !== undefined && typeof args[index] !== "number")
      throw new Error(`${name} of this version of BullMQ has no time at argument ${index}`);
    const result: unknown = execCommand(client, name, index === undefined ? args : args.with(index, now()));
    return result;
  };
  const moveToDelayed = backend.moveToDelayed.bind(backend);
  backend.moveToDelayed = (id, _, ...rest) => moveToDelayed(id, now(), ...rest);
}

/** Token of the run of a job that is executing. */
const currentRun = new AsyncLocalStorage<string>();

/**
 * A worker that uses the store's clock to wait for delayed jobs. It renews the lock of a job until the run that holds
 * the lock has ended: a delayed job may run again before the run that delayed it has ended.
 */
export class StoreClockWorker extends Worker {
  readonly #now: Now;

  /** @param backends creates the worker's backend, see {@link useStoreClock} */
  constructor(
    name: string,
    processor: Processor,
    { now, backends, ...options }: WorkerOptions & { now: Now; backends: BackendFactory<RedisQueueBackend> },
  ) {
    super(name, processor, options, backends);
    this.#now = now;
    const { backend, lockManager } = this;
    // At the end of a run, BullMQ stops renewing the lock of the job, even if another run of the job holds it.
    const tokens = new Map<string, string>();
    const trackJob = lockManager.trackJob.bind(lockManager);
    lockManager.trackJob = (id, token, ...rest) => {
      tokens.set(id, token);
      return trackJob(id, token, ...rest);
    };
    const untrackJob = lockManager.untrackJob.bind(lockManager);
    lockManager.untrackJob = (id) => {
      if (tokens.get(id) !== currentRun.getStore()) return;
      tokens.delete(id);
      untrackJob(id);
    };
    const moveToDelayed = backend.moveToDelayed.bind(backend);
    backend.moveToDelayed = (id, ...rest) => {
      // The job loses its lock, which would otherwise be renewed until the run of the job has ended, and be missing.
      lockManager.untrackJob(id);
      return moveToDelayed(id, ...rest);
    };
  }

  override processJob(...[job, token, fetchNext]: Parameters<Worker["processJob"]>) {
    return currentRun.run(token, () => super.processJob(job, token, fetchNext));
  }

  protected override getBlockTimeout(blockUntil: number): number {
    // Zero means that no job is delayed.
    return super.getBlockTimeout(blockUntil && blockUntil - (this.#now() - Date.now()));
  }
}

import {
  type BackendFactory,
  type Processor,
  type RedisQueueBackend,
  Worker,
  type WorkerOptions,
} from "bullmq";
import type { Now } from "../../../store/redis/clock.ts";

/**
 * A worker that uses the store's clock to wait for delayed jobs. It renews the lock of a job until the run that holds
 * the lock has ended: a delayed job may run again before the run that delayed it has ended.
 */
export class StoreClockWorker extends Worker {
  readonly #now: Now;
  /** Tokens of the runs that hold the locks of jobs, by the ids of the jobs. */
  readonly #holders = new Map<string, string>();
  /** Ends the renewal of a job's lock. */
  readonly #untrackJob: (id: string) => void;

  /** @param backends creates the worker's backend, see `useStoreClock` */
  constructor(
    name: string,
    processor: Processor,
    { now, backends, ...options }: WorkerOptions & { now: Now; backends: BackendFactory<RedisQueueBackend> },
  ) {
    super(name, processor, options, backends);
    this.#now = now;
    const { backend, lockManager } = this;
    const trackJob = lockManager.trackJob.bind(lockManager);
    lockManager.trackJob = (id, token, ...rest) => {
      this.#holders.set(id, token);
      return trackJob(id, token, ...rest);
    };
    this.#untrackJob = lockManager.untrackJob.bind(lockManager);
    // BullMQ calls it at the end of each run, even if another run holds the lock. It does not say which run has ended.
    lockManager.untrackJob = () => undefined;
    const moveToDelayed = backend.moveToDelayed.bind(backend);
    backend.moveToDelayed = (id, at, delay, token = "", ...rest) => {
      // The job loses its lock, which would otherwise be renewed until the run of the job has ended, and be missing.
      this.#release(id, token);
      return moveToDelayed(id, at, delay, token, ...rest);
    };
  }

  /** Ends the renewal of a job's lock if this run holds it. */
  #release(id: string | undefined, token: string): void {
    if (id === undefined || this.#holders.get(id) !== token) return;
    this.#holders.delete(id);
    this.#untrackJob(id);
  }

  override async processJob(...[job, token, fetchNext]: Parameters<Worker["processJob"]>) {
    try {
      return await super.processJob(job, token, fetchNext);
    } finally {
      this.#release(job.id, token);
    }
  }

  protected override handleCompleted(
    ...[result, job, token, ...rest]: Parameters<Worker["handleCompleted"]>
  ) {
    this.#release(job.id, token);
    return super.handleCompleted(result, job, token, ...rest);
  }

  protected override handleFailed(...[err, job, token, ...rest]: Parameters<Worker["handleFailed"]>) {
    this.#release(job.id, token);
    return super.handleFailed(err, job, token, ...rest);
  }

  protected override getBlockTimeout(blockUntil: number): number {
    // Zero means that no job is delayed.
    return super.getBlockTimeout(blockUntil && blockUntil - (this.#now() - Date.now()));
  }
}

import type { Job, Queue, Worker } from "bullmq";
import type { Redis } from "ioredis";
import { defined } from "../../collections/defined.ts";
import { keysOf } from "../../collections/keys-of.ts";
import { atMost } from "../../store/redis/at-most.ts";
import { historyOf } from "../../store/redis/server/history.ts";
import { TenantSlots } from "../../store/tenants/tenant-slots.ts";
import type { NewJob, QueueWork, Schedule } from "./job.ts";
import type { JobsOptions } from "./jobs-options.ts";
import { type OpenQueue, openQueues } from "./open-queues.ts";
import { type QueueStatus, statusOf } from "./queue-status.ts";
import { BUDGETED_QUEUES, FINISHED_KEPT_MS, type QueueName } from "./queues.ts";
import { correctTimes, isTooLate } from "./set-back.ts";
import { startQueueWorker } from "./worker/start-queue-worker.ts";
import { TenantLimit } from "./worker/tenant-limit.ts";
import { telemetryOf } from "./worker/traced-jobs.ts";

/** Maximum number of finished jobs that one script removes. */
const REMOVE_BATCH_SIZE = 1000;

/** Field of a job with the number of its stalls. */
const STALLS = "stc";

/** Time that active jobs get when the process stops, in milliseconds. */
const GRACE_MS = 5000;

/** Time that cancelled jobs get to return to their queue, in milliseconds. */
const HAND_BACK_MS = 1000;

/** Time that the queues get to close, in milliseconds. */
const CLOSE_MS = 1000;

/** The background jobs of one process. Any number of processes share the queues. */
export class Jobs {
  readonly #redis: Redis;
  readonly #queues: ReadonlyMap<QueueName, OpenQueue>;
  readonly #options: JobsOptions;
  readonly #limits = new Map<QueueName, TenantLimit>();
  #workers: Worker[] = [];
  readonly #stopping: AbortController;
  #ending: Promise<void> | undefined;

  private constructor(
    redis: Redis,
    queues: ReadonlyMap<QueueName, OpenQueue>,
    options: JobsOptions,
    stopping: AbortController,
  ) {
    this.#redis = redis;
    this.#queues = queues;
    this.#options = options;
    this.#stopping = stopping;
  }

  /** Opens queues, to add jobs to them. */
  static open(names: readonly QueueName[], options: JobsOptions): Jobs {
    const stopping = new AbortController();
    const { signal } = options;
    signal?.throwIfAborted();
    const { store, queues } = openQueues(names, options, () => stopping.signal.aborted);
    const jobs = new Jobs(store, queues, options, stopping);
    // Without this, a queue would wait forever for an unavailable store.
    signal?.addEventListener("abort", () => jobs.#disconnect(), { once: true });
    return jobs;
  }

  #disconnect(): void {
    const connections = new Set([...this.#queues.values()].map(({ redis }) => redis)).add(this.#redis);
    for (const redis of connections) redis.disconnect();
  }

  /** The Redis of the queues. */
  get redis(): Redis {
    return this.#redis;
  }

  #opened(name: QueueName): OpenQueue {
    const opened = this.#queues.get(name);
    if (!opened) throw new Error(`the queue ${name} is not open`);
    return opened;
  }

  #queue(name: QueueName): Queue {
    return this.#opened(name).queue;
  }

  #slotsOf(name: QueueName): TenantSlots {
    return new TenantSlots(this.#opened(name).redis, this.#options.keys);
  }

  /** Adds jobs to a queue. */
  async add(name: QueueName, jobs: readonly NewJob[]): Promise<void> {
    if (jobs.length === 0) return;
    const limit = this.#limits.get(name);
    if (limit) await limit.add(jobs, (all) => this.#addAll(name, all));
    else await this.#addAll(name, jobs);
  }

  async #addAll(name: QueueName, jobs: readonly NewJob[]): Promise<void> {
    const timestamp = this.#options.now();
    const bulk = jobs.map(({ name: job, data, id, delayMs, priority, deduplication, traceContexts }) => ({
      name: job,
      data,
      opts: {
        timestamp,
        ...defined({ jobId: id, delay: delayMs, priority }),
        ...telemetryOf(traceContexts),
        ...(deduplication === undefined
          ? {}
          : { deduplication: { id: deduplication.name, ttl: deduplication.ms } }),
      },
    }));
    await this.#queue(name).addBulk(bulk);
  }

  /**
   * Adds a job. If the queue has a job with its id that has ended, that job runs again: a failover may have lost the
   * job's work, and the caller restarts it.
   */
  async revive(name: QueueName, job: NewJob & { id: string }): Promise<void> {
    const queue = this.#queue(name);
    const known = await queue.getJob(job.id);
    const state = await known?.getState();
    if (!known || (state !== "failed" && state !== "completed")) return this.add(name, [job]);
    try {
      // BullMQ keeps the number of stalls, and would give the job up at the next one.
      await this.#opened(name).redis.hdel(queue.toKey(job.id), STALLS);
      await known.retry(state, { resetAttemptsMade: true });
    } catch (err) {
      // Another process may have retried the job in the meantime.
      if ((await queue.getJobState(job.id)) === state) throw err;
    }
  }

  /**
   * Adds a job for unfinished work. If the queue has a job with its id that is completed, that job runs again, because
   * a failover has lost its result. A job in any other state stays unchanged. Resolves to whether the job has failed.
   */
  async resume(name: QueueName, job: NewJob & { id: string }): Promise<boolean> {
    const state = await this.#queue(name).getJobState(job.id);
    if (state === "unknown" || state === "completed") await this.revive(name, job);
    return state === "failed";
  }

  /** Adds a job, unless a job with its id exists in any state. */
  async ensure(name: QueueName, job: NewJob & { id: string }): Promise<void> {
    if ((await this.#queue(name).getJobState(job.id)) === "unknown") await this.add(name, [job]);
  }

  /** Returns the jobs with these ids that exist, in any state. */
  async named(name: QueueName, ids: readonly string[]): Promise<Job[]> {
    const jobs = await Promise.all(ids.map((id) => this.#queue(name).getJob(id)));
    return jobs.filter((job) => job !== undefined);
  }

  /**
   * Schedules a repeated job. An existing schedule stays, and its missed time runs immediately. It is written again if
   * its next time is from a clock that was ahead.
   */
  async schedule(name: QueueName, id: string, { cron, timezone }: Schedule, job: NewJob): Promise<void> {
    const queue = this.#queue(name);
    const known = await queue.getJobScheduler(id);
    const isInTime = known !== undefined && !isTooLate(known, this.#options.now());
    if (isInTime && known.pattern === cron && known.tz === timezone) return;
    await queue.upsertJobScheduler(id, { pattern: cron, tz: timezone }, { name: job.name, data: job.data });
  }

  /** Whether a schedule of a queue waits for a time of a clock that was ahead: the clock of Redis was set back. */
  async isSetBack(name: QueueName): Promise<boolean> {
    const now = this.#options.now();
    return (await this.#queue(name).getJobSchedulers()).some((schedule) => isTooLate(schedule, now));
  }

  /** Corrects the times of all queues after the clock of Redis was set back, see {@link correctTimes}. */
  async correctTimes(): Promise<number> {
    const now = this.#options.now();
    const counts = await Promise.all([...this.#queues.values()].map((opened) => correctTimes(opened, now)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Removes a schedule. */
  async unschedule(name: QueueName, id: string): Promise<void> {
    await this.#queue(name).removeJobScheduler(id);
  }

  /** Returns the ids of a queue's schedules. */
  async scheduled(name: QueueName): Promise<string[]> {
    return (await this.#queue(name).getJobSchedulers()).map(({ key }) => key);
  }

  /**
   * Removes finished jobs after their retention. BullMQ removes them only when another job of the queue ends. Without
   * this, an inactive queue would keep them, with the ids of customers' items.
   */
  async removeFinished(): Promise<void> {
    for (const { queue } of this.#queues.values()) {
      for (const state of keysOf(FINISHED_KEPT_MS)) {
        let removed: string[];
        do {
          removed = await queue.clean(FINISHED_KEPT_MS[state], REMOVE_BATCH_SIZE, state);
        } while (removed.length === REMOVE_BATCH_SIZE);
      }
    }
  }

  /** Reads the state of all queues, with a few commands for each queue, independent of the number of its jobs. */
  status(): Promise<QueueStatus[]> {
    const now = this.#options.now();
    return Promise.all([...this.#queues].map(([name, opened]) => statusOf(name, opened, now)));
  }

  /** Counts the jobs of each tenant that wait for its slots and count for its budget, in the order of the tenants. */
  async waitingOf(tenants: readonly string[]): Promise<number[]> {
    const counts = await Promise.all(
      BUDGETED_QUEUES.map((queue) => this.#slotsOf(queue).waitingJobs(queue, tenants)),
    );
    return tenants.map((_, i) => counts.reduce((sum, queueCounts) => sum + (queueCounts[i] ?? 0), 0));
  }

  /** Returns a text that changes when a server of the queues is replaced or restarted. */
  history(): Promise<string> {
    return historyOf(this.#redis);
  }

  /** Aborted when the process is about to stop. */
  get stopping(): AbortSignal {
    return this.#stopping.signal;
  }

  /** Starts to process queues. */
  work(works: Partial<Record<QueueName, QueueWork>>): void {
    this.#workers = keysOf(works).flatMap((name) => {
      const work = works[name];
      return work ? [this.#start(name, work)] : [];
    });
  }

  #start(name: QueueName, work: QueueWork): Worker {
    const opened = this.#opened(name);
    const { lockMs = this.#options.lockMs, perTenant, receiverOf } = work;
    const { log } = this.#options;
    const slots = this.#slotsOf(name);
    const limit =
      perTenant === undefined
        ? undefined
        : new TenantLimit({ queue: opened.queue, slots, perTenant, receiverOf, leaseMs: lockMs, log });
    if (limit) this.#limits.set(name, limit);
    return startQueueWorker(name, opened, work, { ...this.#options, lockMs, limit });
  }

  /**
   * Begins no more jobs, and waits up to `graceMs` for active ones. Those that are unfinished are cancelled and return
   * to their queue: another process runs them again. A second call returns the same promise.
   */
  endWork(graceMs = GRACE_MS): Promise<void> {
    return (this.#ending ??= this.#endWork(graceMs));
  }

  async #endWork(graceMs: number): Promise<void> {
    this.#stopping.abort();
    for (const limit of this.#limits.values()) limit.stop();
    // If the store is unavailable, BullMQ would wait forever unless it is forced.
    const isForced = [...this.#queues.values()].some(({ redis }) => redis.status !== "ready");
    const closed = Promise.all(this.#workers.map((worker) => worker.close(isForced)));
    await atMost(graceMs, closed);
    for (const worker of this.#workers) worker.cancelAllJobs("the process is stopping");
    await atMost(HAND_BACK_MS, closed);
  }

  /** Ends the work as {@link endWork} does, unless it has ended, and closes the queues. */
  async stop(graceMs?: number): Promise<void> {
    await this.endWork(graceMs);
    await atMost(CLOSE_MS, Promise.all([...this.#queues.values()].map(({ queue }) => queue.close())));
    this.#disconnect();
  }
}

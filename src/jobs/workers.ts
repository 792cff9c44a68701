import { type Processor, type Queue, Worker } from "bullmq";
import { Redis } from "ioredis";
import type { Logger } from "pino";
import { openQueue, type QueueName } from "./queues.ts";
import { type SweepDeps, sweepReferences } from "./sweep-references.ts";

/** When the nightly work is done, each in UTC. */
const SCHEDULE: Record<string, { queue: QueueName; cron: string }> = {
  "sweep-references": { queue: "maintenance", cron: "17 3 * * *" },
};

/** How long to wait before the store is asked again after it was away. */
const RETRY_MS = 1000;

export interface JobsOptions extends SweepDeps {
  /** Redis of the queues. */
  url: string;
  prefix: string;
  /** Ends a start that waits for the store. */
  signal?: AbortSignal | undefined;
  /** Told of every job that ended. */
  onJob: (queue: string, outcome: "completed" | "failed") => void;
}

/** Background jobs of one process; any number of processes share the queues. */
export class Jobs {
  readonly #redis: Redis;
  readonly #queues: readonly Queue[];
  readonly #workers: readonly Worker[];
  readonly #stopping: AbortController;

  private constructor(
    redis: Redis,
    queues: readonly Queue[],
    workers: readonly Worker[],
    stopping: AbortController,
  ) {
    this.#redis = redis;
    this.#queues = queues;
    this.#workers = workers;
    this.#stopping = stopping;
  }

  /** Opens the queues, lays down the schedule, and starts to work. */
  static async start({ url, prefix, onJob, signal, log, ...deps }: JobsOptions): Promise<Jobs> {
    const stopping = new AbortController();
    signal?.throwIfAborted();
    const redis = new Redis(url, {
      connectionName: "wishlist-jobs",
      // BullMQ waits while the store is away, but nobody shall wait for that at the end.
      maxRetriesPerRequest: null,
      retryStrategy: (attempt) => (stopping.signal.aborted ? null : Math.min(50 * 2 ** attempt, 1000)),
    });
    const report = (err: Error) => log.warn({ err }, "jobs connection");
    redis.on("error", report);
    // A queue whose store is away would wait for ever.
    const giveUp = () => redis.disconnect();
    signal?.addEventListener("abort", giveUp, { once: true });
    const connection = { connection: redis, prefix };
    const maintenance = openQueue("maintenance", connection);
    maintenance.on("error", report);
    for (const [name, { cron }] of Object.entries(SCHEDULE)) {
      await maintenance.upsertJobScheduler(name, { pattern: cron, tz: "UTC" }, { name });
    }
    const processors: Record<QueueName, Processor> = { maintenance: sweepReferences({ log, ...deps }) };
    const workers = Object.entries(processors).map(([queue, processor]) =>
      watched(new Worker(queue, processor, { ...connection, runRetryDelay: RETRY_MS }), log, onJob),
    );
    return new Jobs(redis, [maintenance], workers, stopping);
  }

  /** Lets the jobs in hand end, for at most `graceMs`, and closes. What is cut off is done again by another process. */
  async stop(graceMs = 5000): Promise<void> {
    this.#stopping.abort();
    // Without its store BullMQ would wait for ever, unless it is forced.
    const isForced = this.#redis.status !== "ready";
    const closing = Promise.all([
      ...this.#workers.map((worker) => worker.close(isForced)),
      ...this.#queues.map((queue) => queue.close()),
    ]);
    let giveUp: NodeJS.Timeout | undefined;
    await Promise.race([closing, new Promise((resolve) => (giveUp = setTimeout(resolve, graceMs)))]);
    clearTimeout(giveUp);
    for (const worker of this.#workers) worker.cancelAllJobs("the process stops");
    this.#redis.disconnect();
  }
}

function watched(worker: Worker, log: Logger, onJob: JobsOptions["onJob"]): Worker {
  worker.on("error", (err) => log.warn({ err, queue: worker.name }, "jobs connection"));
  worker.on("completed", () => onJob(worker.name, "completed"));
  worker.on("failed", (job, err) => {
    onJob(worker.name, "failed");
    log.error({ err, queue: worker.name, job: job?.name, attempt: job?.attemptsMade }, "job failed");
  });
  return worker;
}

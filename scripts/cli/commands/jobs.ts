import type { Queue } from "bullmq";
import { keysOf } from "../../../src/collections/keys-of.ts";
import { type QueueName, QUEUES } from "../../../src/jobs/queue/queues.ts";
import { hasRedisFailed, wasForbidden } from "../../../src/store/redis/failures.ts";
import { type CliContext, CliError, command, requireOneOrAll, table } from "../command.ts";
import { withQueues } from "../queues.ts";

/** Maximum number of failed jobs of a queue that are read at a time, and that `job list` shows. */
const PAGE_SIZE = 1000;

const NAMES = keysOf(QUEUES);

type StoredJob = Awaited<ReturnType<Queue["getFailed"]>>[number];

/** A job that has used up its attempts, by the name of its queue and its id. */
interface Failed {
  queue: QueueName;
  job: StoredJob;
}

/** What happened to the jobs that a command named, by their ids. */
interface Outcome {
  done: string[];
  failed: { id: string; reason: string }[];
}

const idOf = ({ queue, job }: Failed) => `${queue}/${job.id ?? ""}`;

/** Calls `work` with each of these queues, one after the other. */
const forQueues = (
  context: CliContext,
  names: readonly QueueName[],
  work: (queue: Queue, name: QueueName) => Promise<void>,
): Promise<void> =>
  withQueues(context, names, async (queues) => {
    for (const [i, queue] of queues.entries()) {
      const name = names[i];
      if (name !== undefined) await work(queue, name);
    }
  });

/**
 * Reads the failed jobs of a queue in pages, the newest first. Positions count from the oldest job: so a job that is
 * removed in the meantime lets none be missed, and one that fails in the meantime is not read.
 */
async function* failedPages(queue: Queue): AsyncGenerator<StoredJob[]> {
  for (let end = await queue.getFailedCount(); end > 0; end -= PAGE_SIZE)
    yield (await queue.getJobs(["failed"], Math.max(0, end - PAGE_SIZE), end - 1, true)).toReversed();
}

/** Changes jobs, one after the other. One that has changed in the meantime is in `failed`, and does not end it. */
async function change(
  jobs: readonly Failed[],
  work: (job: StoredJob) => Promise<void>,
  { done, failed }: Outcome,
): Promise<void> {
  for (const one of jobs) {
    try {
      await work(one.job);
      done.push(idOf(one));
    } catch (err) {
      if (!(err instanceof Error) || hasRedisFailed(err) || wasForbidden(err)) throw err;
      failed.push({ id: idOf(one), reason: err.message });
    }
  }
}

/** Changes the failed job with this id. @throws CliError if there is none */
async function changeOne(
  context: CliContext,
  id: string,
  work: (job: StoredJob) => Promise<void>,
  outcome: Outcome,
): Promise<void> {
  const name = NAMES.find((queue) => id.startsWith(`${queue}/`));
  if (name === undefined) throw new CliError(`there is no failed job ${id}`);
  await forQueues(context, [name], async (queue) => {
    const job = await queue.getJob(id.slice(name.length + 1));
    if (!job || !(await job.isFailed())) throw new CliError(`there is no failed job ${id}`);
    await change([{ queue: name, job }], work, outcome);
  });
}

/** Changes one failed job, or all that have failed before the command. */
async function changeFailed(
  context: CliContext,
  { id, all }: { id: string | undefined; all: unknown },
  work: (job: StoredJob) => Promise<void>,
): Promise<Outcome> {
  requireOneOrAll("job", id, all);
  const outcome: Outcome = { done: [], failed: [] };
  if (id !== undefined) {
    await changeOne(context, id, work, outcome);
    return outcome;
  }
  await forQueues(context, NAMES, async (queue, name) => {
    for await (const page of failedPages(queue)) {
      const jobs = page.map((job) => ({ queue: name, job }));
      await change(jobs, work, outcome);
    }
  });
  return outcome;
}

const failuresOf = (failed: Outcome["failed"]) =>
  failed.map(({ id, reason }) => `\n${id} is unchanged: ${reason}`).join("");

/** Reads the newest failed jobs of each queue, and says on standard error how many older ones there are. */
async function list(context: CliContext): Promise<Failed[]> {
  const found: Failed[] = [];
  await forQueues(context, NAMES, async (queue, name) => {
    const count = await queue.getFailedCount();
    for (const job of await queue.getFailed(0, PAGE_SIZE - 1)) found.push({ queue: name, job });
    if (count > PAGE_SIZE)
      context.warn(`Only the newest ${PAGE_SIZE} of ${count} failed jobs of the queue ${name} are listed.`);
  });
  return found;
}

const options = { all: { type: "boolean", help: "every failed job" } } as const;

export const jobCommands = [
  command({
    name: "job list",
    help: `list the background jobs that failed permanently, the newest ${PAGE_SIZE} of each queue`,
    run: async (context) =>
      (await list(context)).map((one) => ({
        id: idOf(one),
        name: one.job.name,
        time: new Date(one.job.finishedOn ?? one.job.timestamp).toISOString(),
        attempts: one.job.attemptsMade,
        reason: one.job.failedReason,
      })),
    text: (jobs) =>
      jobs.length === 0
        ? "No job has failed."
        : table(
            ["id", "job", "time", "attempts", "reason"],
            jobs.map(({ id, name, time, attempts, reason }) => [id, name, time, attempts, reason]),
          ),
  }),
  command({
    name: "job redrive",
    args: ["[id]"],
    options,
    help: "run a failed background job again",
    deletesFirst: () => true,
    async run(context, { args: { id }, options: { all } }) {
      const { done, failed } = await changeFailed(context, { id, all }, (job) =>
        job.retry("failed", { resetAttemptsMade: true }),
      );
      return { redriven: done, failed };
    },
    text: ({ redriven, failed }) => `${redriven.length} are queued for retry.${failuresOf(failed)}`,
    isFailure: ({ failed }) => failed.length > 0,
  }),
  command({
    name: "job discard",
    args: ["[id]"],
    options,
    help: "delete a failed background job",
    async run(context, { args: { id }, options: { all } }) {
      const { done, failed } = await changeFailed(context, { id, all }, (job) => job.remove());
      return { discarded: done, failed };
    },
    text: ({ discarded, failed }) => `${discarded.length} deleted.${failuresOf(failed)}`,
    isFailure: ({ failed }) => failed.length > 0,
  }),
];

import type { Job } from "bullmq";
import { type QueueName, QUEUES } from "../../../src/jobs/queue/queues.ts";
import { type CliContext, CliError, command, requireOneOrAll, table } from "../command.ts";
import { withQueues } from "../queues.ts";

const MAX_LISTED = 1000;

/** A job that has used up its attempts, by the name of its queue and its id. */
interface Failed {
  queue: QueueName;
  job: Job;
}

/** Calls `work` with the failed jobs of all queues, the newest of each queue first. */
async function withFailed<T>(context: CliContext, work: (failed: Failed[]) => Promise<T>): Promise<T> {
  const names = Object.keys(QUEUES) as QueueName[];
  return withQueues(context, names, async (queues) => {
    const failed: Failed[] = [];
    for (const [i, queue] of queues.entries()) {
      const name = names[i];
      if (name === undefined) continue;
      for (const job of await queue.getFailed(0, MAX_LISTED - 1))
        failed.push({ queue: name, job: job as Job });
    }
    return work(failed);
  });
}

const idOf = ({ queue, job }: Failed) => `${queue}/${job.id ?? ""}`;

function chosen(failed: Failed[], id: string | undefined, all: unknown): Failed[] {
  requireOneOrAll("job", id, all);
  if (id === undefined) return failed;
  const found = failed.filter((one) => idOf(one) === id);
  if (found.length === 0) throw new CliError(`there is no failed job ${id}`);
  return found;
}

const options = { all: { type: "boolean" as const } };
const optionHelp = { all: "every failed job" };

export const jobCommands = [
  command({
    name: "job list",
    help: "list the background jobs that failed permanently",
    run: (context) =>
      withFailed(context, (failed) =>
        Promise.resolve(
          failed.map((one) => ({
            id: idOf(one),
            name: one.job.name,
            time: new Date(one.job.finishedOn ?? one.job.timestamp).toISOString(),
            attempts: one.job.attemptsMade,
            reason: one.job.failedReason,
          })),
        ),
      ),
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
    optionHelp,
    help: "run a failed background job again",
    run: (context, { args, options: { all } }) =>
      withFailed(context, async (failed) => {
        const redriven = chosen(failed, args["id"], all);
        for (const { job } of redriven) await job.retry("failed", { resetAttemptsMade: true });
        return { redriven: redriven.map(idOf) };
      }),
    text: ({ redriven }) => `${redriven.length} are queued for retry.`,
  }),
  command({
    name: "job discard",
    args: ["[id]"],
    options,
    optionHelp,
    help: "delete a failed background job",
    run: (context, { args, options: { all } }) =>
      withFailed(context, async (failed) => {
        const discarded = chosen(failed, args["id"], all);
        for (const { job } of discarded) await job.remove();
        return { discarded: discarded.map(idOf) };
      }),
    text: ({ discarded }) => `${discarded.length} deleted.`,
  }),
];

import { DelayedError, type Job } from "bullmq";

/**
 * Ends the run of a job, which runs again after `ms`. This costs no attempt.
 *
 * @throws {DelayedError} always: with it, the queue knows that the job is delayed
 */
export async function runLater(
  job: Pick<Job, "moveToDelayed">,
  token: string | undefined,
  ms: number,
): Promise<never> {
  await job.moveToDelayed(Date.now() + ms, token);
  throw new DelayedError();
}

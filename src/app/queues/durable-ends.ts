import type { QueueWork } from "../../jobs/queue/job.ts";
import type { Background } from "./context.ts";

/**
 * Makes a job end only after its writes are durable. Otherwise a failover could lose the last writes of work that has
 * no job any more. Until then, the job runs again and continues from the record of its work. Do not use it for jobs
 * that send something in each run.
 */
export const endingDurably = (
  { waits }: Pick<Background, "waits">,
  process: QueueWork["process"],
): QueueWork["process"] =>
  waits
    ? // All three parameters must be declared: the queue creates a signal only for such a function.
      async function processDurably(job, token, signal) {
        const result: unknown = await waits.during(() => process(job, token, signal), 0);
        return result;
      }
    : process;

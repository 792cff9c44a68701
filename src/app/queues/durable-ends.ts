import type { QueueWork } from "../../jobs/queue/job.ts";
import { around } from "../../jobs/queue/worker/around.ts";
import type { Background } from "./context.ts";

/**
 * Makes a job end only after its writes are durable. Otherwise a failover could lose the last writes of work that has
 * no job any more. Until then, the job runs again and continues from the record of its work. Do not use it for jobs
 * that send something in each run.
 */
export const endingDurably = (
  { waits }: Pick<Background, "waits">,
  process: QueueWork["process"],
): QueueWork["process"] => (waits ? around(process, (_job, _token, next) => waits.during(next, 0)) : process);

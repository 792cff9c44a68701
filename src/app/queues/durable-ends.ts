import type { QueueWork } from "../../jobs/queue/job.ts";
import type { Background } from "./context.ts";

/**
 * Work whose job ends only once what it wrote is durable: a failover must not lose the end of what no job goes on with.
 * Until then the job is run again, from where the record of its work is. Not for what sends something each time.
 */
export const endingDurably = (
  { waits }: Pick<Background, "waits">,
  process: QueueWork["process"],
): QueueWork["process"] =>
  waits
    ? // It names all three parameters: only then the queue makes a signal.
      async function processDurably(job, token, signal) {
        const result: unknown = await waits.during(() => process(job, token, signal), 0);
        return result;
      }
    : process;

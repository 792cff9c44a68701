import type { Job, Processor } from "bullmq";

/** Runs a job. `next` runs the processor that is wrapped; `signal` is aborted when the process stops. */
type Around = (
  job: Job,
  token: string | undefined,
  next: () => Promise<unknown>,
  signal: AbortSignal | undefined,
) => Promise<unknown>;

/** Returns a processor that wraps another one. */
export const around = (process: Processor, run: Around): Processor =>
  // All three parameters are declared, because BullMQ creates a signal only for such a processor.
  function runAround(job, token, signal) {
    const next = async () => {
      const result: unknown = await process(job, token, signal);
      return result;
    };
    return run(job, token, next, signal);
  };

import { DelayedError, type JobsOptions, type Processor } from "bullmq";
import { currentTraceContext, inSpan } from "../../trace/context.ts";
import type { Tracer } from "../../trace/tracer.ts";

const SEPARATOR = ",";

/** The option of a job that carries the trace contexts of what it continues; none where there is no trace. */
export function carried(traceContexts: readonly string[] | undefined): Pick<JobsOptions, "telemetry"> {
  const metadata = traceContexts?.join(SEPARATOR) ?? currentTraceContext();
  return metadata === undefined ? {} : { telemetry: { metadata } };
}

/** Takes a span of each run of a queue's jobs. It continues the first trace that the job carries, and links the others. */
export function tracedJobs(tracer: Tracer, queue: string, process: Processor): Processor {
  // It names all three parameters: only then the queue makes a signal.
  return async function runTraced(job, token, signal) {
    const [parent, ...links] = job.opts.telemetry?.metadata?.split(SEPARATOR) ?? [];
    const attributes = {
      "messaging.system": "bullmq",
      "messaging.destination.name": queue,
      "messaging.message.id": job.id,
      "wishlist.attempt": job.attemptsMade + 1,
    };
    const span = tracer.start(`process ${queue} ${job.name}`, {
      kind: "consumer",
      parent,
      links,
      attributes,
    });
    try {
      const result: unknown = await inSpan(span, () => process(job, token, signal));
      span.end();
      return result;
    } catch (err) {
      // A job that waits for its next turn has not failed.
      if (err instanceof DelayedError) span.end({ attributes: { "wishlist.outcome": "delayed" } });
      else span.end({ err });
      throw err;
    }
  };
}

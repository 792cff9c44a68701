import { DelayedError, type JobsOptions, type Processor } from "bullmq";
import { currentTraceContext, inSpan } from "../../../trace/context.ts";
import type { Tracer } from "../../../trace/tracer.ts";
import { around } from "./around.ts";

const SEPARATOR = ",";

/** Returns the job option with the trace contexts that the job continues; empty without a trace. */
export function telemetryOf(traceContexts: readonly string[] | undefined): Pick<JobsOptions, "telemetry"> {
  const metadata = traceContexts?.join(SEPARATOR) ?? currentTraceContext();
  return metadata === undefined ? {} : { telemetry: { metadata } };
}

/**
 * Returns a processor that records a span for each run of a queue's jobs. The span continues the job's first trace, and
 * has links to the others.
 */
export const tracedJobs = (tracer: Tracer, queue: string, process: Processor): Processor =>
  around(process, async (job, _token, next) => {
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
      const result = await inSpan(span, next);
      span.end();
      return result;
    } catch (err) {
      // A delayed job has not failed.
      if (err instanceof DelayedError) span.end({ attributes: { "wishlist.outcome": "delayed" } });
      else span.end({ err });
      throw err;
    }
  });

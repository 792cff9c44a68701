import { AsyncLocalStorage } from "node:async_hooks";
import { traceIdOf } from "./trace-id.ts";
import type { SpanStart, Tracer, TraceSpan } from "./tracer.ts";

const current = new AsyncLocalStorage<string>();

/** Returns the trace context of the current span; undefined if there is no trace. */
export const currentTraceContext = (): string | undefined => current.getStore();

/** Runs work in a span. Commands and jobs that the work sends or queues continue the trace. */
export const inSpan = <T>({ traceContext }: TraceSpan, work: () => T): T => current.run(traceContext, work);

/** Returns the current span if it belongs to the same trace, else the given one. */
export function nearestOf(traceContext: string | undefined): string | undefined {
  const here = currentTraceContext();
  if (traceContext === undefined || here === undefined) return traceContext ?? here;
  return traceIdOf(here) === traceIdOf(traceContext) ? here : traceContext;
}

/** Runs work in a new span if tracing is on. The span fails if the work rejects. */
export async function spanned<T>(
  tracer: Tracer | undefined,
  name: string,
  start: SpanStart,
  work: (span: TraceSpan | undefined) => Promise<T>,
): Promise<T> {
  if (!tracer) return work(undefined);
  const span = tracer.start(name, start);
  try {
    const result = await inSpan(span, () => work(span));
    span.end();
    return result;
  } catch (err) {
    span.end({ err });
    throw err;
  }
}

import { AsyncLocalStorage } from "node:async_hooks";
import { traceIdOf } from "./trace-id.ts";
import type { SpanStart, Tracer, TraceSpan } from "./tracer.ts";

const current = new AsyncLocalStorage<string>();

/** The trace context of the span that this code runs in; undefined where no trace is taken. */
export const currentTraceContext = (): string | undefined => current.getStore();

/** Runs work in a span: what it sends and queues continues the trace. */
export const inSpan = <T>({ traceContext }: TraceSpan, work: () => T): T => current.run(traceContext, work);

/** The span that this code runs in, if it is of the same trace; else the given one. */
export function nearestOf(traceContext: string | undefined): string | undefined {
  const here = currentTraceContext();
  if (traceContext === undefined || here === undefined) return traceContext ?? here;
  return traceIdOf(here) === traceIdOf(traceContext) ? here : traceContext;
}

/** Runs work in a span of its own, where traces are taken. The span fails when the work rejects. */
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

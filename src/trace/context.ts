import { AsyncLocalStorage } from "node:async_hooks";
import { traceIdOf } from "./trace-id.ts";
import type { TraceSpan, SpanStart, Tracer } from "./tracer.ts";

const current = new AsyncLocalStorage<string>();

/** The span that this code runs in, as it is carried; undefined where no trace is taken. */
export const currentTrace = (): string | undefined => current.getStore();

/** Runs work in a span: what it sends and queues continues the trace. */
export const inSpan = <T>({ position }: TraceSpan, work: () => T): T => current.run(position, work);

/** The span that this code runs in, if it is of the same trace; else the given one. */
export function nearestOf(position: string | undefined): string | undefined {
  const here = currentTrace();
  if (position === undefined || here === undefined) return position ?? here;
  return traceIdOf(here) === traceIdOf(position) ? here : position;
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

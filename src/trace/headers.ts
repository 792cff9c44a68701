/** The headers of W3C Trace Context. */
interface TraceHeaders {
  traceparent: string;
  /** What the systems before this one note of the trace, for themselves. */
  tracestate?: string | undefined;
}

/** No valid header has it. Commas separate the traces of a job. */
const SEPARATOR = "\t";

/**
 * The trace context of a span: where it is in which trace, as commands, events and jobs carry it. It is `traceparent`,
 * and after it the members of `tracestate`, where there are any.
 */
export const traceContextOf = ({ traceparent, tracestate = "" }: TraceHeaders): string =>
  [traceparent, ...tracestate.split(",").filter((member) => member !== "")].join(SEPARATOR);

/** The headers that {@link traceContextOf} was given. */
export function headersOf(traceContext: string): TraceHeaders {
  const [traceparent = "", ...members] = traceContext.split(SEPARATOR);
  return members.length === 0 ? { traceparent } : { traceparent, tracestate: members.join(",") };
}

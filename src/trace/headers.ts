/** The headers of W3C Trace Context. */
interface TraceHeaders {
  traceparent: string;
  /** Vendor-specific data of the systems that the trace has passed through. */
  tracestate?: string | undefined;
}

/** A character that no valid header contains. Commas already separate the traces of a job. */
const SEPARATOR = "\t";

/**
 * Returns the trace context of a span as text, as commands, events and jobs carry it: `traceparent`, followed by the
 * members of `tracestate`.
 */
export const traceContextOf = ({ traceparent, tracestate = "" }: TraceHeaders): string =>
  [traceparent, ...tracestate.split(",").filter((member) => member !== "")].join(SEPARATOR);

/** Returns the headers from which {@link traceContextOf} made a trace context. */
export function headersOf(traceContext: string): TraceHeaders {
  const [traceparent = "", ...members] = traceContext.split(SEPARATOR);
  return members.length === 0 ? { traceparent } : { traceparent, tracestate: members.join(",") };
}

/** The headers of W3C Trace Context. */
interface TraceHeaders {
  traceparent: string;
  /** What the systems before this one note of the trace, for themselves. */
  tracestate?: string | undefined;
}

/** No valid header has it. Commas separate the traces of a job. */
const SEPARATOR = "\t";

/**
 * A span's position in its trace, as commands, events and jobs carry it: `traceparent`, and after it the members of
 * `tracestate`, where there are any.
 */
export const carriedOf = ({ traceparent, tracestate = "" }: TraceHeaders): string =>
  [traceparent, ...tracestate.split(",").filter((member) => member !== "")].join(SEPARATOR);

/** The headers that {@link carriedOf} was given. */
export function headersOf(position: string): TraceHeaders {
  const [traceparent = "", ...members] = position.split(SEPARATOR);
  return members.length === 0 ? { traceparent } : { traceparent, tracestate: members.join(",") };
}

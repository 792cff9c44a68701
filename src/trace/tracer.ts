/** Attributes of a span: ids, types and outcomes, never personal data. */
type Attributes = Record<string, string | number | boolean | undefined>;

export interface SpanStart {
  kind: "server" | "producer" | "consumer" | "client";
  /** Trace context of the parent span. Without a valid one, the span begins a trace. */
  parent: string | undefined;
  /** Trace contexts of related spans in other traces. */
  links?: readonly string[];
  /** Start time, in milliseconds since 1970; the default is now. */
  startMs?: number;
  attributes?: Attributes;
}

/** The end of a span. */
export interface SpanEnd {
  /** A better name, if it was not yet known when the span started. */
  name?: string;
  attributes?: Attributes;
  /** Why it failed. Only the type of an error is recorded, because its message may contain data. */
  err?: unknown;
}

/** One operation in a trace. */
export interface TraceSpan {
  /** Passed on to continue the trace; made by {@link traceContextOf}. */
  readonly traceContext: string;
  end: (end?: SpanEnd) => void;
}

/** Starts spans. If tracing is off, there is no tracer, and no spans are created. */
export interface Tracer {
  start: (name: string, start: SpanStart) => TraceSpan;
}

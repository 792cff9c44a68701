/** Attributes of a span. They name ids, types and outcomes, never data of a person. */
type Attributes = Record<string, string | number | boolean | undefined>;

export interface SpanStart {
  kind: "server" | "producer" | "consumer" | "client";
  /** Trace context of the span that it continues; without one, or for one that is not valid, it begins a trace. */
  parent: string | undefined;
  /** Trace contexts of the spans in other traces that it is also about. */
  links?: readonly string[];
  /** When it began, in milliseconds since 1970; now when absent. */
  startMs?: number;
  attributes?: Attributes;
}

/** What a span came to. */
export interface SpanEnd {
  /** A better name, where the first one was too early. */
  name?: string;
  attributes?: Attributes;
  /** Why it failed. Only the type of an error is told: its message may have data in it. */
  err?: unknown;
}

/** A part of a trace. */
export interface TraceSpan {
  /** What continues the trace carries this ({@link traceContextOf}). */
  readonly traceContext: string;
  end: (end?: SpanEnd) => void;
}

/** Takes traces. Where they are off there is none, and nothing is made for them. */
export interface Tracer {
  start: (name: string, start: SpanStart) => TraceSpan;
}

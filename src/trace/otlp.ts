import {
  type Context,
  diag,
  DiagLogLevel,
  type Link,
  ROOT_CONTEXT,
  type Span as OtelSpan,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
  type Tracer as OtelTracer,
} from "@opentelemetry/api";
import { parseTraceParent, TraceState } from "@opentelemetry/core";
import { OTLPTraceExporter } from "@opentelemetry/exporter-trace-otlp-http";
import { detectResources, envDetector, resourceFromAttributes } from "@opentelemetry/resources";
import { BasicTracerProvider, BatchSpanProcessor } from "@opentelemetry/sdk-trace-base";
import type { Logger } from "pino";
import { headersOf, traceContextOf } from "./headers.ts";
import type { SpanEnd, SpanStart, Tracer, TraceSpan } from "./tracer.ts";

const KINDS = {
  server: SpanKind.SERVER,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  client: SpanKind.CLIENT,
};

/** Logs errors of the SDK without stack traces: an unreachable collector is not an error of this service. */
function logFaults(log: Logger): void {
  const warn = (message: string) => log.warn({ reason: message.slice(0, 300) }, "traces cannot be sent");
  const quiet = () => undefined;
  diag.setLogger(
    { error: warn, warn, info: quiet, debug: quiet, verbose: quiet },
    { logLevel: DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
}

/** Writes the trace context of a span as text. */
function writeTraceContext(span: OtelSpan): string {
  const { traceId, spanId, traceFlags, traceState } = span.spanContext();
  const traceparent = `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, "0")}`;
  return traceContextOf({ traceparent, tracestate: traceState?.serialize() });
}

/** Reads a trace context from this service or from a caller; undefined if its `traceparent` is not valid. */
function spanContextOf(traceContext: string): SpanContext | undefined {
  const { traceparent, tracestate } = headersOf(traceContext);
  const context = parseTraceParent(traceparent);
  if (!context) return undefined;
  // TraceState drops invalid members, and those beyond 512 characters.
  return tracestate === undefined ? context : { ...context, traceState: new TraceState(tracestate) };
}

/** Returns the context for the children of a span; without a valid span, the context that begins a trace. */
function contextOf(traceContext: string | undefined): Context {
  const parent = traceContext === undefined ? undefined : spanContextOf(traceContext);
  return parent ? trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }) : ROOT_CONTEXT;
}

const linksOf = (traceContexts: readonly string[]): Link[] =>
  traceContexts.flatMap((traceContext) => {
    const context = spanContextOf(traceContext);
    return context ? [{ context }] : [];
  });

/** Returns the type of a failure: the name of an error, or the text that was given instead of an error. */
const typeOf = (err: unknown): string =>
  err instanceof Error ? err.name : typeof err === "string" ? err : typeof err;

class OtlpSpan implements TraceSpan {
  readonly #span: OtelSpan;
  readonly traceContext: string;

  constructor(span: OtelSpan) {
    this.#span = span;
    this.traceContext = writeTraceContext(span);
  }

  end({ name, attributes = {}, err }: SpanEnd = {}): void {
    if (name !== undefined) this.#span.updateName(name);
    this.#span.setAttributes(attributes);
    if (err !== undefined) {
      this.#span.setAttribute("error.type", typeOf(err));
      this.#span.setStatus({ code: SpanStatusCode.ERROR });
    }
    this.#span.end();
  }
}

class OtlpTracer implements Tracer {
  readonly #tracer: OtelTracer;

  constructor(tracer: OtelTracer) {
    this.#tracer = tracer;
  }

  start(name: string, { kind, parent, links = [], startMs, attributes = {} }: SpanStart): TraceSpan {
    const options = {
      kind: KINDS[kind],
      links: linksOf(links),
      attributes,
      ...(startMs === undefined ? {} : { startTime: startMs }),
    };
    return new OtlpSpan(this.#tracer.startSpan(name, options, contextOf(parent)));
  }
}

interface OtlpOptions {
  /** Base address of the collector. */
  endpoint: string;
  /** Version of this program. */
  version: string;
  log: Logger;
}

/**
 * Opens a tracer that sends spans to an OpenTelemetry collector as OTLP over HTTP. The SDK itself reads the other
 * variables of the OpenTelemetry specification, such as OTEL_SERVICE_NAME, OTEL_RESOURCE_ATTRIBUTES,
 * OTEL_TRACES_SAMPLER and OTEL_EXPORTER_OTLP_HEADERS. `close` sends the remaining spans.
 */
export function openOtlpTracer({ endpoint, version, log }: OtlpOptions): {
  tracer: Tracer;
  close: () => Promise<void>;
} {
  logFaults(log);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, "")}/v1/traces` });
  const own = resourceFromAttributes({ "service.name": "wishlist-service", "service.version": version });
  const provider = new BasicTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  return {
    tracer: new OtlpTracer(provider.getTracer("wishlist-service", version)),
    close: () => provider.shutdown(),
  };
}

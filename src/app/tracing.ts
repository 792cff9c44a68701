import type { Logger } from "pino";
import type { PartitionBatch } from "../actors/runtime/batch/partition-batch.ts";
import type { Config } from "../config.ts";
import { atMost } from "../jobs/queue/at-most.ts";
import type { RelayedEvent } from "../jobs/relay/target.ts";
import type { Lifecycle } from "../lifecycle.ts";
import type { Tracer, TraceSpan } from "../trace/tracer.ts";

/** How long the last spans may take to be sent: a collector that is away must not hold up a stop, in milliseconds. */
const FLUSH_MS = 5000;

interface TracerParts {
  config: Readonly<Config>;
  log: Logger;
  /** Version of this program. */
  version: string;
  lifecycle: Lifecycle;
}

/** Starts to take traces, if there is a collector for them; else none of that is loaded. */
export async function openTracer({
  config,
  log,
  version,
  lifecycle,
}: TracerParts): Promise<Tracer | undefined> {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined) return undefined;
  const { openOtlpTracer } = await import("../trace/otlp.ts");
  const { tracer, close: flush } = openOtlpTracer({ endpoint, version, log });
  // Stopped last: the other parts end with spans.
  lifecycle.own("traces", flush, (it) => atMost(FLUSH_MS, it()));
  return tracer;
}

/** Takes a span of each command of a committed batch that carries a trace: from the start of the batch to its commit. */
export const traceCommands = (tracer: Tracer) => (batch: PartitionBatch) => {
  for (const { received, reply } of batch.decided) {
    const { envelope, entryId } = received;
    if (envelope?.traceContext === undefined) continue;
    const attributes = {
      "wishlist.command": envelope.command.type,
      "wishlist.command_id": `${batch.partition}-${entryId}`,
      "wishlist.batch_commands": batch.commands.length,
      "wishlist.outcome": reply.ok ? "accepted" : reply.code,
    };
    const start = { kind: "consumer", parent: envelope.traceContext, startMs: batch.startedMs } as const;
    tracer.start(`apply ${envelope.command.type}`, { ...start, attributes }).end();
  }
};

/**
 * Relays events, with a span of each that carries a trace, which its jobs continue. `text` stays as it was committed.
 */
export async function relayTraced(
  tracer: Tracer | undefined,
  events: readonly RelayedEvent[],
  deliver: (events: readonly RelayedEvent[]) => Promise<void>,
): Promise<void> {
  if (!tracer) return deliver(events);
  const spans: TraceSpan[] = [];
  const carrying = events.map((relayed) => {
    const { partition, id, event } = relayed;
    if (event.traceContext === undefined) return relayed;
    const attributes = { "wishlist.event": event.type, "wishlist.event_id": `${partition}-${id}` };
    const span = tracer.start(`relay ${event.type}`, {
      kind: "producer",
      parent: event.traceContext,
      attributes,
    });
    spans.push(span);
    return { ...relayed, event: { ...event, traceContext: span.traceContext } };
  });
  try {
    await deliver(carrying);
    for (const span of spans) span.end();
  } catch (err) {
    for (const span of spans) span.end({ err });
    throw err;
  }
}

import type { Logger } from "pino";
import type { PartitionBatch } from "../actors/runtime/batch/partition-batch.ts";
import type { Config } from "../config.ts";
import type { RelayedEvent } from "../jobs/relay/target.ts";
import type { Lifecycle } from "../lifecycle.ts";
import { atMost } from "../store/redis/at-most.ts";
import type { Tracer, TraceSpan } from "../trace/tracer.ts";

/** Time limit for sending the last spans, in milliseconds: an unreachable collector must not delay a stop. */
const FLUSH_MS = 5000;

interface TracerParts {
  config: Readonly<Config>;
  log: Logger;
  /** Version of this program. */
  version: string;
  lifecycle: Lifecycle;
}

/** Opens the tracer if a collector is set. Otherwise its library is not loaded. */
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
  // Registered early, so that it is stopped last: the other parts still end spans.
  lifecycle.own("traces", flush, (sendRest) => atMost(FLUSH_MS, sendRest()));
  return tracer;
}

/**
 * Returns a function that records a span for each traced command of a committed batch, from the start of the batch to
 * its commit.
 */
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
 * Relays events with a span for each traced event, which the jobs of the event continue. `text` stays as it was
 * committed.
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

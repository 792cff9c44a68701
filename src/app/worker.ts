import type { Handlers } from "../actors/handlers.ts";
import { PartitionWorker } from "../actors/runtime/worker/partition-worker.ts";
import type { AppContext } from "./context/context.ts";
import { traceCommands } from "./tracing.ts";

/**
 * Share of the lease that a loop may wait until a batch is durable. The wait is shorter than the lease because
 * heartbeats must continue.
 */
const WAIT_SHARE = 0.5;

/**
 * Starts one loop that serves partitions. If `hasHttp`, replies to requests of this process are delivered in memory.
 */
export async function startWorker(
  context: AppContext,
  handlers: Handlers,
  { hasHttp }: { hasHttp: boolean },
): Promise<void> {
  const { config, log, lifecycle, keys, metrics, redis, stores, replies, tracer, past } = context;
  let served = 0;
  const durable = await context.openWaits(Math.floor(config.LEASE_MS * WAIT_SHARE));
  const worker = new PartitionWorker(
    {
      redis,
      keys,
      references: (durable?.stores ?? stores).references,
      waits: durable?.waits,
      log,
      outboxLength: config.OUTBOX_LENGTH,
      reader: await context.openReader(),
      onCommit: (seconds) => metrics.commits.observe(seconds),
    },
    {
      keys,
      handlers,
      localInstance: hasHttp ? replies.instance : "",
      commandLifetimeMs: past ? Number.MAX_SAFE_INTEGER : context.commandLifetimeMs,
      holdsReplies: durable !== undefined,
    },
    { partitions: config.PARTITIONS, leaseMs: config.LEASE_MS },
    {
      replies: hasHttp ? replies : undefined,
      watch: {
        onBatch(commands, seconds) {
          metrics.commands.inc(commands);
          metrics.batches.observe(seconds);
          metrics.batchCommands.observe(commands);
        },
        onServed(partitions) {
          metrics.partitions.inc(partitions - served);
          served = partitions;
        },
        onCommitted: tracer && traceCommands(tracer),
        onDeadLetter: () => metrics.deadLetters.inc(),
        onFenced: () => metrics.fenced.inc(),
        onWentBack: (seconds) => metrics.wentBack.observe(seconds),
      },
    },
  );
  // Registered before the start: a start that fails may already have acquired leases.
  lifecycle.own("worker", worker, (part) => part.stop());
  await worker.start();
  log.info({ worker: worker.id }, "worker started");
}

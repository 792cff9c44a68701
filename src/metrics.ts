import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Bounds of times from the request of somebody to its answer, in seconds. */
const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Bounds of the times of a batch and of its commit, in seconds. */
const BATCH_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

/** What the service counts; one registry per process. */
export class Metrics {
  readonly registry = new Registry();
  readonly requests = new Histogram({
    name: "wishlist_http_request_duration_seconds",
    help: "Time from the request's arrival to the end of its answer",
    labelNames: ["operation", "status"] as const,
    buckets: ANSWER_SECONDS,
    registers: [this.registry],
  });
  readonly partitions = new Gauge({
    name: "wishlist_partitions_owned",
    help: "Partitions that this process serves",
    registers: [this.registry],
  });
  readonly commands = new Counter({
    name: "wishlist_commands_applied_total",
    help: "Commands that this process has settled",
    registers: [this.registry],
  });
  readonly batches = new Histogram({
    name: "wishlist_batch_duration_seconds",
    help: "Time to load, decide and commit what was read together",
    buckets: BATCH_SECONDS,
    registers: [this.registry],
  });
  readonly batchCommands = new Histogram({
    name: "wishlist_batch_commands",
    help: "Commands that were loaded, decided and committed together",
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 512, 2048],
    registers: [this.registry],
  });
  readonly commits = new Histogram({
    name: "wishlist_commit_duration_seconds",
    help: "Time of the script that commits batches, without tries that failed",
    buckets: BATCH_SECONDS,
    registers: [this.registry],
  });
  readonly durabilityWaits = new Histogram({
    name: "wishlist_durability_wait_seconds",
    help: "Time that writes waited for disks or replicas (DURABILITY), by whether these confirmed them",
    labelNames: ["outcome"] as const,
    buckets: ANSWER_SECONDS,
    registers: [this.registry],
  });
  readonly replies = new Histogram({
    name: "wishlist_command_reply_seconds",
    help: "Time from sending a command to its reply, by what it came to",
    labelNames: ["outcome"] as const,
    buckets: ANSWER_SECONDS,
    registers: [this.registry],
  });
  readonly events = new Counter({
    name: "wishlist_events_relayed_total",
    help: "Events that this process has relayed, by type; alerts, matches and purchases among them",
    labelNames: ["type"] as const,
    registers: [this.registry],
  });
  readonly repeatedEvents = new Counter({
    name: "wishlist_events_repeated_total",
    help: "Events that this process has relayed again because a Redis was replaced or started again, by where to",
    labelNames: ["target"] as const,
    registers: [this.registry],
  });
  readonly repairedReferences = new Counter({
    name: "wishlist_references_repaired_total",
    help: "References that a failover had lost: claimed again, or taken by another record meanwhile",
    labelNames: ["outcome"] as const,
    registers: [this.registry],
  });
  readonly matches = new Counter({
    name: "wishlist_matches_total",
    help: "Lines of orders that this process has matched with wishes, also again: matched, or why not",
    labelNames: ["outcome"] as const,
    registers: [this.registry],
  });
  readonly alerts = new Counter({
    name: "wishlist_alerts_total",
    help: "Customers whom waves of alerts came to, by outcome: raised, notified_before, no_wish, or failed",
    labelNames: ["outcome"] as const,
    registers: [this.registry],
  });
  readonly mails = new Counter({
    name: "wishlist_mails_total",
    help: "Messages that this process gave to the mail server: sent, refused for good, or failed and tried again",
    labelNames: ["outcome"] as const,
    registers: [this.registry],
  });
  readonly deadLetters = new Counter({
    name: "wishlist_dead_letters_total",
    help: "Commands that were moved to the dead letters",
    registers: [this.registry],
  });
  readonly undecodable = new Counter({
    name: "wishlist_undecodable_records_total",
    help: "Stored records that this process could not decode and has left out, each once",
    labelNames: ["record"] as const,
    registers: [this.registry],
  });
  readonly fenced = new Counter({
    name: "wishlist_commits_fenced_total",
    help: "Commits that were refused because another worker owns the partition",
    registers: [this.registry],
  });
  readonly wentBack = new Histogram({
    name: "wishlist_store_went_back_seconds",
    help: "How far a partition's data went back, because a replica without the last commits became the primary",
    buckets: [0.01, 0.1, 1, 10, 60, 600],
    registers: [this.registry],
  });
  readonly jobs = new Counter({
    name: "wishlist_jobs_total",
    help: "Background jobs that this process has ended",
    labelNames: ["queue", "outcome"] as const,
    registers: [this.registry],
  });
  readonly deliveries = new Counter({
    name: "wishlist_webhook_deliveries_total",
    help: "Attempts of this process to deliver webhooks",
    labelNames: ["outcome"] as const,
    registers: [this.registry],
  });
  readonly exportRuns = new Counter({
    name: "wishlist_export_runs_total",
    help: "Runs of exports that this process has brought to their end",
    labelNames: ["outcome"] as const,
    registers: [this.registry],
  });
  readonly archivedChanges = new Counter({
    name: "wishlist_changes_archived_total",
    help: "Changes that this process has moved from Redis to files or an S3-compatible store",
    registers: [this.registry],
  });
  readonly archivedSegments = new Counter({
    name: "wishlist_change_segments_total",
    help: "Segments of change feeds that this process has written to files or an S3-compatible store",
    registers: [this.registry],
  });
  readonly archivedBytes = new Counter({
    name: "wishlist_change_segment_bytes_total",
    help: "Compressed bytes of these segments",
    registers: [this.registry],
  });

  constructor() {
    collectDefaultMetrics({ register: this.registry });
  }

  /** Sets the number of partitions that there are, which all processes know. */
  setPartitions(count: number): void {
    new Gauge({
      name: "wishlist_partitions",
      help: "Partitions of the service; each must be served by one process",
      aggregator: "max",
      registers: [this.registry],
    }).set(count);
  }

  /** Adds the number of commands that the process waits for, read when the metrics are requested. */
  watchPending(count: () => number): void {
    new Gauge({
      name: "wishlist_pending_asks",
      help: "Commands that this process waits for",
      registers: [this.registry],
      collect() {
        this.set(count());
      },
    });
  }
}

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** Bucket bounds for the time from a request to its answer, in seconds. */
const ANSWER_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Bucket bounds for the time of a batch or a commit, in seconds. */
const BATCH_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5, 1, 5];

/** Delays of the event loop, with their percentiles. */
const EVENT_LOOP_LAG = /^nodejs_eventloop_lag_(?:p\d+_)?seconds$/;

let ofProcess: Registry | undefined;

/**
 * The metrics of Node.js. Services in one process share them, because each set has a timer of 10 ms and an observer of
 * the garbage collector, which nothing stops.
 */
function processMetrics(): Registry {
  if (ofProcess) return ofProcess;
  ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  // Of a group of processes, the slowest counts: its delay would disappear in an average.
  for (const metric of ofProcess.getMetricsAsArray())
    if (EVENT_LOOP_LAG.test(metric.name)) metric.aggregator = "max";
  return ofProcess;
}

/**
 * Adds the series of a counter with 0: one for each combination of the values of its labels. Prometheus' `increase()` and
 * `rate()` do not see the first event of a series that begins with 1.
 *
 * @param values the values of each label, in the order of the counter's labels
 */
export function startAtZero(counter: Counter, ...values: readonly (readonly string[])[]): void {
  let series: string[][] = [[]];
  for (const ofLabel of values) series = series.flatMap((some) => ofLabel.map((value) => [...some, value]));
  for (const labels of series) counter.labels(...labels).inc(0);
}

/** The metrics of one process. Whoever counts with a labelled counter calls {@link startAtZero}, if its values are known. */
export class Metrics {
  /** All metrics of the process, with those of Node.js. */
  readonly registry = Registry.merge([processMetrics()]);
  readonly requests = this.#histogram(
    "wishlist_http_request_duration_seconds",
    "Time from the request's arrival to the end of its answer",
    ANSWER_SECONDS,
    "operation",
    "status",
  );
  readonly partitions = this.#gauge("wishlist_partitions_owned", "Partitions that this process serves");
  readonly commands = this.#counter(
    "wishlist_commands_applied_total",
    "Commands that this process has completed",
  );
  readonly batches = this.#histogram(
    "wishlist_batch_duration_seconds",
    "Time to load, decide and commit commands that were read together",
    BATCH_SECONDS,
  );
  readonly batchCommands = this.#histogram(
    "wishlist_batch_commands",
    "Commands that were loaded, decided and committed together",
    [1, 2, 4, 8, 16, 32, 64, 128, 512, 2048],
  );
  readonly commits = this.#histogram(
    "wishlist_commit_duration_seconds",
    "Time of the script that commits batches, without failed attempts",
    BATCH_SECONDS,
  );
  readonly durabilityWaits = this.#histogram(
    "wishlist_durability_wait_seconds",
    "Time that writes waited for disks or replicas (DURABILITY), by outcome: confirmed or unconfirmed",
    ANSWER_SECONDS,
    "outcome",
  );
  readonly replies = this.#histogram(
    "wishlist_command_reply_seconds",
    "Time from sending a command to its reply, by outcome",
    ANSWER_SECONDS,
    "outcome",
  );
  readonly events = this.#counter(
    "wishlist_events_relayed_total",
    "Events that this process has relayed, by type; they include alerts, matches and purchases",
    "type",
  );
  readonly repeatedEvents = this.#counter(
    "wishlist_events_repeated_total",
    "Events that this process has relayed again because a Redis was replaced or started again, by target",
    "target",
  );
  readonly repairedReferences = this.#counter(
    "wishlist_references_repaired_total",
    "References that a failover had lost, by outcome: claimed again, or taken by another record in the meantime",
    "outcome",
  );
  readonly matches = this.#counter(
    "wishlist_matches_total",
    "Order lines that this process has tried to match with wishes, including repetitions, by outcome: matched, or why not",
    "outcome",
  );
  readonly alerts = this.#counter(
    "wishlist_alerts_total",
    "Customers that waves of alerts have reached, by outcome: raised, notified_before, no_wish, or failed",
    "outcome",
  );
  readonly mails = this.#counter(
    "wishlist_mails_total",
    "Messages that this process has passed to the mail server, by outcome: sent, refused permanently, or failed and tried again",
    "outcome",
  );
  readonly deadLetters = this.#counter(
    "wishlist_dead_letters_total",
    "Commands that were moved to the dead letters",
  );
  readonly undecodable = this.#counter(
    "wishlist_undecodable_records_total",
    "Stored records that this process could not decode and has skipped, each counted once",
    "record",
  );
  readonly fenced = this.#counter(
    "wishlist_commits_fenced_total",
    "Commits that were refused because another worker serves the partition",
  );
  readonly wentBack = this.#histogram(
    "wishlist_store_went_back_seconds",
    "How far a partition's data went back, because a replica without the last commits became the primary",
    [0.01, 0.1, 1, 10, 60, 600],
  );
  readonly jobs = this.#counter(
    "wishlist_jobs_total",
    "Attempts of background jobs that this process has ended; retried ones run again",
    "queue",
    "outcome",
  );
  readonly deliveries = this.#counter(
    "wishlist_webhook_deliveries_total",
    "Attempts of this process to deliver webhooks",
    "outcome",
  );
  readonly exportRuns = this.#counter(
    "wishlist_export_runs_total",
    "Runs of exports that this process has ended",
    "outcome",
  );
  readonly exportRecords = this.#counter(
    "wishlist_export_records_total",
    "Records that this process has sent in exports, by outcome: accepted by the platform or written to a file, or rejected",
    "outcome",
  );
  readonly archivedChanges = this.#counter(
    "wishlist_changes_archived_total",
    "Changes that this process has moved from Redis to files or S3-compatible storage",
  );
  readonly archivedSegments = this.#counter(
    "wishlist_change_segments_total",
    "Segments of change feeds that this process has written to files or S3-compatible storage",
  );
  readonly archivedBytes = this.#counter(
    "wishlist_change_segment_bytes_total",
    "Compressed bytes of the segments of change feeds that this process has written",
  );

  #counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.registry] });
  }

  #gauge(name: string, help: string): Gauge {
    return new Gauge({ name, help, registers: [this.registry] });
  }

  /** @param buckets upper bounds, in ascending order */
  #histogram<Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    ...labelNames: Label[]
  ): Histogram<Label> {
    return new Histogram({ name, help, buckets, labelNames, registers: [this.registry] });
  }

  /** Sets the number of partitions of the service, which is the same in all processes. */
  setPartitions(count: number): void {
    new Gauge({
      name: "wishlist_partitions",
      help: "Partitions of the service; each must be served by one process",
      aggregator: "max",
      registers: [this.registry],
    }).set(count);
  }

  /** Adds a gauge of the commands that wait for a reply; `count` is called whenever the metrics are requested. */
  watchPending(count: () => number): void {
    new Gauge({
      name: "wishlist_pending_commands",
      help: "Commands whose replies this process waits for",
      registers: [this.registry],
      collect() {
        this.set(count());
      },
    });
  }
}

import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import pLimit from "p-limit";
import type { Logger } from "pino";
import type { Keys } from "../../../store/keys/keys.ts";
import { payloadIn } from "../../../store/partition/entries.ts";
import type { StreamReader } from "../../../store/partition/stream-reader.ts";
import type { StreamEntry } from "../../../store/partition/streams.ts";
import { BLOCK_MS } from "../../../store/redis/connection/connections.ts";
import { onceAMinute } from "../../../store/redis/once-a-minute.ts";
import { markAttempt } from "../../../store/redis/structures/leases.ts";
import type { BatchSettings } from "../batch/batch-start.ts";
import type { PartitionBatch } from "../batch/partition-batch.ts";
import { type BatchStore, runBatches } from "../batch/run-batches.ts";
import type { Replies } from "../replies.ts";
import { receive, type StreamCommand } from "../stream-command.ts";
import { BatchCompletion } from "./batch-completion.ts";
import type { LeaseOptions } from "./partition-leases.ts";
import { REREAD_MS, type ServedPartition } from "./served-partition.ts";
import { ServedPartitions } from "./served-partitions.ts";
import { ShoppersFirst } from "./shoppers-first.ts";
import type { WorkerWatch } from "./worker-watch.ts";

/**
 * Maximum number of commands of a batch. It bounds the script that commits them, during which Redis serves nothing
 * else, and the number of commands that are tried one at a time after a worker's death.
 */
const BATCH_LENGTH = 64;
/**
 * Worker deaths, or attempts that did not finish in time, before a command becomes a dead letter. They count only while
 * it is tried alone. One or two prove nothing: a process can be killed for another reason, such as a deployment.
 * Further attempts are costly: each death leaves all partitions of a process without a worker.
 */
const MAX_DEATHS = 3;
/** Pause after a round that failed as a whole, in milliseconds: most likely, the store is unavailable. */
const ROUND_RETRY_MS = 100;
/** How long a worker that stops retries unconfirmed commits, in milliseconds. */
const STOP_GRACE_MS = 3000;
/** Of all workers of this process: two suspects must not be tried at the same time, as one may kill the process. */
const oneAtATime = pLimit(1);

/** The store that a worker reads and writes. */
type WorkerStore = BatchStore & { reader: StreamReader };

/** Entries that a worker has read. */
interface Entries {
  /** Announcements of other workers. */
  membership: readonly StreamEntry[];
  /**
   * Commands after the cursor of each partition. A partition that is lost and taken again in the meantime is another
   * object: its cursor may be past these commands, because another worker has applied them.
   */
  commands: ReadonlyMap<ServedPartition, StreamEntry[]>;
}

/** Commands of a partition that are to be run. */
interface ReadCommands {
  served: ServedPartition;
  commands: StreamCommand[];
}

const NOTHING: Entries = { membership: [], commands: new Map() };

/**
 * Serves partitions in one loop, which reads the commands of all partitions, decides, commits and replies. The worker
 * keeps no state of any actor between two batches, so it cannot answer from old state after it has lost its lease.
 */
export class PartitionWorker {
  readonly id: string;
  readonly #store: WorkerStore;
  readonly #settings: BatchSettings;
  readonly #partitions: ServedPartitions;
  readonly #completion: BatchCompletion;
  readonly #shoppersFirst = new ShoppersFirst();
  /** Commands that were read but not run, because those of shoppers come first. */
  #postponed: ReadonlyMap<ServedPartition, StreamCommand[]> = new Map();
  readonly #replies: Replies | undefined;
  readonly #watch: WorkerWatch;
  readonly #reportFailure = onceAMinute((err) => this.#log.warn({ err }, "partition loop failed; retrying"));
  #loop: Promise<void> | undefined;
  readonly #stopping = new AbortController();
  #stopBy = Number.POSITIVE_INFINITY;

  constructor(
    store: WorkerStore,
    settings: BatchSettings,
    options: LeaseOptions,
    { replies, watch }: { replies: Replies | undefined; watch: WorkerWatch },
  ) {
    this.id = randomBytes(6).toString("hex");
    const { redis, references } = store;
    const { keys, commandLifetimeMs } = settings;
    const log = store.log.child({ worker: this.id });
    this.#store = { ...store, log };
    this.#settings = settings;
    const shared = { redis, keys, references, log };
    this.#partitions = new ServedPartitions(this.id, shared, options, watch);
    this.#completion = new BatchCompletion(this.#partitions, {
      ...shared,
      replies,
      watch,
      commandLifetimeMs,
    });
    this.#replies = replies;
    this.#watch = watch;
  }

  get #keys(): Keys {
    return this.#settings.keys;
  }
  get #connections(): Redis[] {
    const { redis, waits } = this.#store;
    return waits ? [redis, waits.redis] : [redis];
  }
  get #log(): Logger {
    return this.#store.log;
  }

  /** Joins the workers and starts to serve. Resolves once the first partitions are assigned. */
  async start(): Promise<void> {
    await this.#partitions.join();
    if (this.#isStopping()) return this.#partitions.leave();
    for (const redis of this.#connections) redis.on("ready", this.#onReconnect);
    this.#loop = this.#run();
  }

  /** Checks the leases and cursors: after a failover, the store may lack the last commits. */
  readonly #onReconnect = () => this.#partitions.checkSoon();

  /**
   * Finishes the current batch and hands all partitions over, also after a start that failed. `graceMs` limits how long
   * a commit may be retried.
   */
  async stop(graceMs = STOP_GRACE_MS): Promise<void> {
    this.#stopping.abort();
    this.#stopBy = performance.now() + graceMs;
    for (const redis of this.#connections) redis.off("ready", this.#onReconnect);
    this.#store.reader.close();
    await this.#loop;
    await this.#partitions.leave();
  }

  #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #run(): Promise<void> {
    while (!this.#isStopping()) {
      try {
        if (this.#partitions.dueInMs <= 0) await this.#partitions.tryToAssign();
        const entries = await this.#read();
        const isBusy = entries.commands.size > 0 || this.#postponed.size > 0;
        if (isBusy && this.#partitions.isSilent) await this.#partitions.tryToAssign();
        const started = performance.now();
        const commands = await this.#serve(entries);
        if (commands > 0) this.#watch.onBatch(commands, (performance.now() - started) / 1000);
      } catch (err) {
        if (this.#isStopping()) break;
        this.#reportFailure(err);
        this.#partitions.checkSoon();
        await pause(ROUND_RETRY_MS);
      }
    }
    await this.#confirm();
  }

  /** Retries the unconfirmed commits. Whatever the outcome is, the next workers continue from the cursors. */
  async #confirm(): Promise<void> {
    while (this.#partitions.all().some(({ isOpen }) => isOpen) && performance.now() < this.#stopBy) {
      await pause(REREAD_MS);
      await this.#serve(NOTHING);
    }
  }

  async #read(): Promise<Entries> {
    const { membership } = this.#keys;
    const positions = new Map([[membership, this.#partitions.membershipPosition]]);
    const byStream = new Map<string, ServedPartition>();
    let waitMs = Math.min(BLOCK_MS, this.#partitions.dueInMs);
    const now = performance.now();
    for (const served of this.#partitions.all()) {
      const { partition, cursor, retryAt, isRetrying } = served;
      const postponed = this.#postponed.get(served) ?? [];
      if (postponed.length >= BATCH_LENGTH) continue;
      if (isRetrying) waitMs = Math.min(waitMs, REREAD_MS);
      else if (retryAt > now) waitMs = Math.min(waitMs, retryAt - now);
      else {
        // A shopper may wait behind the postponed commands.
        positions.set(this.#keys.commands(partition), postponed.at(-1)?.entryId ?? cursor);
        byStream.set(this.#keys.commands(partition), served);
      }
    }
    const blockMs = this.#postponed.size > 0 ? 0 : Math.max(1, Math.ceil(waitMs));
    const streams = await this.#store.reader.read(positions, { count: BATCH_LENGTH, blockMs });
    const commands = new Map<ServedPartition, StreamEntry[]>();
    for (const [stream, entries] of streams) {
      const served = byStream.get(stream);
      if (served) commands.set(served, entries);
    }
    return { membership: streams.get(membership) ?? [], commands };
  }

  /** Handles the entries that were read. Resolves to the number of completed commands. */
  async #serve({ membership, commands: read }: Entries): Promise<number> {
    this.#partitions.applyMembership(membership);
    const received: ReadCommands[] = [];
    const suspected: [ServedPartition, StreamCommand][] = [];
    for (const served of this.#partitions.all()) {
      if (served.isOpen) {
        if (served.unconfirmed && served.isDue) void this.#retry(served, served.unconfirmed);
        continue;
      }
      const postponed = this.#postponed.get(served) ?? [];
      const commands = [...postponed, ...this.#receive(read.get(served) ?? [])].slice(0, BATCH_LENGTH);
      const [first] = commands;
      if (!first) continue;
      if (served.isSuspect) suspected.push([served, first]);
      else received.push({ served, commands });
    }
    const { shoppers, others, postponed } = this.#shoppersFirst.orderOf(received, performance.now());
    this.#postponed = new Map(postponed.map(({ served, commands }) => [served, commands]));
    const batchOf = ({ served, commands }: ReadCommands) => served.batchOf(this.#settings, commands);
    let completed = await this.#apply(shoppers.map(batchOf));
    completed += await this.#apply(others.map(batchOf));
    for (const [served, first] of suspected)
      completed += await oneAtATime(() => this.#trySuspect(served, first));
    return completed;
  }

  /**
   * Commits a batch again, in parallel with the others: a master that is unavailable or lacks its replica must not
   * delay them.
   */
  async #retry(served: ServedPartition, batch: PartitionBatch): Promise<void> {
    served.isRetrying = true;
    const started = performance.now();
    try {
      const commands = await this.#apply([batch]);
      if (commands > 0) this.#watch.onBatch(commands, (performance.now() - started) / 1000);
    } catch (err) {
      this.#log.warn(
        { err, partition: served.partition },
        "cannot repeat the commit of a batch; trying again later",
      );
      served.retryLater(batch);
    } finally {
      served.isRetrying = false;
      if (served.isSurplus && !served.isOpen) this.#partitions.checkSoon();
    }
  }

  async #apply(batches: PartitionBatch[]): Promise<number> {
    if (batches.length === 0) return 0;
    let completed = 0;
    for (const result of await runBatches(this.#store, batches)) {
      try {
        completed += await this.#completion.complete(result);
      } catch (err) {
        this.#log.warn(
          { err, partition: result.batch.partition },
          "cannot complete a batch; it is run again",
        );
        this.#partitions.checkSoon();
      }
    }
    return completed;
  }

  /**
   * Tries one command that may kill or block its process, after it has counted the attempt. The other partitions of the
   * process wait: otherwise, the process could die from another cause, and the death would be counted for this command.
   */
  async #trySuspect(served: ServedPartition, command: StreamCommand): Promise<number> {
    const { lease } = served;
    if (!this.#partitions.under(lease)) return 0;
    const { entryId } = command;
    if (served.attempted !== entryId) {
      const attempts = await markAttempt(this.#store.redis, this.#keys, lease, entryId);
      if (attempts === 0) {
        this.#partitions.drop(served);
        return 0;
      }
      served.attempted = entryId;
      if (attempts > MAX_DEATHS) served.exclude(entryId, "poison");
    }
    return this.#apply([served.batchOf(this.#settings, [command])]);
  }

  #receive(entries: StreamEntry[]): StreamCommand[] {
    const commands = entries.map((entry) => receive(entry[0], payloadIn(entry)));
    const ownInstance = this.#replies?.instance;
    for (const { envelope, entryId } of commands) {
      if (envelope && envelope.instance === ownInstance)
        this.#replies?.setEntryId(envelope.requestId, entryId);
    }
    return commands;
  }
}

import { setTimeout as pause } from "node:timers/promises";
import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { hasTimedOut, NotDurable } from "../../store/redis/failures.ts";
import type { Keys } from "../../store/keys.ts";
import { type Lease, markAttempt, wentBackMs } from "../../store/redis/structures/leases.ts";
import { tenantOf } from "../../store/tenants/tenant.ts";
import { decodeClaim } from "../../store/records/records.ts";
import { BLOCK_MS } from "../../store/redis/connections.ts";
import type { References } from "../../store/read/references.ts";
import type { StreamReader } from "../../store/partition/stream-reader.ts";
import { fieldOf, type StreamEntry } from "../../store/partition/streams.ts";
import { type BatchStore, runBatches, type BatchOutcome } from "./run-batches.ts";
import { type StreamCommand, receive } from "./stream-command.ts";
import { type LeaseOptions, PartitionLeases } from "./partition-leases.ts";
import type { Replies } from "./replies.ts";
import { Turnstile } from "./turnstile.ts";
import type { BatchSettings, PartitionBatch } from "./partition-batch.ts";
import { OwnedPartition, RETRY_MS } from "./owned-partition.ts";

/** Commands of one partition that a batch takes at most. */
const BATCH_LENGTH = 64;
/** Worker deaths, or attempts that did not finish in time, before a command becomes a dead letter. */
const MAX_DEATHS = 3;
/** Suspects of all loops of this process: one that kills it must not be tried at the same time as another. */
const suspects = new Turnstile();
const MAX_MEMBERSHIP_ENTRIES = 16;
/** Time to the next attempt at commands whose claims do not become durable: each delays the other partitions. */
const CLAIM_RETRY_MS = 500;

/** Counts for an observer. */
export interface HostWatch {
  onBatch(commands: number, seconds: number): void;
  onOwned(partitions: number): void;
  /** Called for each batch that is committed, where traces are taken. */
  onCommitted?: ((batch: PartitionBatch) => void) | undefined;
  onDeadLetter(): void;
  onFenced(): void;
  /** Called for each partition whose store has lost the last commits, with the seconds that it went back. */
  onWentBack(seconds: number): void;
}

/**
 * Serves partitions: heartbeat, leases, and one loop that reads all of them, decides, commits and replies. It holds
 * no state of any actor between two batches, so there is nothing a stale owner could answer from.
 */
export class PartitionWorker {
  readonly id: string;
  readonly #store: BatchStore & { reader: StreamReader };
  readonly #settings: BatchSettings;
  readonly #leases: PartitionLeases;
  readonly #replies: Replies | undefined;
  readonly #watch: HostWatch;
  readonly #owned = new Map<number, OwnedPartition>();
  #loop: Promise<void> | undefined;
  readonly #stopping = new AbortController();
  #membershipPosition = "$";
  #stopBy = Number.POSITIVE_INFINITY;

  constructor(
    store: BatchStore & { reader: StreamReader },
    settings: BatchSettings,
    options: LeaseOptions,
    parts: { replies: Replies | undefined; watch: HostWatch },
  ) {
    this.id = randomBytes(6).toString("hex");
    this.#store = { ...store, log: store.log.child({ worker: this.id }) };
    this.#settings = settings;
    this.#leases = new PartitionLeases(store.redis, settings.keys, this.id, options);
    this.#replies = parts.replies;
    this.#watch = parts.watch;
  }

  get #keys(): Keys {
    return this.#settings.keys;
  }
  get #redis(): Redis {
    return this.#store.redis;
  }
  get #connections(): Redis[] {
    const { redis, waits } = this.#store;
    return waits ? [redis, waits.redis] : [redis];
  }
  get #references(): References {
    return this.#store.references;
  }
  get #log(): Logger {
    return this.#store.log;
  }

  /** Joins the workers and starts to serve. Resolves once the first partitions are assigned. */
  async start(): Promise<void> {
    // A fixed position, so that no entry is missed between two reads.
    const [newest] = await this.#redis.xrevrange(this.#keys.membership, "+", "-", "COUNT", 1);
    this.#membershipPosition = newest?.[0] ?? "0-0";
    await this.#assign();
    await this.#announceMembership("joined");
    for (const redis of this.#connections) redis.on("ready", this.#onReconnect);
    this.#loop = this.#run();
  }

  /** After a failover the store may have gone back to before the last commits: the leases and cursors are read again. */
  readonly #onReconnect = () => this.#leases.runSoon();

  /** Finishes the current batch and hands all partitions over. `graceMs` limits how long a commit may be retried. */
  async stop(graceMs = 3000): Promise<void> {
    this.#stopping.abort();
    this.#stopBy = Date.now() + graceMs;
    for (const redis of this.#connections) redis.off("ready", this.#onReconnect);
    this.#store.reader.close();
    await this.#loop;
    try {
      // In this order: a worker that finds another one dead treats its partitions as left in an unknown state.
      await Promise.all([...this.#owned.values()].map((owned) => this.#release(owned)));
      await this.#leases.leave();
      await this.#announceMembership("left");
    } catch (err) {
      this.#log.warn({ err }, "cannot release the partitions; others will take them");
    }
    this.#owned.clear();
  }

  #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #announceMembership(word: string): Promise<void> {
    await this.#redis.xadd(this.#keys.membership, "MAXLEN", "~", MAX_MEMBERSHIP_ENTRIES, "*", word, this.id);
  }

  async #run(): Promise<void> {
    while (!this.#isStopping()) {
      try {
        if (this.#leases.dueInMs <= 0) await this.#tryToAssign();
        const streams = await this.#read();
        if (streams.size > 0 && this.#leases.isSilent) await this.#tryToAssign();
        const started = performance.now();
        const commands = await this.#serve(streams);
        if (commands > 0) this.#watch.onBatch(commands, (performance.now() - started) / 1000);
      } catch (err) {
        if (this.#isStopping()) break;
        this.#log.warn({ err }, "partition loop failed; retrying");
        this.#leases.runSoon();
        await pause(100);
      }
    }
    await this.#confirm();
  }

  /** Commits what is not confirmed yet. Whatever its outcome, the next owners continue from the cursors. */
  async #confirm(): Promise<void> {
    const isOpen = () => [...this.#owned.values()].some(({ unconfirmed }) => unconfirmed);
    while (isOpen() && Date.now() < this.#stopBy) {
      await pause(RETRY_MS);
      await this.#serve(new Map());
    }
  }

  /** A worker that cannot report goes on to serve what it has: the fences see to it that nobody else does. */
  async #tryToAssign(): Promise<void> {
    try {
      await this.#assign();
    } catch (err) {
      this.#log.warn({ err }, "cannot report to the other workers");
    }
  }

  /** Takes, keeps and gives back partitions, so that every living worker serves its share. */
  async #assign(): Promise<void> {
    const held = [...this.#owned.values()].filter(({ unconfirmed }) => !unconfirmed);
    const { mine, lost } = await this.#leases.beat(held.map(({ lease, cursor }) => ({ ...lease, cursor })));
    for (const { partition, wentBackMs: backMs } of lost) {
      this.#log.warn({ partition, wentBackMs: backMs }, "lease lost");
      this.#noteWentBack(backMs);
      const owned = this.#owned.get(partition);
      this.#owned.delete(partition);
      if (owned) await this.#release(owned);
    }
    const surplus = [...this.#owned.values()].filter(({ lease }) => !mine.has(lease.partition));
    for (const owned of surplus) {
      this.#owned.delete(owned.lease.partition);
      await this.#release(owned);
    }
    if (surplus.length > 0) await this.#announceMembership("released");
    const wanted = [...mine].filter((partition) => !this.#owned.has(partition));
    if (wanted.length > 0) {
      const acquired = await this.#leases.acquire(wanted);
      await Promise.all(acquired.map((lease) => this.#serveFrom(lease)));
    }
    this.#watch.onOwned(this.#owned.size);
  }

  #noteWentBack(ms: number): void {
    if (ms > 0) this.#watch.onWentBack(ms / 1000);
  }

  #release({ lease, isSuspect }: OwnedPartition): Promise<void> {
    return this.#leases.release(lease, !isSuspect);
  }

  /** Begins to serve a partition. */
  async #serveFrom(lease: Lease): Promise<void> {
    const { partition } = lease;
    let suspectUntil: string | undefined;
    if (!lease.clean) {
      const [newest] = await this.#redis.xrevrange(this.#keys.commands(partition), "+", "-", "COUNT", 1);
      suspectUntil = newest?.[0];
      this.#log.info({ partition, suspectUntil }, "took over a partition after its worker died");
    }
    await this.#releaseReferences(partition);
    this.#owned.set(partition, new OwnedPartition(lease, suspectUntil));
  }

  /** Gives references back whose release was committed, but perhaps not carried out. */
  async #releaseReferences(partition: number): Promise<void> {
    const members = await this.#redis.smembers(this.#keys.releases(partition));
    if (members.length === 0) return;
    await this.#references.release(members.map(decodeClaim));
    await this.#redis.srem(this.#keys.releases(partition), ...members);
  }

  async #read(): Promise<Map<string, StreamEntry[]>> {
    const positions = new Map([[this.#keys.membership, this.#membershipPosition]]);
    let waitMs = Math.min(BLOCK_MS, this.#leases.dueInMs);
    const now = performance.now();
    for (const [partition, { cursor, retryAt, isRetrying }] of this.#owned) {
      if (isRetrying) waitMs = Math.min(waitMs, RETRY_MS);
      else if (retryAt > now) waitMs = Math.min(waitMs, retryAt - now);
      else positions.set(this.#keys.commands(partition), cursor);
    }
    const blockMs = Math.max(1, Math.ceil(waitMs));
    return this.#store.reader.read(positions, { count: BATCH_LENGTH, blockMs });
  }

  /** Handles the entries that were read. Resolves to the number of completed commands. */
  async #serve(streams: Map<string, StreamEntry[]>): Promise<number> {
    const changed = streams.get(this.#keys.membership)?.at(-1);
    if (changed) {
      this.#membershipPosition = changed[0];
      this.#leases.runSoon();
    }
    const batches: PartitionBatch[] = [];
    const suspected: [OwnedPartition, StreamCommand][] = [];
    for (const [partition, owned] of this.#owned) {
      if (owned.unconfirmed || owned.isRetrying) {
        if (owned.unconfirmed && owned.isDue) void this.#retry(owned, owned.unconfirmed);
        continue;
      }
      const commands = this.#receive(streams.get(this.#keys.commands(partition)) ?? []);
      const [first] = commands;
      if (!first) continue;
      if (owned.isSuspect) suspected.push([owned, first]);
      else batches.push(owned.batchOf(this.#settings, commands));
    }
    let completed = await this.#apply(batches);
    for (const [owned, first] of suspected)
      completed += await suspects.pass(() => this.#trySuspect(owned, first));
    return completed;
  }

  /** Commits a batch again, beside the others: a master that is away, or lacks its replica, must not delay the rest. */
  async #retry(owned: OwnedPartition, batch: PartitionBatch): Promise<void> {
    owned.isRetrying = true;
    const started = performance.now();
    try {
      const commands = await this.#apply([batch]);
      if (commands > 0) this.#watch.onBatch(commands, (performance.now() - started) / 1000);
    } catch (err) {
      this.#log.warn({ err, partition: owned.partition }, "cannot commit a batch again; trying later");
      owned.retryLater(batch);
    } finally {
      owned.isRetrying = false;
    }
  }

  async #apply(batches: PartitionBatch[]): Promise<number> {
    if (batches.length === 0) return 0;
    let completed = 0;
    for (const { batch, outcome } of await runBatches(this.#store, batches)) {
      try {
        completed += await this.#complete(batch, outcome);
      } catch (err) {
        this.#log.warn({ err, partition: batch.partition }, "cannot complete a batch; it is run again");
        this.#leases.runSoon();
      }
    }
    return completed;
  }

  /** Has a batch run again whose store was away: the same one, if it may be committed already. */
  #retryLater(batch: PartitionBatch, owned: OwnedPartition, err: unknown): void {
    const { isDecided, partition } = batch;
    if (!owned.isRetrying)
      this.#log.warn(
        { err, partition },
        `${isDecided ? "commit not confirmed" : "state not read"}, trying again`,
      );
    if (hasTimedOut(err) && !isDecided) owned.suspect(batch);
    owned.retryLater(batch, err instanceof NotDurable && !isDecided ? CLAIM_RETRY_MS : RETRY_MS);
  }

  /** Tries one command that may kill its process or hold it up; the try is counted first. */
  async #trySuspect(owned: OwnedPartition, command: StreamCommand): Promise<number> {
    const { lease } = owned;
    if (this.#owned.get(lease.partition) !== owned) return 0;
    const { entryId } = command;
    if (owned.attempted !== entryId) {
      const tries = await markAttempt(this.#redis, this.#keys, lease, entryId);
      if (tries === 0) {
        this.#owned.delete(lease.partition);
        return 0;
      }
      owned.attempted = entryId;
      if (tries > MAX_DEATHS) owned.exclude(entryId, "poison");
    }
    return this.#apply([owned.batchOf(this.#settings, [command])]);
  }

  #receive(entries: StreamEntry[]): StreamCommand[] {
    const commands = entries.map((entry) => receive(entry[0], fieldOf(entry, "c")));
    const ownNode = this.#replies?.instance;
    for (const { envelope, entryId } of commands) {
      if (envelope && envelope.instance === ownNode) this.#replies?.seen(envelope.requestId, entryId);
    }
    return commands;
  }

  async #complete(batch: PartitionBatch, outcome: BatchOutcome["outcome"]): Promise<number> {
    const owned = this.#owned.get(batch.partition);
    // A batch that was committed again may outlive its lease; it says nothing of what this worker has taken since.
    if (owned?.lease !== batch.lease) return 0;
    owned.unconfirmed = undefined;
    switch (outcome.word) {
      case "failed":
        this.#retryLater(batch, owned, outcome.err);
        return 0;
      case "to be split":
        owned.suspectUpTo(batch.end);
        return 0;
      case "committed":
      case "repeated":
        return this.#finish(batch, owned);
      case "fenced":
      case "stale":
        this.#log.warn({ partition: batch.partition, ...outcome }, "commit refused, partition dropped");
        this.#watch.onFenced();
        if (outcome.word === "stale") this.#noteWentBack(wentBackMs(owned.cursor, outcome.cursor));
        this.#owned.delete(batch.partition);
        this.#leases.runSoon();
        if (outcome.word === "stale") await this.#release(owned);
        return 0;
      case "cancelled":
        // Also of commands that wait for a later batch, which are not reported again.
        owned.noteCancelled(
          await this.#redis.smembers(this.#keys.cancelled(batch.partition)),
          outcome.cancels,
        );
        return 0;
      case "late":
        for (const { at, entryId } of batch.commands) {
          if (at.ms + this.#settings.commandLifetimeMs < outcome.now) owned.exclude(entryId, "late");
        }
        return 0;
    }
  }

  async #finish(batch: PartitionBatch, owned: OwnedPartition): Promise<number> {
    owned.complete(batch);
    this.#watch.onCommitted?.(batch);
    for (const { received, reason } of batch.deadLetters) {
      this.#watch.onDeadLetter();
      const command = received.envelope?.command;
      this.#log.error(
        {
          partition: batch.partition,
          entryId: received.entryId,
          ...(command && { command: command.type, tenant: tenantOf(command.storeKey) }),
          reason,
        },
        "command moved to the dead letters",
      );
    }
    try {
      // Before the replies: a client that gets the reply to a deletion finds the references free.
      if (batch.unusedClaims.length > 0) await this.#references.release(batch.unusedClaims);
      if (batch.releases.length > 0) await this.#releaseReferences(batch.partition);
    } catch (err) {
      this.#log.warn({ err, partition: batch.partition }, "references will be released later");
    }
    for (const { received, reply } of batch.decided) {
      const { envelope } = received;
      if (envelope && envelope.instance === this.#replies?.instance)
        this.#replies.deliver(envelope.requestId, reply);
    }
    return batch.commands.length;
  }
}

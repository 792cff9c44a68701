import type { Redis } from "ioredis";
import type { Logger } from "pino";
import { batchesOf } from "../../../collections/batches.ts";
import type { Keys } from "../../../store/keys/keys.ts";
import type { StreamEntry } from "../../../store/partition/streams.ts";
import { decodeClaim } from "../../../store/records/records.ts";
import { decodeOrSkip } from "../../../store/records/undecodable.ts";
import { onceAMinute } from "../../../store/redis/once-a-minute.ts";
import type { Lease } from "../../../store/redis/structures/leases.ts";
import type { References } from "../../../store/references/references.ts";
import { type LeaseOptions, PartitionLeases } from "./partition-leases.ts";
import { ServedPartition } from "./served-partition.ts";
import type { WorkerWatch } from "./worker-watch.ts";

const MAX_MEMBERSHIP_ENTRIES = 16;
/** Number of recorded references that are released together, before their records are removed together. */
const RELEASE_BATCH_SIZE = 1000;

/** The store of the leases, and of the references that are recorded for release. */
interface LeaseStore {
  redis: Redis;
  keys: Keys;
  references: References;
  log: Logger;
}

/**
 * The partitions that a worker serves. Acquires, keeps and releases partitions, so that every living worker serves its
 * share. Workers announce in a stream that they have joined, left or released partitions.
 */
export class ServedPartitions {
  readonly #worker: string;
  readonly #store: LeaseStore;
  readonly #leases: PartitionLeases;
  readonly #watch: WorkerWatch;
  readonly #served = new Map<number, ServedPartition>();
  /** Limited, because each failing heartbeat would log the same. */
  readonly #reportSilence = onceAMinute((err) =>
    this.#log.warn({ err }, "the heartbeat of the worker failed"),
  );
  #membershipPosition = "$";

  constructor(worker: string, store: LeaseStore, options: LeaseOptions, watch: WorkerWatch) {
    this.#worker = worker;
    this.#store = store;
    this.#leases = new PartitionLeases(store.redis, store.keys, worker, options);
    this.#watch = watch;
  }

  get #keys(): Keys {
    return this.#store.keys;
  }
  get #redis(): Redis {
    return this.#store.redis;
  }
  get #log(): Logger {
    return this.#store.log;
  }

  /** The partitions that are served now. */
  all(): readonly ServedPartition[] {
    return [...this.#served.values()];
  }

  /** Returns the partition that is served under this lease; undefined once the lease is given up. */
  under({ partition, fence }: Lease): ServedPartition | undefined {
    const served = this.#served.get(partition);
    return served?.lease.fence === fence ? served : undefined;
  }

  /** Milliseconds until {@link tryToAssign} is due; zero or less if it is due now. */
  get dueInMs(): number {
    return this.#leases.dueInMs;
  }

  /** Whether the worker should send a heartbeat before it begins work that may take long. */
  get isSilent(): boolean {
    return this.#leases.isSilent;
  }

  /** Makes a check of the leases and cursors due, because they may have been lost. */
  readonly checkSoon = () => this.#leases.runSoon();

  /** Position of the last announcement of another worker that was read. */
  get membershipPosition(): string {
    return this.#membershipPosition;
  }

  /** Handles announcements of other workers. */
  applyMembership(entries: readonly StreamEntry[]): void {
    const newest = entries.at(-1);
    if (!newest) return;
    this.#membershipPosition = newest[0];
    this.checkSoon();
  }

  /** Joins the workers. Resolves once the first partitions are assigned. */
  async join(): Promise<void> {
    // A fixed position, so that no entry is missed between two reads.
    const [newest] = await this.#redis.xrevrange(this.#keys.membership, "+", "-", "COUNT", 1);
    this.#membershipPosition = newest?.[0] ?? "0-0";
    await this.#assign();
    await this.#announce("joined");
  }

  /** Releases all partitions and leaves the workers. If the store is unavailable, other workers take them over. */
  async leave(): Promise<void> {
    // The order matters: the partitions of a worker that has left without releasing them count as those of a dead
    // worker.
    await Promise.all(this.all().map((served) => this.release(served)));
    try {
      await this.#leases.leave();
      await this.#announce("left");
    } catch (err) {
      this.#log.warn({ err }, "cannot announce that this worker leaves; its missing heartbeats will show it");
    }
  }

  /**
   * Sends a heartbeat and adapts the partitions. If that fails, the worker still serves the partitions that it has:
   * fences make this safe.
   */
  async tryToAssign(): Promise<void> {
    try {
      await this.#assign();
    } catch (err) {
      this.#reportSilence(err);
    }
  }

  /** Acquires, keeps and releases partitions. */
  async #assign(): Promise<void> {
    const held = this.all().filter(({ isOpen }) => !isOpen);
    const { mine, lost } = await this.#leases.beat(held.map(({ lease, cursor }) => ({ ...lease, cursor })));
    for (const { partition, wentBackMs } of lost) {
      this.#log.warn({ partition, wentBackMs }, "lease lost");
      this.reportLostCommits(wentBackMs);
      const served = this.#served.get(partition);
      if (served) await this.release(served);
    }
    for (const served of this.all()) served.isSurplus = !mine.has(served.partition);
    const surplus = this.all().filter(({ isSurplus, isOpen }) => isSurplus && !isOpen);
    for (const served of surplus) await this.release(served);
    if (surplus.length > 0) await this.#announce("released");
    const acquired = await this.#leases.acquire(
      [...mine].filter((partition) => !this.#served.has(partition)),
    );
    await Promise.all(acquired.map((lease) => this.#tryToServe(lease)));
    this.#watch.onServed(this.#served.size);
  }

  /** Begins to serve a partition. If its store is unavailable, the next heartbeat acquires the lease again. */
  async #tryToServe(lease: Lease): Promise<void> {
    try {
      await this.#serveFrom(lease);
    } catch (err) {
      this.#log.warn({ err, partition: lease.partition }, "cannot serve a partition yet; trying again");
    }
  }

  async #serveFrom(lease: Lease): Promise<void> {
    const { partition } = lease;
    let suspectUntil: string | undefined;
    if (!lease.clean) {
      const [newest] = await this.#redis.xrevrange(this.#keys.commands(partition), "+", "-", "COUNT", 1);
      suspectUntil = newest?.[0];
      this.#log.info(
        { partition, suspectUntil },
        "took over a partition whose worker is dead, or could not reach the store",
      );
    }
    try {
      await this.releaseReferences(partition);
    } catch (err) {
      // The references may be on another master. A claim without a record does no harm, because each read checks the
      // record.
      this.#log.warn({ err, partition }, "references will be released later");
    }
    this.#served.set(partition, new ServedPartition(lease, suspectUntil));
  }

  /** Stops serving a partition whose lease is lost. */
  drop({ partition }: ServedPartition): void {
    this.#served.delete(partition);
  }

  /**
   * Stops serving a partition, and releases its lease if this worker still has it. If that fails, the next worker takes
   * the lease over.
   */
  async release(served: ServedPartition): Promise<void> {
    this.drop(served);
    const { lease, partition, isSuspect } = served;
    try {
      await this.#leases.release(lease, { isClean: !isSuspect });
    } catch (err) {
      this.#log.warn({ err, partition }, "cannot release a lease; it will be taken over");
    }
  }

  /** Records that the store of a partition has lost the last commits, and by how much time it went back. */
  reportLostCommits(ms: number): void {
    if (ms > 0) this.#watch.onWentBack(ms / 1000);
  }

  /**
   * Releases references whose release was committed, but perhaps not carried out. A record that cannot be decoded
   * stays, and does not delay the others.
   */
  async releaseReferences(partition: number): Promise<void> {
    const key = this.#keys.releases(partition);
    const members = await this.#redis.smembers(key);
    for (const batch of batchesOf(members, RELEASE_BATCH_SIZE)) {
      const known = batch.flatMap((text) => {
        const label = () => ({ partition, id: key });
        const claim = decodeOrSkip(decodeClaim, text, label, (err) => {
          this.#log.error({ err, partition }, "a recorded release of a reference cannot be decoded");
        });
        return claim ? [{ text, claim }] : [];
      });
      if (known.length === 0) continue;
      await this.#store.references.release(known.map(({ claim }) => claim));
      await this.#redis.srem(key, ...known.map(({ text }) => text));
    }
  }

  async #announce(change: string): Promise<void> {
    const { membership } = this.#keys;
    await this.#redis.xadd(membership, "MAXLEN", "~", MAX_MEMBERSHIP_ENTRIES, "*", change, this.#worker);
  }
}

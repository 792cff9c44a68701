import type { Redis } from "ioredis";
import type { Keys } from "../../../store/keys/keys.ts";
import { isRedisAway } from "../../../store/redis/failures.ts";
import { Heartbeat } from "../../../store/redis/structures/heartbeat.ts";
import {
  acquireLease,
  type HeldLease,
  type Lease,
  type LostLease,
  lostLeases,
  releaseLease,
  workerOf,
} from "../../../store/redis/structures/leases.ts";
import { partitionsFor } from "./assignment.ts";

/** Fraction of `leaseMs` after which a worker sends a heartbeat before it begins work that may take long. */
const SILENCE_SHARE = 0.2;

export interface LeaseOptions {
  /** Number of all partitions. */
  partitions: number;
  /** How long a worker may be silent before others take its partitions, in milliseconds. */
  leaseMs: number;
}

/** A partition whose lease is held by another worker. */
interface Refused extends HeldLease {
  partition: number;
}

/**
 * Decides which partitions a worker serves, and acquires them. A lease lasts as long as its worker sends heartbeats: an
 * idle worker costs one heartbeat, however many partitions it has. Another worker takes a lease if its holder has been
 * silent for `leaseMs`, or has kept it for that time although it should release it.
 */
export class PartitionLeases {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #worker: string;
  readonly #options: LeaseOptions;
  readonly #heartbeat: Heartbeat;
  #living: string[] = [];
  /** Whether leases may have been lost or released since the last check. */
  #isUnsettled = true;
  /** By fence: when a lease that this worker should have was first seen with another worker. */
  #refusedAt = new Map<string, number>();
  /** When this worker sent its first heartbeat after it had been silent for `leaseMs` itself. */
  #returnedAt = Number.NEGATIVE_INFINITY;

  constructor(redis: Redis, keys: Keys, worker: string, options: LeaseOptions) {
    this.#redis = redis;
    this.#keys = keys;
    this.#worker = worker;
    this.#options = options;
    this.#heartbeat = new Heartbeat(redis, keys.workers, worker, options.leaseMs);
  }

  /** Milliseconds until {@link beat} is due; zero or less if it is due now. */
  get dueInMs(): number {
    return this.#heartbeat.dueInMs;
  }

  /** Whether the worker should send a heartbeat before it begins work that may take long. */
  get isSilent(): boolean {
    return this.#heartbeat.ageMs > this.#options.leaseMs * SILENCE_SHARE;
  }

  /** Makes {@link beat} due, which then also checks the leases. */
  runSoon(): void {
    this.#isUnsettled = true;
    this.#heartbeat.runSoon();
  }

  /**
   * Sends a heartbeat. Resolves to the partitions that this worker should serve, and to the leases that it has lost.
   */
  async beat(held: readonly Lease[]): Promise<{ mine: ReadonlySet<number>; lost: LostLease[] }> {
    const isFirst = this.#living.length === 0;
    const { living, wasAbsent } = await this.#heartbeat.beat();
    if (wasAbsent && !isFirst) this.#returnedAt = performance.now();
    if (wasAbsent || living.toSorted().join() !== this.#living.toSorted().join()) this.#isUnsettled = true;
    this.#living = living;
    let lost: LostLease[] = [];
    if (this.#isUnsettled) {
      this.#isUnsettled = false;
      const found = await lostLeases(this.#redis, this.#keys, held);
      lost = found.lost;
      if (found.unknown.length > 0) this.#isUnsettled = true;
    }
    return { mine: new Set(partitionsFor(this.#worker, living, this.#options.partitions)), lost };
  }

  /**
   * Acquires partitions that this worker does not serve yet, if they are free or their workers are dead. A lease in
   * this worker's own name counts as free: the reply to its acquisition was lost, or it could not be released. After
   * this worker was silent itself, it takes no lease of another for `leaseMs`: what silenced it, such as a store that
   * was away or a machine that stood still, may have silenced the others too.
   */
  async acquire(partitions: readonly number[]): Promise<Lease[]> {
    const { leaseMs } = this.#options;
    const { acquired, refused } = await this.#tryAll(partitions.map((partition) => ({ partition })));
    const now = performance.now();
    this.#refusedAt = new Map(refused.map(({ heldBy }) => [heldBy, this.#refusedAt.get(heldBy) ?? now]));
    const isWatching = now - this.#returnedAt > leaseMs;
    const isOverdue = (heldBy: string) => now - (this.#refusedAt.get(heldBy) ?? now) > leaseMs;
    const isOwn = (heldBy: string) => workerOf(heldBy) === this.#worker;
    const isDead = await this.#deadAmong(refused);
    const takeable = refused.filter(
      ({ heldBy }) => isOwn(heldBy) || (isWatching && (isDead(heldBy) || isOverdue(heldBy))),
    );
    const takenOver = takeable.length > 0 ? (await this.#tryAll(takeable)).acquired : [];
    return [...acquired, ...takenOver];
  }

  async #tryAll(
    partitions: readonly (Partial<Refused> & { partition: number })[],
  ): Promise<{ acquired: Lease[]; refused: Refused[] }> {
    const acquired: Lease[] = [];
    const refused: Refused[] = [];
    const attempt = async ({ partition, heldBy }: (typeof partitions)[number]) => {
      const worker = this.#worker;
      const outcome = await acquireLease(this.#redis, this.#keys, partition, { worker, dead: heldBy }).catch(
        (err: unknown) => {
          if (!isRedisAway(err)) throw err;
          // The next heartbeat tries again.
          return undefined;
        },
      );
      if (!outcome) return;
      if ("heldBy" in outcome) refused.push({ partition, ...outcome });
      else acquired.push(outcome);
    };
    await Promise.all(partitions.map(attempt));
    return { acquired, refused };
  }

  /**
   * Finds out which workers of held leases are dead. Reads the list again, because a worker may have joined in the
   * meantime.
   */
  async #deadAmong(refused: readonly Refused[]): Promise<(fence: string) => boolean> {
    const isUnknown = (living: readonly string[]) => (fence: string) => !living.includes(workerOf(fence));
    if (!refused.some(({ heldBy }) => isUnknown(this.#living)(heldBy))) return () => false;
    return isUnknown(await this.#heartbeat.readLiving());
  }

  /** Releases the lease of a partition. `isClean` means that no command that waits there is suspect. */
  release(lease: Lease, options: { isClean: boolean }): Promise<void> {
    return releaseLease(this.#redis, this.#keys, lease, options);
  }

  /** Removes this worker from the list of workers. */
  leave(): Promise<void> {
    return this.#heartbeat.leave();
  }
}

import type { Redis } from "ioredis";
import { batchesOf } from "../../../collections/batches.ts";
import { readList } from "../replies.ts";
import { loadTypedScript } from "../script.ts";

const heartbeatScript = loadTypedScript("structures/heartbeat", readList);

/** Fraction of its lifetime after which a process sends the next heartbeat. */
const INTERVAL_SHARE = 0.4;

/** Result of a heartbeat. */
export interface Membership {
  /** The processes that are alive, this one included. */
  living: string[];
  /** Whether this process was not among them before the heartbeat, because it is new or was silent for too long. */
  wasAbsent: boolean;
  /** Time since the oldest last heartbeat of another living process, in milliseconds; `-Infinity` if there is none. */
  silenceMs: number;
}

/**
 * Reports to the other processes of a kind that this one is alive, and reads which of them are alive, by the clock of
 * the store. A process counts as dead if it was silent for its lifetime; its next heartbeat is due before that.
 */
export class Heartbeat {
  readonly #redis: Redis;
  readonly #key: string;
  readonly #id: string;
  readonly #lifetimeMs: number;
  #beatAt = Number.NEGATIVE_INFINITY;
  #dueAt = Number.NEGATIVE_INFINITY;

  /**
   * @param key sorted set of the processes of one kind
   * @param lifetimeMs milliseconds after which a silent process is dead
   */
  constructor(redis: Redis, key: string, id: string, lifetimeMs: number) {
    this.#redis = redis;
    this.#key = key;
    this.#id = id;
    this.#lifetimeMs = lifetimeMs;
  }

  /** Milliseconds until the next heartbeat is due; zero or less if it is due now. */
  get dueInMs(): number {
    return this.#dueAt - performance.now();
  }

  /** Milliseconds since the last heartbeat. */
  get ageMs(): number {
    return performance.now() - this.#beatAt;
  }

  /** Makes the next heartbeat due. */
  runSoon(): void {
    this.#dueAt = Number.NEGATIVE_INFINITY;
  }

  /** Makes the next heartbeat due within this time, in milliseconds. */
  runWithin(ms: number): void {
    this.#dueAt = Math.min(this.#dueAt, performance.now() + ms);
  }

  /** Sends a heartbeat. */
  async beat(): Promise<Membership> {
    const startedAt = performance.now();
    this.#dueAt = startedAt + this.#lifetimeMs * INTERVAL_SHARE;
    const { wasAbsent, living } = await this.#send(this.#id);
    this.#beatAt = startedAt;
    const others = living.filter(({ id }) => id !== this.#id).map(({ leftMs }) => leftMs);
    // The next heartbeat is due when another process would be dead, so that its death is noticed immediately.
    this.#dueAt = Math.min(this.#dueAt, performance.now() + Math.min(...others) + 1);
    const silenceMs = Math.max(...others.map((leftMs) => this.#lifetimeMs - leftMs));
    return { wasAbsent, living: living.map(({ id }) => id), silenceMs };
  }

  /** Reads which processes are alive, without a heartbeat of this one. */
  async readLiving(): Promise<string[]> {
    return (await this.#send("")).living.map(({ id }) => id);
  }

  /** Reports that this process has ended. */
  async leave(): Promise<void> {
    await this.#redis.zrem(this.#key, this.#id);
  }

  async #send(id: string): Promise<{ wasAbsent: boolean; living: { id: string; leftMs: number }[] }> {
    const reply = await heartbeatScript.run(this.#redis, [this.#key], [id, this.#lifetimeMs.toString()]);
    const [added, ...pairs] = reply;
    const living = [...batchesOf(pairs, 2)].map(([id, leftMs]) => ({
      id: String(id),
      leftMs: Number(leftMs),
    }));
    return { wasAbsent: added === 1, living };
  }
}

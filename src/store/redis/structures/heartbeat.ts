import type { Redis } from "ioredis";
import { readList } from "../replies.ts";
import { loadTypedScript } from "../script.ts";

const heartbeatScript = loadTypedScript("structures/heartbeat", readList);

/** Part of its lifetime after which a process says again that it is alive. */
const INTERVAL_SHARE = 0.4;

/** What a heartbeat shows. */
interface Membership {
  /** The processes that are alive, this one included. */
  living: string[];
  /** Whether this process was not among them just before: it is new, or was silent for too long. */
  wasAbsent: boolean;
}

/**
 * Reports to the other processes of a kind that this one is alive, and reads which of them are, by the clock of the
 * store. All processes treat one as dead that was silent for its lifetime; the next heartbeat is due before that.
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
   * @param lifetimeMs after which a silent process is dead
   */
  constructor(redis: Redis, key: string, id: string, lifetimeMs: number) {
    this.#redis = redis;
    this.#key = key;
    this.#id = id;
    this.#lifetimeMs = lifetimeMs;
  }

  /** Milliseconds until the next heartbeat is due; not above zero when it is. */
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

  /** Says that this process is alive. */
  async beat(): Promise<Membership> {
    const startedAt = performance.now();
    this.#dueAt = startedAt + this.#lifetimeMs * INTERVAL_SHARE;
    const { wasAbsent, living } = await this.#send(this.#id);
    this.#beatAt = startedAt;
    const others = living.filter(({ id }) => id !== this.#id).map(({ leftMs }) => leftMs);
    // One that says nothing more is found dead at once, and not at the next heartbeat.
    this.#dueAt = Math.min(this.#dueAt, performance.now() + Math.min(...others) + 1);
    return { wasAbsent, living: living.map(({ id }) => id) };
  }

  /** The processes that are alive. This one sends no heartbeat here. */
  async look(): Promise<string[]> {
    return (await this.#send("")).living.map(({ id }) => id);
  }

  /** Reports that this process has ended. */
  async leave(): Promise<void> {
    await this.#redis.zrem(this.#key, this.#id);
  }

  async #send(id: string): Promise<{ wasAbsent: boolean; living: { id: string; leftMs: number }[] }> {
    const reply = await heartbeatScript.run(this.#redis, [this.#key], [id, this.#lifetimeMs.toString()]);
    const [added, ...rest] = reply;
    const living: { id: string; leftMs: number }[] = [];
    for (let i = 0; i < rest.length; i += 2)
      living.push({ id: String(rest[i]), leftMs: Number(rest[i + 1]) });
    return { wasAbsent: added === 1, living };
  }
}

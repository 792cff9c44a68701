import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { DAY_MS } from "../../units/durations.ts";
import type { Keys } from "../keys/keys.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";
import { repliesOf } from "../redis/replies.ts";

/** A reset of one flag of all wishes for some variants. Times are ISO 8601. */
export interface FlagReset {
  id: string;
  flag: "notifyMe" | "prerelease";
  /** Names of the waiting lists of the variants. */
  lists: string[];
  /** Number of wishes that were reset so far. */
  count: number;
  /** `failed` if its job was given up: the flags of the other wishes are not reset. */
  status: "running" | "finished" | "failed";
  /** The position in the lists that the reset has reached. */
  cursor?: { list: number; after?: { since: number; itemId: string } };
  /** A wish that has waited only since a later time keeps its flag. */
  startedTime: string;
  finishedTime?: string;
}

/** How long the state of a reset can be read after its last step, in milliseconds. */
const KEPT_MS = 7 * DAY_MS;

/** Maximum number of resets that have ended that a store keeps: the newest. */
const MAX_FINISHED = 1000;

const decodeReset = decoderOf<FlagReset>("reset of a flag", { needs: "id" });

/** Resets of flags with their progress. */
export class FlagResets {
  readonly #redis: Redis;
  readonly #keys: Keys;

  readonly #maxFinished: number;

  constructor(redis: Redis, keys: Keys, { maxFinished = MAX_FINISHED }: { maxFinished?: number } = {}) {
    this.#redis = redis;
    this.#keys = keys;
    this.#maxFinished = maxFinished;
  }

  /** Makes a new reset, without storing it. */
  begin({ flag, lists }: Pick<FlagReset, "flag" | "lists">, now: number): FlagReset {
    const id = randomBytes(12).toString("hex");
    return { id, flag, lists, count: 0, status: "running", startedTime: new Date(now).toISOString() };
  }

  async find(storeKey: string, id: string): Promise<FlagReset | undefined> {
    return decodeIfAny(decodeReset, await this.#redis.get(this.#keys.flagReset(storeKey, id)));
  }

  /** Stores a reset. One that has ended needs its lists no more, and replaces the oldest if a store has too many. */
  async put(storeKey: string, reset: FlagReset): Promise<void> {
    const isOver = reset.status !== "running";
    const stored = isOver ? { ...reset, lists: [] } : reset;
    await this.#redis.set(this.#keys.flagReset(storeKey, reset.id), JSON.stringify(stored), "PX", KEPT_MS);
    if (isOver) await this.#limit(storeKey, reset);
  }

  async #limit(storeKey: string, { id, finishedTime, startedTime }: FlagReset): Promise<void> {
    const finished = this.#keys.flagResets(storeKey);
    const time = Date.parse(finishedTime ?? startedTime);
    await repliesOf(this.#redis.multi().zadd(finished, time, id).pexpire(finished, KEPT_MS));
    const oldest = await this.#redis.zrange(finished, "0", (-1 - this.#maxFinished).toString());
    if (oldest.length === 0) return;
    await this.#redis.unlink(...oldest.map((each) => this.#keys.flagReset(storeKey, each)));
    await this.#redis.zrem(finished, ...oldest);
  }
}

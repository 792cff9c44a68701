import { randomBytes } from "node:crypto";
import type { Redis } from "ioredis";
import { DAY_MS } from "../durations.ts";
import type { Keys } from "../keys/keys.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";

/** A reset of one flag of all wishes for some variants. Times are ISO 8601. */
export interface FlagReset {
  id: string;
  flag: "notifyMe" | "prerelease";
  /** Names of the waiting lists of the variants. */
  lists: string[];
  /** Number of wishes that were reset so far. */
  count: number;
  status: "running" | "finished";
  /** The position in the lists that the reset has reached. */
  cursor?: { list: number; after?: { since: number; itemId: string } };
  /** A wish that has waited only since a later time keeps its flag. */
  startedTime: string;
  finishedTime?: string;
}

/** How long the state of a reset can be read after its last step, in milliseconds. */
const KEPT_MS = 7 * DAY_MS;

const decodeReset = decoderOf<FlagReset>("reset of a flag", { needs: "id" });

/** Resets of flags with their progress. */
export class FlagResets {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  /** Makes a new reset, without storing it. */
  begin({ flag, lists }: Pick<FlagReset, "flag" | "lists">, now: number): FlagReset {
    const id = randomBytes(12).toString("hex");
    return { id, flag, lists, count: 0, status: "running", startedTime: new Date(now).toISOString() };
  }

  async find(storeKey: string, id: string): Promise<FlagReset | undefined> {
    return decodeIfAny(decodeReset, await this.#redis.get(this.#keys.flagReset(storeKey, id)));
  }

  async put(storeKey: string, reset: FlagReset): Promise<void> {
    await this.#redis.set(this.#keys.flagReset(storeKey, reset.id), JSON.stringify(reset), "PX", KEPT_MS);
  }
}

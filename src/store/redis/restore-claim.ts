import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import type { Keys } from "../keys/keys.ts";
import { loadScript } from "./script.ts";

const deleteIfEqualScript = loadScript("partition/delete-if-equal");

/** Time in which a write that was sent under a former claim arrives, in milliseconds. */
const IN_FLIGHT_MS = 1000;

/**
 * The right of one restoration to write. A newer restoration takes it at once: nothing says whether an older one still
 * runs or was killed.
 */
export class RestoreClaim {
  readonly #redis: Redis;
  readonly #token = randomUUID();
  /** Key of the claim, which must not be removed with the data. */
  readonly key: string;

  constructor(redis: Redis, { meta }: Pick<Keys, "meta">) {
    this.#redis = redis;
    this.key = `${meta}:restore`;
  }

  /** Takes the right. After that, no other restoration writes any more. */
  async take(): Promise<void> {
    const former = await this.#redis.set(this.key, this.#token, "GET");
    if (former !== null) await pause(IN_FLIGHT_MS);
  }

  /** Whether no other restoration has taken the right since. */
  async isHeld(): Promise<boolean> {
    return (await this.#redis.get(this.key)) === this.#token;
  }

  /** Gives up the right, because everything is written. Resolves to whether it was still held. */
  async release(): Promise<boolean> {
    return (await deleteIfEqualScript.run(this.#redis, [this.key], [this.#token])) === 1;
  }
}

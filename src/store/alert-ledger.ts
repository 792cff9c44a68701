import type { Redis } from "ioredis";
import type { AlertRecord } from "./alerts.ts";
import type { Keys } from "./keys.ts";
import type { SlotAddress } from "./layout.ts";

/** Reads what customers were told. */
export class AlertLedger {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  /** A customer's alerts, the oldest first. */
  async of({ partition, slot }: SlotAddress): Promise<AlertRecord[]> {
    const texts = await this.#redis.hvals(this.#keys.alerts(partition, slot));
    return texts.map((text) => JSON.parse(text) as AlertRecord).sort((a, b) => (a.id < b.id ? -1 : 1));
  }
}

import type { Redis } from "ioredis";
import { DAY_S, HOUR_MS } from "../durations.ts";
import type { Keys } from "../keys/keys.ts";
import type { WaitingCursor } from "../read/waiting.ts";
import type { AlertType } from "../records/alerts.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";
import { decodeFields, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";

/** A wave of alerts that is under way: it has alerted some of those who wait, and goes on later. */
export interface Wave {
  id: string;
  alert: AlertType;
  /** Key of the product's slot. */
  productKey: string;
  productRef: string;
  variantRef: string;
  title: string;
  variantTitle?: string;
  /** When the variant came back, was released or fell in price. ISO 8601, as all times here. */
  since: string;
  /** Customers that it has alerted. */
  alerted: number;
  /** Wishes that it still has to look at. */
  left: number;
  /** When it goes on. */
  nextTime: string;
  /** When it is through, at its pace; absent where it goes on at once. */
  expectedEndTime?: string;
  /** What its next job begins with, should the queues lose it; absent in notes of earlier versions. */
  rest?: WaveRest;
}

/** Where the next job of a wave goes on: for people, the wave says the rest. */
export interface WaveRest {
  partition: number;
  cycle: number;
  place?: WaitingCursor;
  told: number;
  notifiedBefore?: number;
  part: number;
}

type WaveName = Pick<Wave, "id" | "alert" | "productKey" | "variantRef">;

/** A variant has one wave of a type at a time. */
const fieldOf = ({ alert, productKey, variantRef }: WaveName) => `${alert} ${productKey} ${variantRef}`;

const decodeWave = decoderOf<Wave>("wave", { needs: "since" });

/** Waves of a store that are noted at most; those beyond it run unseen. */
const MAX_WAVES = 200;
/** How long after its next time a wave counts as over that has noted nothing since, in milliseconds. */
const GRACE_MS = HOUR_MS;
/** How long the notes of a store are kept after the last, in seconds: longer than the longest time between waves. */
const LIFETIME_S = 14 * DAY_S;

/**
 * What goes on in a store's waves of alerts, for people, and for the case that the queues lose their jobs. The job of a
 * wave notes it, and so does the process that takes the job over.
 */
export class Waves {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #onUndecodable: OnUndecodable;

  constructor(redis: Redis, keys: Keys, onUndecodable: OnUndecodable = refuseUndecodable) {
    this.#onUndecodable = onUndecodable;
    this.#redis = redis;
    this.#keys = keys;
  }

  /** Notes how far a wave is. */
  async note(storeKey: string, wave: Wave): Promise<void> {
    const key = this.#keys.waves(storeKey);
    const field = fieldOf(wave);
    const isFull = (await this.#redis.hlen(key)) >= MAX_WAVES;
    if (isFull && (await this.#redis.hexists(key, field)) === 0) return;
    await this.#redis.hset(key, field, JSON.stringify(wave));
    await this.#redis.expire(key, LIFETIME_S);
  }

  /** Forgets the wave of an earlier occasion: a new one takes its place. */
  async begin(storeKey: string, wave: WaveName): Promise<void> {
    await this.#redis.hdel(this.#keys.waves(storeKey), fieldOf(wave));
  }

  /** Forgets a wave that is over, unless a new one has taken its place. */
  async end(storeKey: string, wave: WaveName): Promise<void> {
    const [key, field] = [this.#keys.waves(storeKey), fieldOf(wave)];
    const known = decodeIfAny(decodeWave, await this.#redis.hget(key, field));
    if (known?.id === wave.id) await this.#redis.hdel(key, field);
  }

  /** All that is noted, also waves whose job is late. */
  async noted(storeKey: string): Promise<Wave[]> {
    const fields = await this.#redis.hgetall(this.#keys.waves(storeKey));
    return decodeFields(decodeWave, fields, { storeKey }, this.#onUndecodable);
  }

  /** The waves under way, the newest occasion first. One whose job has failed for good is left out, and forgotten. */
  async list(storeKey: string, now: number): Promise<Wave[]> {
    const all = await this.noted(storeKey);
    const isOver = ({ nextTime }: Wave) => Date.parse(nextTime) + GRACE_MS < now;
    for (const wave of all.filter(isOver)) await this.end(storeKey, wave);
    return all.filter((wave) => !isOver(wave)).sort((a, b) => (a.since > b.since ? -1 : 1));
  }
}

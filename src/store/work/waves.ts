import type { Redis } from "ioredis";
import { DAY_S, HOUR_MS } from "../../units/durations.ts";
import type { Keys } from "../keys/keys.ts";
import type { AlertType } from "../records/alerts.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";
import { decodeFields, type OnUndecodable, refuseUndecodable } from "../records/undecodable.ts";
import { changeField, replaceFields } from "../redis/structures/replace-fields.ts";
import type { WaitingCursor } from "../waiting/waiting-set.ts";
import type { Round } from "./wave-rounds.ts";

/** A running wave of alerts: it has alerted some of the waiting customers, and continues later. */
export interface Wave {
  id: string;
  alert: AlertType;
  /** Key of the product's slot. */
  productKey: string;
  productRef: string;
  variantRef: string;
  title: string;
  variantTitle?: string;
  /** When the variant came back, was released or fell in price. ISO 8601, like all times here. */
  since: string;
  /** Number of customers that it has alerted. */
  alerted: number;
  /** Number of wishes that it still has to examine. */
  left: number;
  /** When it continues. */
  nextTime: string;
  /** When it is expected to end, at its pace; absent if it continues immediately. */
  expectedEndTime?: string;
  /** Start of its next job, in case the queues lose the job; absent in records of earlier versions. */
  rest?: WaveRest;
}

/** The part of the next jobs of a wave that does not follow from {@link Wave}. */
export interface WaveRest {
  partition: number;
  cycle: number;
  place?: WaitingCursor;
  told: number;
  notifiedBefore?: number;
  part: number;
  /** The round that this job has begun; absent where it goes on with the next customers itself. */
  round?: Round;
}

type WaveName = Pick<Wave, "id" | "alert" | "productKey" | "variantRef">;

/** A variant has one wave of a type at a time. */
const fieldOf = ({ alert, productKey, variantRef }: WaveName) => `${alert} ${productKey} ${variantRef}`;

const decodeWave = decoderOf<Wave>("wave", { needs: "since" });

/**
 * Maximum number of recorded waves of a store. Further waves run, but are not recovered if the queues lose their jobs.
 */
const MAX_WAVES = 2000;
/** Maximum number of waves that are listed. */
const MAX_LISTED = 200;
/** A wave that is late by this time is not listed as running; in milliseconds. */
const GRACE_MS = HOUR_MS;
/**
 * How long the records of a store are kept after the last one, in seconds. This is longer than the longest pause of a
 * wave.
 */
const LIFETIME_S = 14 * DAY_S;

/**
 * Records of a store's running waves of alerts, for people, and in case the queues lose their jobs. The job of a
 * wave writes the record, also in a process that takes the job over.
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

  /** Records the progress of a wave. */
  async record(storeKey: string, wave: Wave): Promise<void> {
    const key = this.#keys.waves(storeKey);
    const field = fieldOf(wave);
    const isFull = (await this.#redis.hlen(key)) >= MAX_WAVES;
    if (isFull && (await this.#redis.hexists(key, field)) === 0) return;
    await this.#redis.hset(key, field, JSON.stringify(wave));
    await this.#redis.expire(key, LIFETIME_S);
  }

  /**
   * Stores the progress of a wave after the jobs that one of its parts has stored. Does nothing if a later part has
   * stored its progress, or if the wave is finished.
   */
  async recordAfter(storeKey: string, part: number, wave: Wave): Promise<void> {
    const field = { hash: this.#keys.waves(storeKey), field: fieldOf(wave) };
    await changeField(this.#redis, field, (text) => {
      const known = decodeIfAny(decodeWave, text);
      return known?.id === wave.id && known.rest?.part === part ? JSON.stringify(wave) : undefined;
    });
  }

  /** Removes the wave of an earlier occasion, because a new one begins. */
  async begin(storeKey: string, wave: WaveName): Promise<void> {
    await this.#redis.hdel(this.#keys.waves(storeKey), fieldOf(wave));
  }

  /** Removes a wave that has ended, unless a new one has replaced it. */
  async end(storeKey: string, wave: WaveName): Promise<void> {
    const [hash, field] = [this.#keys.waves(storeKey), fieldOf(wave)];
    for (;;) {
      const text = (await this.#redis.hget(hash, field)) ?? undefined;
      if (text === undefined || decodeWave(text).id !== wave.id) return;
      // A new wave may be recorded in the meantime.
      if (await replaceFields(this.#redis, { hash }, { [field]: text }, { [field]: undefined })) return;
    }
  }

  /** Reads all recorded waves, also waves whose job is late. */
  async all(storeKey: string): Promise<Wave[]> {
    const fields = await this.#redis.hgetall(this.#keys.waves(storeKey));
    return decodeFields(decodeWave, fields, { storeKey }, this.#onUndecodable);
  }

  /**
   * Lists the running waves, at most 200, the newest occasion first. Leaves out waves whose job is very late: it may
   * have failed permanently. Their records stay, because a wave is recovered from its record.
   */
  async list(storeKey: string, now: number): Promise<Wave[]> {
    const all = await this.all(storeKey);
    const isOver = ({ nextTime }: Wave) => Date.parse(nextTime) + GRACE_MS < now;
    const running = all.filter((wave) => !isOver(wave)).sort((a, b) => (a.since > b.since ? -1 : 1));
    return running.slice(0, MAX_LISTED);
  }
}

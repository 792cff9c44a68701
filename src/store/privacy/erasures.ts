import type { Redis } from "ioredis";
import { DAY_MS } from "../../units/durations.ts";
import type { Keys } from "../keys/keys.ts";
import type { Layout, SlotAddress } from "../layout/layout.ts";
import { decodeIfAny, decoderOf } from "../records/decode.ts";
import { storeTime } from "../redis/clock.ts";
import { repliesOf } from "../redis/replies.ts";

/**
 * How long an erasure is remembered, in milliseconds. This is longer than data from before the erasure can wait to be
 * applied: an order waits at most a day until it is due, and rows of a file wait at most two days.
 */
const LIFETIME_MS = 4 * DAY_MS;

/** How long an interrupted erasure is remembered, in milliseconds: a retailer may take a month to repeat it. */
const BEGUN_LIFETIME_MS = 31 * DAY_MS;

type NameDigest = ReturnType<Layout["digestOf"]>;

/** What an erasure found at its start. It leads to the data that is left, although the person's names do not any more. */
export interface FoundByErasure {
  /** Addresses of the person's data. */
  addresses: Pick<SlotAddress, "partition" | "key">[];
  /** Service ids of the customers. */
  customerIds: string[];
  /** Number of records, by kind. */
  erased: Record<string, number>;
}

/** An erasure that has begun, and has not ended. */
export interface BegunErasure extends FoundByErasure {
  /** Secret digests of the person's names. */
  digests: NameDigest[];
}

const decodeBegun = decoderOf<BegunErasure>("begun erasure", { needs: "digests" });

/**
 * The people who were erased lately, by secret digests of their names. Work that began before an erasure and ends after
 * it, such as the late match of an order, checks this and leaves the person out.
 */
export class Erasures {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;

  constructor(redis: Redis, keys: Keys, layout: Layout) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
  }

  #digestOf(storeKey: string, name: string): NameDigest {
    return this.#layout.digestOf(`erased ${storeKey} ${name}`);
  }

  #keyOf(storeKey: string, { partition, digest }: NameDigest): string {
    return this.#keys.erased(partition, storeKey, digest);
  }

  #begunKeyOf(storeKey: string, { partition, digest }: NameDigest): string {
    return this.#keys.begunErasure(partition, storeKey, digest);
  }

  /**
   * Records that the person with these names is erased now, by the store's clock, and what the erasure finds. `find`
   * gets the erasures of the person that were interrupted.
   */
  async begin(
    storeKey: string,
    names: readonly string[],
    find: (interrupted: readonly BegunErasure[]) => Promise<FoundByErasure>,
  ): Promise<BegunErasure> {
    const own = names.map((name) => this.#digestOf(storeKey, name));
    const texts = await Promise.all(own.map((name) => this.#redis.get(this.#begunKeyOf(storeKey, name))));
    const interrupted = texts.flatMap((text) => decodeIfAny(decodeBegun, text) ?? []);
    const all = [...own, ...interrupted.flatMap(({ digests }) => digests)];
    const digests = [...new Map(all.map((name) => [name.digest, name])).values()];
    const begun = { ...(await find(interrupted)), digests };
    const text = JSON.stringify(begun);
    const now = await storeTime(this.#redis, this.#keys);
    const write = (name: NameDigest) =>
      this.#redis
        .multi()
        .set(this.#keyOf(storeKey, name), now, "PX", LIFETIME_MS)
        .set(this.#begunKeyOf(storeKey, name), text, "PX", BEGUN_LIFETIME_MS);
    await Promise.all(digests.map((name) => repliesOf(write(name))));
    return begun;
  }

  /** Forgets what an erasure found, because its outcome is recorded. */
  async end(storeKey: string, { digests }: BegunErasure): Promise<void> {
    await Promise.all(digests.map((name) => this.#redis.del(this.#begunKeyOf(storeKey, name))));
  }

  #countKey(storeKey: string): string {
    return this.#keys.erasureCount(this.#layout.partitionOf(`erasures ${storeKey}`), storeKey);
  }

  /** Counts an erasure whose data is gone. */
  async countDone(storeKey: string): Promise<void> {
    const key = this.#countKey(storeKey);
    await repliesOf(this.#redis.multi().incr(key).pexpire(key, LIFETIME_MS));
  }

  /**
   * Returns a number that another erasure in the store changes. Work that keeps copies of personal data, such as the
   * parts of a file, compares it with the number from before its first copy.
   */
  async count(storeKey: string): Promise<number> {
    return Number((await this.#redis.get(this.#countKey(storeKey))) ?? 0);
  }

  /**
   * Whether a person with one of the names was erased at `time` or later.
   * @param time ISO 8601, by the store's clock
   */
  async since(storeKey: string, names: readonly string[], time: string): Promise<boolean> {
    const found = await Promise.all(
      names.map((name) => this.#redis.get(this.#keyOf(storeKey, this.#digestOf(storeKey, name)))),
    );
    return found.some((erased) => erased !== null && Number(erased) >= Date.parse(time));
  }
}

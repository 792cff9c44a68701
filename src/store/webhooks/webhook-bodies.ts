import type { Redis } from "ioredis";
import { DAY_S } from "../../units/durations.ts";
import type { Keys } from "../keys/keys.ts";
import type { SlotAddress } from "../layout/layout.ts";
import { type NamedRecord, recordsAfter } from "../read/hash-fields.ts";
import { decoderOf } from "../records/decode.ts";
import { repliesOf } from "../redis/replies.ts";

const decodeDelivered = decoderOf<object>("delivery", { needs: null });

/** How long a body is kept, in seconds. This is longer than the time between two attempts, each of which renews it. */
const LIFETIME_S = 7 * DAY_S;
/**
 * How long the bodies of a group are kept, in seconds. This is longer than first attempts take, also if their process
 * fails. It is short because an erasure does not reach these bodies.
 */
const GROUP_LIFETIME_S = 600;

/**
 * Bodies of deliveries that wait for their next attempt, by the customer that they are about. They are erased with the
 * customer.
 */
export class WebhookBodies {
  readonly #redis: Redis;
  readonly #keys: Keys;

  constructor(redis: Redis, keys: Keys) {
    this.#redis = redis;
    this.#keys = keys;
  }

  #keyOf({ partition, slot }: SlotAddress): string {
    return this.#keys.webhookBodies(partition, slot);
  }

  async keep(customer: SlotAddress, delivery: string, body: string): Promise<void> {
    const key = this.#keyOf(customer);
    await repliesOf(this.#redis.multi().hset(key, delivery, body).expire(key, LIFETIME_S));
  }

  /** Reads the body of a delivery for an attempt; undefined if it is erased. */
  async find(customer: SlotAddress, delivery: string): Promise<string | undefined> {
    const key = this.#keyOf(customer);
    const [, body] = await repliesOf(this.#redis.multi().expire(key, LIFETIME_S).hget(key, delivery));
    return typeof body === "string" ? body : undefined;
  }

  async drop(customer: SlotAddress, delivery: string): Promise<void> {
    await this.#redis.hdel(this.#keyOf(customer), delivery);
  }

  /** Reads the waiting bodies of a customer's deliveries, after the delivery with the id `after`. */
  after(customer: SlotAddress, after: string): AsyncGenerator<NamedRecord<object>> {
    return recordsAfter(this.#redis, { ...customer, hash: this.#keyOf(customer) }, after, decodeDelivered);
  }

  /** Erases all waiting bodies of a customer. */
  async dropAll(customer: SlotAddress): Promise<void> {
    await this.#redis.del(this.#keyOf(customer));
  }

  /** Stores the bodies of a group's first attempt. */
  async keepGroup(id: string, text: string): Promise<void> {
    await this.#redis.set(this.#keys.groupBodies(id), text, "EX", GROUP_LIFETIME_S);
  }

  /** Reads the bodies of a group that is tried again. */
  async ofGroup(id: string): Promise<string | undefined> {
    return (await this.#redis.get(this.#keys.groupBodies(id))) ?? undefined;
  }

  async dropGroup(id: string): Promise<void> {
    await this.#redis.del(this.#keys.groupBodies(id));
  }
}

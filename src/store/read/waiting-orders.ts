import type { Redis } from "ioredis";
import { DAY_S } from "../durations.ts";
import type { Keys } from "../keys.ts";
import type { Layout, SlotAddress } from "../layout.ts";
import { mayNamePerson } from "../names.ts";

/** How long an order waits for a person or a variant, in seconds. */
const LIFETIME_S = 400 * DAY_S;
/** Orders that wait for one variant at most. */
const MAX_ORDERS = 20_000;

/**
 * Orders whose lines may come to mean more, by what they wait for: a customer's place, an e-mail address, a phone number, a
 * name of a variant. Names are digested, for some are a person's.
 */
export class WaitingOrders {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;
  readonly #maxOrders: number;

  /** @param maxOrders orders that wait for one variant at most: the newest ones */
  constructor(redis: Redis, keys: Keys, layout: Layout, maxOrders = MAX_ORDERS) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
    this.#maxOrders = maxOrders;
  }

  #keyOf(storeKey: string, name: string): string {
    const { partition, digest } = this.#layout.digestOf(`waiting order ${storeKey} ${name}`);
    return this.#keys.waitingOrders(partition, storeKey, digest);
  }

  /**
   * Notes that an order waits for each of the names. Of too many orders for a variant, the oldest wait no more. All that
   * wait for a person are kept, because an erasure finds them by that.
   * @param now milliseconds since the epoch; what has waited longer than the lifetime by then waits no more
   */
  async add(
    storeKey: string,
    { partition, key }: SlotAddress,
    names: readonly string[],
    now: number,
  ): Promise<void> {
    const lists = names.map((name) => this.#keyOf(storeKey, name));
    await Promise.all(
      lists.flatMap((list, i) => [
        // A code that is sold every day is waited for anew every day.
        this.#redis.zremrangebyscore(list, "-inf", now - LIFETIME_S * 1000),
        this.#redis.zadd(list, now, `${partition}:${key}`),
        this.#redis.expire(list, LIFETIME_S),
        ...(mayNamePerson(names[i] ?? "")
          ? []
          : [this.#redis.zremrangebyrank(list, 0, -1 - this.#maxOrders)]),
      ]),
    );
  }

  /** Orders that wait for one of the names. */
  async waitingFor(storeKey: string, names: readonly string[]): Promise<SlotAddress[]> {
    const found = new Map<string, SlotAddress>();
    for (const name of names) {
      for (const member of await this.#redis.zrange(this.#keyOf(storeKey, name), 0, "-1")) {
        const [partition = "0", key = ""] = member.split(":");
        found.set(member, this.#layout.slotAt(storeKey, Number(partition), key));
      }
    }
    return [...found.values()];
  }

  async remove(storeKey: string, { partition, key }: SlotAddress, names: readonly string[]): Promise<void> {
    await Promise.all(
      names.map((name) => this.#redis.zrem(this.#keyOf(storeKey, name), `${partition}:${key}`)),
    );
  }
}

import type { Redis } from "ioredis";
import { batchesFrom } from "../../collections/batches-from.ts";
import { batchesOf } from "../../collections/batches.ts";
import { DAY_S } from "../../units/durations.ts";
import type { Keys } from "../keys/keys.ts";
import { mayNamePerson } from "../keys/names.ts";
import type { Layout, SlotAddress } from "../layout/layout.ts";

/** How long an order waits for a person or a variant, in seconds. */
const LIFETIME_S = 400 * DAY_S;
/** Maximum number of orders that wait for one variant, and of orders of one name that are read at once. */
const MAX_ORDERS = 20_000;
/** Number of orders that are read at once. */
const PAGE_SIZE = 1000;
/** Number of names that are written or checked at once. An order may have thousands, each with some commands. */
const NAME_BATCH_SIZE = 200;
/** Number of names whose orders are read at once. Each of them may have many orders. */
const READ_BATCH_SIZE = 8;
/** Number of orders after which the known ones are forgotten, so that they need little memory. */
const MAX_KNOWN = 100_000;

/**
 * Orders that wait for customers or variants that do not exist yet, by the name that they wait for: a customer's slot,
 * an e-mail address, a phone number, or a name of a variant. Names are stored as digests, because some of them identify
 * people.
 */
export class WaitingOrders {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;
  readonly #maxOrders: number;
  readonly #pageSize: number;

  constructor(
    redis: Redis,
    keys: Keys,
    layout: Layout,
    { maxOrders = MAX_ORDERS, pageSize = PAGE_SIZE }: { maxOrders?: number; pageSize?: number } = {},
  ) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
    this.#maxOrders = maxOrders;
    this.#pageSize = pageSize;
  }

  #keyOf(storeKey: string, name: string): string {
    const { partition, digest } = this.#layout.digestOf(`waiting order ${storeKey} ${name}`);
    return this.#keys.waitingOrders(partition, storeKey, digest);
  }

  /**
   * Records that an order waits for each of the names. If too many wait for a variant, the oldest are removed. All
   * orders that wait for a person are kept, because an erasure finds them by this list; {@link newestFor} skips the
   * oldest.
   *
   * @param now milliseconds since 1970; orders that have waited longer than the lifetime by then are removed
   */
  async add(
    storeKey: string,
    { partition, key }: SlotAddress,
    names: readonly string[],
    now: number,
  ): Promise<void> {
    const addTo = async (name: string) => {
      const list = this.#keyOf(storeKey, name);
      await Promise.all([
        // The expiry alone does not remove old orders: a code that is sold every day renews its list every day.
        this.#redis.zremrangebyscore(list, "-inf", now - LIFETIME_S * 1000),
        this.#redis.zadd(list, now, `${partition}:${key}`),
        this.#redis.expire(list, LIFETIME_S),
        ...(mayNamePerson(name) ? [] : [this.#redis.zremrangebyrank(list, 0, -1 - this.#maxOrders)]),
      ]);
    };
    for (const batch of batchesOf(names, NAME_BATCH_SIZE)) await Promise.all(batch.map(addTo));
  }

  /**
   * Returns the names under which an order is not entered, although it should have been entered at the time `since`.
   * Leaves out all names if the order has waited for longer than the lifetime, and names of variants whose list is
   * full.
   */
  async missing(
    storeKey: string,
    { partition, key }: SlotAddress,
    names: readonly string[],
    { since, now }: { since: number; now: number },
  ): Promise<string[]> {
    if (since < now - LIFETIME_S * 1000) return [];
    const isMissing = async (name: string) => {
      const list = this.#keyOf(storeKey, name);
      if ((await this.#redis.zscore(list, `${partition}:${key}`)) !== null) return false;
      return mayNamePerson(name) || (await this.#redis.zcard(list)) < this.#maxOrders;
    };
    const missing: string[] = [];
    for (const batch of batchesOf(names, NAME_BATCH_SIZE)) {
      const found = await Promise.all(batch.map(isMissing));
      missing.push(...batch.filter((_, i) => found[i]));
    }
    return missing;
  }

  /**
   * Finds the newest orders that wait for one of the names, at most `maxOrders` for each name. An order that waits for
   * several names occurs once; again only after very many others.
   */
  async *newestFor(
    storeKey: string,
    names: Iterable<string> | AsyncIterable<string>,
  ): AsyncGenerator<SlotAddress> {
    const newestOf = async (name: string) => {
      const newest: SlotAddress[] = [];
      for await (const page of this.#pagesOf(storeKey, name)) {
        newest.push(...page.slice(0, this.#maxOrders - newest.length));
        if (newest.length === this.#maxOrders) break;
      }
      return newest;
    };
    const known = new Set<string>();
    for await (const batch of batchesFrom(names, READ_BATCH_SIZE)) {
      const lists = await Promise.all(batch.map(newestOf));
      if (known.size >= MAX_KNOWN) known.clear();
      for (const address of lists.flat()) {
        if (known.has(address.slot)) continue;
        known.add(address.slot);
        yield address;
      }
    }
  }

  /**
   * Finds all orders that wait for one of the names, in pages. An order that waits for several names occurs for each of
   * them.
   */
  async *pagesFor(storeKey: string, names: readonly string[]): AsyncGenerator<SlotAddress[]> {
    for (const name of names) yield* this.#pagesOf(storeKey, name);
  }

  /**
   * Finds the orders that wait for a name, the newest first. An order that waits all the time occurs exactly once, even
   * if others are removed between the pages.
   */
  async *#pagesOf(storeKey: string, name: string): AsyncGenerator<SlotAddress[]> {
    const list = this.#keyOf(storeKey, name);
    let from = "+inf";
    // Further orders of the last time may follow the page, so this time is read again, and known orders are skipped.
    let known = new Set<string>();
    for (;;) {
      const count = this.#pageSize + known.size;
      const page = await this.#redis.zrange(
        list,
        from,
        "-inf",
        "BYSCORE",
        "REV",
        "LIMIT",
        0,
        count,
        "WITHSCORES",
      );
      const members = page.filter((_, i) => i % 2 === 0);
      const fresh = members.filter((member) => !known.has(member));
      if (fresh.length > 0) yield fresh.map((member) => this.#addressOf(storeKey, member));
      if (members.length < count) return;
      const last = page.at(-1) ?? from;
      const ofLast = members.filter((_, i) => page[2 * i + 1] === last);
      known = new Set(last === from ? [...known, ...ofLast] : ofLast);
      from = last;
    }
  }

  #addressOf(storeKey: string, member: string): SlotAddress {
    const [partition = "0", key = ""] = member.split(":");
    return this.#layout.slotAt(storeKey, Number(partition), key);
  }

  async remove(storeKey: string, { partition, key }: SlotAddress, names: readonly string[]): Promise<void> {
    const removeFrom = (name: string) => this.#redis.zrem(this.#keyOf(storeKey, name), `${partition}:${key}`);
    for (const batch of batchesOf(names, NAME_BATCH_SIZE)) await Promise.all(batch.map(removeFrom));
  }
}

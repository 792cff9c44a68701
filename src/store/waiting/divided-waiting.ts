import type { Redis } from "ioredis";
import { loadScript } from "../redis/script.ts";
import { mergedAfter, type ReadNext } from "./merged-waiting.ts";
import type { WaitingNames } from "./waiting-names.ts";
import { byPosition, countAfter, readAfter, scoreOf, type WaitingCursor } from "./waiting-set.ts";

const removeUnchanged = loadScript("waiting/remove-unchanged");

/** Number of wishes of all sublists that are read at once, to find those of one sublist. */
const MAX_FILTERED = 2000;

/** Runs writes, and resolves once they are as durable as the configuration demands. */
export type Durably = <T>(write: () => Promise<T>) => Promise<T>;

/** Which wishes are read: the next ones of one sublist, or of all. */
export interface WaitingRequest {
  /** Only wishes after this position. */
  cursor: WaitingCursor | undefined;
  count: number;
  sublist?: number;
}

/** Reads the next wishes of a sorted set, of one sublist or of all. Returns fewer than `count` only at its end. */
export async function readWaiting(
  redis: Redis,
  names: WaitingNames,
  key: string,
  { cursor, count, sublist }: WaitingRequest,
): Promise<WaitingCursor[]> {
  if (sublist === undefined) return readAfter(redis, key, cursor, count);
  const size = Math.min(count * names.sublists, MAX_FILTERED);
  const found: WaitingCursor[] = [];
  let from = cursor;
  for (;;) {
    const wishes = await readAfter(redis, key, from, size);
    found.push(...wishes.filter(({ itemId }) => names.sublistOf(itemId) === sublist));
    if (found.length >= count || wishes.length < size) return found.slice(0, count);
    from = wishes.at(-1);
  }
}

/**
 * Which position counts if a wish already has one: the existing (NX), the later (GT) or the new one (CH, which changes
 * only the reply of ZADD).
 */
export type WaitingMode = "NX" | "GT" | "CH";

/**
 * A waiting list whose wishes are in several sorted sets: the sublists, and the undivided set with the wishes from
 * before the division, until these are moved. The position of a wish in the undivided set takes precedence. A move adds
 * a wish to its sublist before it removes it from the undivided set. So a reader of both reads the undivided set first.
 */
export class DividedWaiting {
  readonly #redis: Redis;
  readonly #names: WaitingNames;

  constructor(redis: Redis, names: WaitingNames) {
    this.#redis = redis;
    this.#names = names;
  }

  get #all(): string[] {
    return [this.#names.undivided, ...this.#names.allSublists()];
  }

  #sublistWith(itemId: string): string {
    return this.#names.sublist(this.#names.sublistOf(itemId));
  }

  /** Adds a wish, or changes its position where it waits already. */
  async add({ itemId, since }: WaitingCursor, mode: WaitingMode): Promise<void> {
    const { undivided } = this.#names;
    if (mode !== "NX") await this.#redis.zadd(undivided, "XX", mode, since, itemId);
    // Read after the change: a wish that is still in the undivided set now has its new position there.
    if ((await this.#redis.zscore(undivided, itemId)) !== null) return;
    await this.#redis.zadd(this.#sublistWith(itemId), mode, since, itemId);
  }

  /** Removes a wish. */
  async remove(itemId: string): Promise<void> {
    await Promise.all([
      this.#redis.zrem(this.#names.undivided, itemId),
      this.#redis.zrem(this.#sublistWith(itemId), itemId),
    ]);
  }

  /** Returns the number of wishes of the list. */
  async count(): Promise<number> {
    const counts = await Promise.all(this.#all.map((key) => this.#redis.zcard(key)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Counts the wishes after a position that wait since before a time, in milliseconds since 1970. */
  async countBetween(after: WaitingCursor | undefined, before: number): Promise<number> {
    const counts = await Promise.all(this.#all.map((key) => countAfter(this.#redis, key, after, before)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Returns since when each wish waits; null for those that do not wait. */
  async since(itemIds: readonly string[]): Promise<(number | null)[]> {
    const undivided = await this.#redis.zmscore(this.#names.undivided, ...itemIds);
    const scores = itemIds.map(async (id, i) => {
      return undivided[i] ?? (await this.#redis.zscore(this.#sublistWith(id), id));
    });
    return (await Promise.all(scores)).map(scoreOf);
  }

  /** Returns wishes after a position, with their own positions. */
  async after(request: WaitingRequest): Promise<WaitingCursor[]> {
    const { cursor, count, sublist } = request;
    const earlier = await readWaiting(this.#redis, this.#names, this.#names.undivided, request);
    const readEarlier: ReadNext = (from, size) =>
      Promise.resolve(earlier.filter((wish) => !from || byPosition(wish, from) > 0).slice(0, size));
    const sublists = sublist === undefined ? this.#names.allSublists() : [this.#names.sublist(sublist)];
    const readers = sublists.map(
      (key): ReadNext =>
        (from, size) =>
          readAfter(this.#redis, key, from, size),
    );
    return mergedAfter([readEarlier, ...readers], cursor, count);
  }

  /**
   * Moves wishes from before the division to their sublists. A wish whose position changes meanwhile stays. The
   * sublists may be on other servers: a wish leaves the undivided set only after its sublist has it durably.
   */
  async moveToSublists(itemIds: readonly string[], durably: Durably): Promise<void> {
    if (itemIds.length === 0) return;
    const { undivided } = this.#names;
    const scores = await this.#redis.zmscore(undivided, ...itemIds);
    const moved = itemIds.flatMap((itemId, i) => {
      const since = scores[i] ?? null;
      return since === null ? [] : [{ itemId, since }];
    });
    await durably(() =>
      Promise.all(
        moved.map(({ itemId, since }) => this.#redis.zadd(this.#sublistWith(itemId), since, itemId)),
      ),
    );
    await removeUnchanged.run(
      this.#redis,
      [undivided],
      moved.flatMap(({ itemId, since }) => [itemId, since]),
    );
  }
}

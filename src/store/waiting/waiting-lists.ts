import type { Redis } from "ioredis";
import { defined } from "../../collections/defined.ts";
import { groupedBy } from "../../collections/grouped.ts";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";
import { isOfWrongType } from "../redis/failures.ts";
import { scanKeys } from "../redis/scan.ts";
import { loadScript } from "../redis/script.ts";
import { DividedWaiting, type Durably, readWaiting, type WaitingMode } from "./divided-waiting.ts";
import { WaitingNames } from "./waiting-names.ts";
import { countAfter, scoreOf, type WaitingCursor } from "./waiting-set.ts";

const divideWaiting = loadScript("waiting/divide-waiting");

/** Identifies a waiting list. */
export interface NamedList {
  storeKey: string;
  /** Index term of the variant. */
  variant: string;
}

/** Moves wishes of a divided list from before its division to the sublists. Resolves once the move is durable. */
export type MoveWishes = (list: NamedList, itemIds: readonly string[]) => Promise<void>;

/** A wish in the waiting list of a variant. */
interface Listing extends NamedList {
  itemId: string;
}

/** A wish that begins to wait for a variant. */
interface Wait extends Listing {
  /** Since when it is wished for, in milliseconds since 1970. */
  since: number;
  /** The wish was for another variant before: its earlier position is lost. */
  hasMoved: boolean;
  /** The wish came from another wishlist, or was joined with one: its actor has decided the position. */
  isFromList?: boolean;
}

/**
 * The ZADD mode for a wish that the list may already have. A repeated event does not move a wish to an earlier time. A
 * joined wish gets the position of its actor even if that is later: a wave that is past the earlier position would leave
 * it out.
 */
const modeOf = ({ hasMoved, isFromList }: Wait): WaitingMode => (hasMoved ? "GT" : isFromList ? "CH" : "NX");

/** A wish that is added to a list, or removed from it. */
export type WaitChange = { added: Wait } | { removed: Listing };

const listingOf = (change: WaitChange): Listing => ("added" in change ? change.added : change.removed);

/** Number of wishes from which a list is divided: the maximum of a single sorted set, which is checked now and then. */
const MAX_LENGTH = 10_000;
/** How often the length of a list is checked on average until it has its maximum. */
const CHECKS_PER_LENGTH = 100;
/** Number of keys and members that are scanned at once. */
const SCAN_SIZE = 500;

/** Wishes of a list that are read together for maintenance. */
export interface ScannedWishes {
  itemIds: string[];
  /** Whether they have to be moved to the sublists of their list. */
  isUndivided: boolean;
}

/**
 * Lists of the wishes that wait for a variant, the oldest first. An entry is a hint: the wish's record decides.
 *
 * A list is one sorted set. A long list is divided: its key then holds a text, so that Redis refuses commands of sorted
 * sets, and its wishes are in several sets ({@link DividedWaiting}). It stays divided. So a change of a short list
 * costs one command, and no process has to know in advance which lists are divided.
 */
export class WaitingLists {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #layout: Layout;
  readonly #maxLength: number;

  /** @param maxLength number of wishes from which a list is divided */
  constructor(redis: Redis, keys: Keys, layout: Layout, maxLength = MAX_LENGTH) {
    this.#redis = redis;
    this.#keys = keys;
    this.#layout = layout;
    this.#maxLength = maxLength;
  }

  #namesOf({ storeKey, variant }: NamedList): WaitingNames {
    return new WaitingNames(this.#keys, { layout: this.#layout, storeKey, variant });
  }

  /** Uses the sorted set of a list, or its sets where it is divided. */
  async #use<T>(
    names: WaitingNames,
    useWhole: (key: string) => Promise<T>,
    useDivided: (list: DividedWaiting) => Promise<T>,
  ): Promise<T> {
    try {
      return await useWhole(names.list);
    } catch (err) {
      if (!isOfWrongType(err)) throw err;
    }
    return useDivided(new DividedWaiting(this.#redis, names));
  }

  /** Makes changes in their order. A listed wish that is added again keeps its position. */
  async change(changes: readonly WaitChange[]): Promise<void> {
    const isMade = await Promise.all(
      changes.map((change) =>
        this.#use(
          this.#namesOf(listingOf(change)),
          (key) => this.#changeWhole(key, change),
          () => Promise.resolve(false),
        ),
      ),
    );
    await this.#changeDivided(changes.filter((_, i) => !isMade[i]));
    const checked = changes.filter(
      (change, i) => isMade[i] && "added" in change && Math.random() * this.#maxLength < CHECKS_PER_LENGTH,
    );
    await Promise.all(checked.map((change) => this.divideIfLong(listingOf(change))));
  }

  async #changeWhole(key: string, change: WaitChange): Promise<boolean> {
    if ("removed" in change) await this.#redis.zrem(key, change.removed.itemId);
    else await this.#redis.zadd(key, modeOf(change.added), change.added.since, change.added.itemId);
    return true;
  }

  /** Makes changes of divided lists: those of one wish one after the other, because each takes several steps. */
  async #changeDivided(changes: readonly WaitChange[]): Promise<void> {
    const nameOf = (change: WaitChange) => {
      const listing = listingOf(change);
      return `${this.#namesOf(listing).list} ${listing.itemId}`;
    };
    const makeInTurn = async (ofWish: readonly WaitChange[]) => {
      for (const change of ofWish) await this.#changeInDivided(change);
    };
    await Promise.all([...groupedBy(changes, nameOf).values()].map(makeInTurn));
  }

  #changeInDivided(change: WaitChange): Promise<void> {
    const list = new DividedWaiting(this.#redis, this.#namesOf(listingOf(change)));
    return "removed" in change
      ? list.remove(change.removed.itemId)
      : list.add(change.added, modeOf(change.added));
  }

  /** Removes wishes from their lists. */
  async remove(listings: readonly Listing[]): Promise<void> {
    await this.change(listings.map((removed) => ({ removed })));
  }

  /** Divides a list that has become long. */
  async divideIfLong(named: NamedList): Promise<void> {
    const { list, undivided } = this.#namesOf(named);
    await divideWaiting.run(this.#redis, [list, undivided], [this.#maxLength.toString()]);
  }

  /** Whether a list is divided, and still has wishes that are not moved to the sublists. */
  async hasUndivided(storeKey: string, variant: string): Promise<boolean> {
    return (await this.#redis.exists(this.#namesOf({ storeKey, variant }).undivided)) > 0;
  }

  /** Moves wishes of a divided list from before its division to the sublists. */
  async moveToSublists(named: NamedList, itemIds: readonly string[], durably: Durably): Promise<void> {
    await new DividedWaiting(this.#redis, this.#namesOf(named)).moveToSublists(itemIds, durably);
  }

  /** How many wishes a list has. */
  async count(storeKey: string, variant: string): Promise<number> {
    return this.#use(
      this.#namesOf({ storeKey, variant }),
      (key) => this.#redis.zcard(key),
      (list) => list.count(),
    );
  }

  /** How many wishes wait after a position and since before a time, in milliseconds since 1970. */
  async countBetween(
    storeKey: string,
    variant: string,
    after: WaitingCursor | undefined,
    before: number,
  ): Promise<number> {
    return this.#use(
      this.#namesOf({ storeKey, variant }),
      (key) => countAfter(this.#redis, key, after, before),
      (list) => list.countBetween(after, before),
    );
  }

  /** Since when each wish waits for a variant; null for those that do not. */
  async since(storeKey: string, variant: string, itemIds: readonly string[]): Promise<(number | null)[]> {
    if (itemIds.length === 0) return [];
    return this.#use(
      this.#namesOf({ storeKey, variant }),
      async (key) => (await this.#redis.zmscore(key, ...itemIds)).map(scoreOf),
      (list) => list.since(itemIds),
    );
  }

  /** Number of the sublists of a divided list; 0 for any other. */
  async sublistsOf(storeKey: string, variant: string): Promise<number> {
    const names = this.#namesOf({ storeKey, variant });
    return (await this.#redis.type(names.list)) === "string" ? names.sublists : 0;
  }

  /** Wishes after a position, with their own positions: all, or those that belong to one sublist. */
  async after(
    storeKey: string,
    variant: string,
    cursor: WaitingCursor | undefined,
    count: number,
    sublist?: number,
  ): Promise<WaitingCursor[]> {
    const names = this.#namesOf({ storeKey, variant });
    const request = { cursor, count, ...defined({ sublist }) };
    return this.#use(
      names,
      (key) => readWaiting(this.#redis, names, key, request),
      (list) => list.after(request),
    );
  }

  /** All lists; one may come twice. Reads through all keys: for maintenance only. */
  async *lists(): AsyncGenerator<NamedList> {
    for await (const found of scanKeys(this.#redis, this.#keys.everyWaiting, SCAN_SIZE))
      for (const key of found) yield this.#keys.waitingPartsOf(key);
  }

  /** The wishes of a list in any order, some at a time, those to be moved first; one may come twice. */
  async *chunks(named: NamedList): AsyncGenerator<ScannedWishes> {
    const names = this.#namesOf(named);
    const sets =
      (await this.sublistsOf(named.storeKey, named.variant)) > 0
        ? [names.undivided, ...names.allSublists()]
        : [names.list];
    for (const key of sets) {
      let cursor = "0";
      do {
        const [next, flat] = await this.#redis.zscan(key, cursor, "COUNT", SCAN_SIZE);
        const itemIds = flat.filter((_, i) => i % 2 === 0);
        if (itemIds.length > 0) yield { itemIds, isUndivided: key === names.undivided };
        cursor = next;
      } while (cursor !== "0");
    }
  }
}

import { partitionTags } from "./partition-tags.ts";

/** Matches a key of one store. Kind and store come first, so that no value after them can change their meaning. */
const OF_STORE = /^\{(?!jobs\.)[^{}]+\}:[A-Za-z-]+:([a-z0-9-]+)\/[^:/]*(?::|$)/;
const ANSWERS = /^\{([^{}]+)\}:(?:kept|answers):(.*)$/s;
const PARTS = /^\{([^{}]+)\}:(.):(.*)$/s;
const INDEX = /^\{([^{}]+)\}:[a-z-]+:(.*)$/s;
const TAG = /^\{([^{}]+)\}:/;
const KIND = /^\{([^{}]+)\}:([^:]+)/;
const WAITING = /^\{[^{}]+\}:waiting:([^:]*):(.*)$/s;
/**
 * Start of the tag of a partition that does not exist. An id of a caller may name such a partition, but no key has this
 * tag.
 */
const NOWHERE = "none.";

/** Returns a pattern of Redis that matches only this text. */
export const escapeGlob = (text: string) => text.replace(/[[\]*?\\]/g, "\\$&");

/** The address of an actor or one of its parts, in a key with a one-letter name. */
export interface RecordAddress {
  partition: number;
  id: string;
}

/** The keys of some kinds in all partitions. */
export interface KeyPattern {
  /** Pattern for SCAN. */
  match: string;
  /** Whether a key that matches is one of them: a text of a caller at the end of another key may look like one. */
  isOf: (key: string) => boolean;
}

/** The prefix of all keys, the hash tags of the partitions, patterns of keys, and the parts of a key. */
export class KeySpace {
  /** The prefix of all keys. */
  readonly prefix: string;
  readonly #tags: readonly string[];
  readonly #partitions: ReadonlyMap<string, number>;

  /** @param partitions number of partitions: their hash tags follow from it */
  constructor(prefix: string, partitions: number) {
    this.prefix = prefix;
    this.#tags = partitionTags(partitions);
    this.#partitions = new Map(this.#tags.map((tag, partition) => [tag, partition]));
  }

  /** Number of partitions. */
  get partitions() {
    return this.#tags.length;
  }
  /** Returns the hash tag of a partition. */
  tag(partition: number): string {
    return this.#tags[partition] ?? `${NOWHERE}${partition.toString()}`;
  }
  /** Returns the prefix of the keys of a partition. */
  protected at(partition: number) {
    return `${this.prefix}{${this.tag(partition)}}:`;
  }

  /** Pattern of all keys, for SCAN. */
  get every() {
    return `${escapeGlob(this.prefix)}*`;
  }
  /**
   * Returns the tenant of a key that belongs to one store; undefined for any other key, also for those of single
   * wishlists.
   */
  tenantOf(key: string): string | undefined {
    return OF_STORE.exec(key.slice(this.prefix.length))?.[1];
  }
  /** Returns the wishlist or customer whose stored answers a key lists; undefined for any other key. */
  answersAt(key: string): RecordAddress | undefined {
    const [, tag = "", id] = ANSWERS.exec(key.slice(this.prefix.length)) ?? [];
    const partition = this.#partitions.get(tag);
    return id === undefined || partition === undefined ? undefined : { partition, id };
  }
  /** @param rest pattern of what follows the hash tag: one of the kinds, and more */
  #pattern(rest: string, kinds: readonly string[]): KeyPattern {
    return {
      match: `${escapeGlob(this.prefix)}{*}:${rest}`,
      isOf: (key) => {
        const [, tag = "", kind = ""] = KIND.exec(key.slice(this.prefix.length)) ?? [];
        return this.#partitions.has(tag) && kinds.includes(kind);
      },
    };
  }
  /** Returns the pattern of all keys with these one-letter names. */
  everyOf(letters: string) {
    return this.#pattern(`[${letters}]:*`, Array.from(letters));
  }
  /** Returns the pattern of a store's keys with a one-letter name. */
  everyOfStore(letter: string, storeKey: string) {
    return this.#pattern(`${letter}:${escapeGlob(storeKey)}:*`, [letter]);
  }
  /** Returns the pattern of an index of all stores. */
  everyIndex(index: string) {
    return this.#pattern(`${index}:*`, [index]);
  }
  /** Returns the partition and the store of the key of an index. */
  storeOf(key: string): { partition: number; storeKey: string } {
    const [, tag = "", storeKey = ""] = INDEX.exec(key.slice(this.prefix.length)) ?? [];
    return { partition: this.#partitions.get(tag) ?? -1, storeKey };
  }
  /** Returns the partition, the letter and the id of a key with a one-letter name. */
  partsOf(key: string): RecordAddress & { letter: string } {
    const [, tag = "", letter = "", id = ""] = PARTS.exec(key.slice(this.prefix.length)) ?? [];
    return { partition: this.#partitions.get(tag) ?? -1, letter, id };
  }

  /** Returns the partition of a key; -1 if it is in none. */
  partitionOf(key: string): number {
    const [, tag = ""] = TAG.exec(key.slice(this.prefix.length)) ?? [];
    return this.#partitions.get(tag) ?? -1;
  }

  /** Returns a key with a one-letter name; {@link KeySpace.partsOf} returns its parts. */
  recordAt(partition: number, letter: string, id: string) {
    return `${this.at(partition)}${letter}:${id}`;
  }

  /** Pattern of all stock that waits for its variant. */
  get everyPendingStock() {
    return this.#pattern("parked:*", ["parked"]);
  }
  /** Pattern of all waiting lists. */
  get everyWaiting() {
    return this.#pattern("waiting:*", ["waiting"]);
  }
  /** Returns the store and the variant of a waiting list's key. */
  waitingPartsOf(key: string): { storeKey: string; variant: string } {
    const [, storeKey = "", variant = ""] = WAITING.exec(key.slice(this.prefix.length)) ?? [];
    return { storeKey, variant };
  }
}

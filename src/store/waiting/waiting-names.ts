import { parseItemId } from "../ids/ids.ts";
import type { Keys } from "../keys/keys.ts";
import type { Layout } from "../layout/layout.ts";

/**
 * Number of sublists of a divided waiting list; fewer if there are fewer partitions. It determines the key of a wish, so
 * it must not change.
 */
const SUBLISTS = 32;

/**
 * Names of the keys of a waiting list. All wishes of a customer are in one partition, and so in one sublist of a list.
 */
export class WaitingNames {
  /** The list itself; if it is divided, only a text that says so. */
  readonly list: string;
  /** Number of sublists of a list that is divided. */
  readonly sublists: number;
  readonly #keys: Keys;
  readonly #partitions: number;
  readonly #partition: number;
  readonly #storeKey: string;
  readonly #variant: string;

  constructor(
    keys: Keys,
    { layout, storeKey, variant }: { layout: Layout; storeKey: string; variant: string },
  ) {
    this.#keys = keys;
    this.#partitions = layout.partitions;
    this.#partition = layout.partitionOf(`waiting ${storeKey} ${variant}`);
    this.#storeKey = storeKey;
    this.#variant = variant;
    this.sublists = Math.min(SUBLISTS, this.#partitions);
    this.list = keys.waiting(this.#partition, storeKey, variant);
  }

  /** Key of the wishes from before the division, until they are moved to the sublists. */
  get undivided(): string {
    return this.#keys.undividedWaiting(this.#partition, this.#storeKey, this.#variant);
  }

  /** Returns the number of the sublist of a wish. The partitions are divided evenly, in their order. */
  sublistOf(itemId: string): number {
    const partition = (parseItemId(itemId)?.partition ?? 0) % this.#partitions;
    return Math.floor((partition * this.sublists) / this.#partitions);
  }

  /** Returns the key of a sublist, in one of the partitions whose wishes it has. */
  sublist(number: number): string {
    const first = Math.ceil((number * this.#partitions) / this.sublists);
    // Spreads the lists of different variants over the partitions of the sublist.
    const partition = first + (this.#partition % Math.floor(this.#partitions / this.sublists));
    return this.#keys.waitingSublist(partition, this.#storeKey, this.#variant);
  }

  /** Returns the keys of all sublists, in their order. */
  allSublists(): string[] {
    return Array.from({ length: this.sublists }, (_, number) => this.sublist(number));
  }
}

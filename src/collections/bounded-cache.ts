import { LRUCache } from "lru-cache";
import { defined } from "./defined.ts";

/** A cache of a bounded number of entries. */
export type BoundedCache<V extends object | string | number | true> = LRUCache<string, V>;

/**
 * Makes a cache that drops the least recently used entry when it has more than `max` entries. The package's own option
 * `max` reserves memory for all entries at once, which takes a third of the CPU time of a start.
 * @param ttl milliseconds after which an entry expires; without it, entries do not expire
 */
export const boundedCache = <V extends object | string | number | true>(
  max: number,
  { ttl }: { ttl?: number } = {},
): BoundedCache<V> => new LRUCache({ maxSize: max, sizeCalculation: () => 1, ...defined({ ttl }) });

import { LRUCache } from "lru-cache";
import { defined } from "./defined.ts";

/** A cache of a bounded number of entries. */
export type BoundedCache<V extends object | string | number | true> = LRUCache<string, V>;

/**
 * A cache that forgets what was used longest ago once it has more than `max` entries. The package's own option `max`
 * reserves memory for all of them at once, which is a third of the CPU of a start.
 * @param ttl milliseconds after which an entry is gone; without it, entries stay
 */
export const boundedCache = <V extends object | string | number | true>(
  max: number,
  { ttl }: { ttl?: number } = {},
): BoundedCache<V> => new LRUCache({ maxSize: max, sizeCalculation: () => 1, ...defined({ ttl }) });

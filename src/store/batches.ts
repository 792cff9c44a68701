/** Divides a list into batches of at most `size` elements, in their order. */
export function* batchesOf<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

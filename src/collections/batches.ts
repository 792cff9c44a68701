/** Divides a list into batches of at most `size` elements, in their order. */
export function* batchesOf<T>(all: readonly T[], size: number): Generator<T[]> {
  for (let start = 0; start < all.length; start += size) yield all.slice(start, start + size);
}

/**
 * Divides a list into batches, in their order, so that the weights of each batch sum up to at most `limit`. An element
 * that is heavier is a batch of its own.
 *
 * @param most maximum number of elements of a batch
 */
export function* weighedBatches<T>(
  all: readonly T[],
  limit: number,
  weightOf: (element: T) => number,
  most = Infinity,
): Generator<T[]> {
  let [batch, weight]: [T[], number] = [[], 0];
  for (const each of all) {
    const added = weightOf(each);
    if (batch.length === most || (batch.length > 0 && weight + added > limit)) {
      yield batch;
      [batch, weight] = [[], 0];
    }
    batch.push(each);
    weight += added;
  }
  if (batch.length > 0) yield batch;
}

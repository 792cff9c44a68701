/** Divides a sequence into batches of at most `size` elements, in their order. Only one batch is in memory. */
export async function* batchesFrom<T>(
  all: Iterable<T> | AsyncIterable<T>,
  size: number,
): AsyncGenerator<T[]> {
  let batch: T[] = [];
  for await (const each of all) {
    batch.push(each);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

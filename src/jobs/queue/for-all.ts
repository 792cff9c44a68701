import { isTemporary } from "./worker/retry-while-unavailable.ts";

/**
 * Reports the failures of several tasks.
 *
 * @throws the failures, if there are any; if one is temporary, only that one, so that the job waits
 */
export function throwFailures(failures: readonly unknown[]): void {
  if (failures.some(isTemporary)) throw failures.find(isTemporary);
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, "several tasks failed");
}

/** Yields each item once, to several readers together. */
async function* sharedBy<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T> {
  yield* items;
}

/**
 * Runs `work` for each item, for up to `concurrency` items at the same time. A failure does not stop the other items,
 * unless it is temporary. No further item is begun after `signal` is aborted.
 *
 * @throws the failures, also of the items themselves, or the reason of the abort, when no work is running any more
 */
export async function forAll<T>(
  items: Iterable<T> | AsyncIterable<T>,
  work: (item: T) => Promise<unknown>,
  { concurrency = 1, signal }: { concurrency?: number; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const queue = sharedBy(items);
  const failures: unknown[] = [];
  const run = async () => {
    for await (const item of queue) {
      if (signal?.aborted === true) return;
      await work(item).catch((err: unknown) => failures.push(err));
      if (failures.some(isTemporary)) return;
    }
  };
  const runs = Array.from({ length: concurrency }, () => run().catch((err: unknown) => failures.push(err)));
  await Promise.all(runs);
  signal?.throwIfAborted();
  throwFailures(failures);
}

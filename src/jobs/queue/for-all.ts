import { isTemporary } from "./worker/retry-while-unavailable.ts";

/**
 * Throws the failures, if there are any. If one is temporary, only that one is thrown, so that the job waits; otherwise
 * all are thrown.
 */
export function throwFailures(failures: readonly unknown[]): void {
  if (failures.some(isTemporary)) throw failures.find(isTemporary);
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, "several tasks failed");
}

/**
 * Runs `work` for each item, for up to `concurrency` items at the same time. A failure does not stop the other items,
 * unless it is temporary. No further item is begun after `signal` is aborted.
 *
 * @throws the failures, or the reason of the abort, when no work is running any more
 */
export async function forAll<T>(
  items: Iterable<T>,
  work: (item: T) => Promise<unknown>,
  { concurrency = 1, signal }: { concurrency?: number; signal?: AbortSignal | undefined } = {},
): Promise<void> {
  const queue = [...items].values();
  const failures: unknown[] = [];
  const run = async () => {
    for (const item of queue) {
      if (signal?.aborted === true) return;
      await work(item).catch((err: unknown) => failures.push(err));
      if (failures.some(isTemporary)) return;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, run));
  signal?.throwIfAborted();
  throwFailures(failures);
}

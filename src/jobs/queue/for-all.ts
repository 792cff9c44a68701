import { isPassing } from "./patient.ts";

/** Throws what has failed; what passes by itself comes first, so that the job waits for it. */
export function throwFailures(failures: readonly unknown[]): void {
  if (failures.some(isPassing)) throw failures.find(isPassing);
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, "some of several things failed");
}

/**
 * Does the work for each of some things, up to `concurrency` at the same time: one that fails does not stop the others,
 * unless the store or a worker is away. @throws what failed, once nothing is under way any more
 */
export async function forAll<T>(
  things: Iterable<T>,
  work: (thing: T) => Promise<unknown>,
  concurrency = 1,
): Promise<void> {
  const queue = [...things].values();
  const failures: unknown[] = [];
  const run = async () => {
    for (const thing of queue) {
      await work(thing).catch((err: unknown) => failures.push(err));
      if (failures.some(isPassing)) return;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, run));
  throwFailures(failures);
}

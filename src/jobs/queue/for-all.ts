import { isPassing } from "./worker/patient.ts";

/**
 * Throws the failures, if there are any: one of a store or worker that is away alone, so that the job waits; otherwise
 * all of them.
 */
export function throwFailures(failures: readonly unknown[]): void {
  if (failures.some(isPassing)) throw failures.find(isPassing);
  if (failures.length === 1) throw failures[0];
  if (failures.length > 1) throw new AggregateError(failures, "some of several things failed");
}

/**
 * Does the work for each thing, up to `concurrency` at the same time. One that fails does not stop the others, unless
 * the store or a worker is away.
 *
 * @throws the failures, once no work is running
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

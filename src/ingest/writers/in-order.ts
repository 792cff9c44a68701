/**
 * Runs `work` for all rows, up to `concurrency` at the same time. Resolves to the results in the order of the rows.
 * After a failure, no more rows are started, and running ones end before the promise rejects.
 */
export async function inOrder<R, T>(
  rows: readonly R[],
  concurrency: number,
  work: (row: R, i: number) => Promise<T>,
): Promise<T[]> {
  const results = new Array<T>(rows.length);
  const failures: unknown[] = [];
  const entries = rows.entries();
  const run = async () => {
    // All runs take their rows from the same iterator.
    for (let entry = entries.next(); !entry.done && failures.length === 0; entry = entries.next()) {
      const [i, row] = entry.value;
      try {
        results[i] = await work(row, i);
      } catch (err) {
        failures.push(err);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, rows.length) }, run));
  if (failures.length > 0) throw failures[0];
  return results;
}

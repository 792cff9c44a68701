/**
 * Runs `work` over all rows, some at a time, and keeps their order. When one fails no more are begun, and those in hand
 * end before this rejects.
 */
export async function inOrder<R, T>(
  rows: readonly R[],
  concurrency: number,
  work: (row: R, i: number) => Promise<T>,
): Promise<T[]> {
  const results = new Array<T>(rows.length);
  const failures: unknown[] = [];
  let next = 0;
  const run = async () => {
    for (let i = next++; i < rows.length && failures.length === 0; i = next++) {
      try {
        results[i] = await work(rows[i] as R, i);
      } catch (err) {
        failures.push(err);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, rows.length) }, run));
  if (failures.length > 0) throw failures[0];
  return results;
}

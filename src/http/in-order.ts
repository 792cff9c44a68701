/** Runs `work` over all rows, some at a time, and keeps their order. */
export async function inOrder<R, T>(
  rows: readonly R[],
  atOnce: number,
  work: (row: R, i: number) => Promise<T>,
): Promise<T[]> {
  const results = new Array<T>(rows.length);
  let next = 0;
  const run = async () => {
    for (let i = next++; i < rows.length; i = next++) results[i] = await work(rows[i] as R, i);
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, rows.length) }, run));
  return results;
}

import { inOrder } from "./in-order.ts";

/** How rows are written. */
interface RowsWriter<Row, Result> {
  /** Every name that another row could use for the same entity. */
  subjectsOf: (row: Row) => Promise<string[]> | string[];
  write: (row: Row, i: number) => Promise<Result>;
}

/**
 * Returns for each row the index of the first row that it is connected with by shared subjects, directly or through
 * other rows.
 */
function leadersOf(subjects: readonly string[][]): number[] {
  const leaders = subjects.map((_, i) => i);
  const find = (i: number): number => {
    let leader = i;
    while (leaders[leader] !== leader) leader = leaders[leader] ?? leader;
    leaders[i] = leader;
    return leader;
  };
  const firstWith = new Map<string, number>();
  for (const [i, names] of subjects.entries()) {
    for (const name of names) {
      const other = firstWith.get(name);
      if (other === undefined) firstWith.set(name, i);
      else {
        const [one, two] = [find(other), find(i)];
        leaders[Math.max(one, two)] = Math.min(one, two);
      }
    }
  }
  return subjects.map((_, i) => find(i));
}

/**
 * Writes rows at the same time, but rows about the same entity one after another, in their order. Two rows that share
 * subjects with a third one also count as about the same entity: the last may take a reference that the first releases.
 * Resolves to the results in the order of the rows.
 */
export async function writeInOrder<Row, Result>(
  rows: readonly Row[],
  concurrency: number,
  { subjectsOf, write }: RowsWriter<Row, Result>,
): Promise<Result[]> {
  const subjects = rows.length > 1 ? await inOrder(rows, concurrency, async (row) => subjectsOf(row)) : [];
  const leaders = leadersOf(subjects);
  const latest = new Map<number, Promise<Result>>();
  return inOrder(rows, concurrency, (row, i) => {
    const leader = leaders[i] ?? i;
    const before = latest.get(leader);
    const done = before ? before.then(() => write(row, i)) : write(row, i);
    latest.set(leader, done);
    return done;
  });
}

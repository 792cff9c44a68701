import { inOrder } from "../in-order.ts";

/** How rows are written. */
export interface RowsWriter<Row, Result> {
  /** What a row is about, under every name that another row about the same would give. */
  subjectsOf: (row: Row) => Promise<string[]> | string[];
  write: (row: Row, i: number) => Promise<Result>;
}

/** Writes rows at the same time, but those about the same thing one after another. Resolves to the results in order. */
export async function writeInOrder<Row, Result>(
  rows: readonly Row[],
  atOnce: number,
  { subjectsOf, write }: RowsWriter<Row, Result>,
): Promise<Result[]> {
  const subjects = rows.length > 1 ? await inOrder(rows, atOnce, async (row) => subjectsOf(row)) : [];
  const latest = new Map<string, Promise<Result>>();
  return inOrder(rows, atOnce, (row, i) => {
    const mine = subjects[i] ?? [];
    const before = mine.flatMap((subject) => latest.get(subject) ?? []);
    const done = before.length > 0 ? Promise.all(before).then(() => write(row, i)) : write(row, i);
    for (const subject of mine) latest.set(subject, done);
    return done;
  });
}

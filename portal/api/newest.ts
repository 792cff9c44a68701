/**
 * All rows of a list that the API gives in pages of `size`, the oldest first; here the newest come first. `load` gives
 * the rows after the one with an id.
 */
export async function newestFirst<R extends { id: string }>(
  size: number,
  load: (after: string | undefined) => Promise<readonly R[]>,
): Promise<R[]> {
  const found: R[] = [];
  for (;;) {
    const rows = await load(found.at(-1)?.id);
    found.push(...rows);
    if (rows.length < size) return found.toReversed();
  }
}

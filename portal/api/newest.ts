/**
 * All rows of a list that the API gives in pages, the oldest first; here the newest come first. `load` gives the rows
 * after the one with an id. A page can end early, so only an empty one is the end.
 */
export async function newestFirst<R extends { id: string }>(
  load: (after: string | undefined) => Promise<readonly R[]>,
): Promise<R[]> {
  const found: R[] = [];
  for (;;) {
    const rows = await load(found.at(-1)?.id);
    if (rows.length === 0) return found.toReversed();
    found.push(...rows);
  }
}

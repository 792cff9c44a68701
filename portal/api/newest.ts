/**
 * Returns all rows of a list, the newest first; the API returns them in pages, the oldest first. `load` returns the
 * rows after an id. A page can end early, so only an empty page is the end.
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

/**
 * Returns the cursor of the next page: the last id of this page; undefined on the last page. The API ends a page with
 * large records early, so one more row is requested after each page, whatever its size.
 */
export async function cursorAfter(
  last: string | undefined,
  load: (query: { lastItemId: string; pageSize: 1 }) => Promise<readonly unknown[]>,
): Promise<string | undefined> {
  if (last === undefined) return undefined;
  // If the request fails, there may be more rows; the request for the next page then shows the error.
  const following = await load({ lastItemId: last, pageSize: 1 }).catch(() => [last]);
  return following.length === 0 ? undefined : last;
}

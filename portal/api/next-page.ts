/**
 * What the next page continues from: the last id of this one, or nothing after the last page. The API ends a page of large
 * records early, so one row is asked for after each page, however many this one has.
 */
export async function cursorAfter(
  last: string | undefined,
  load: (query: { lastItemId: string; pageSize: 1 }) => Promise<readonly unknown[]>,
): Promise<string | undefined> {
  if (last === undefined) return undefined;
  // Without an answer, there may be more: whoever asks for it learns of the error.
  const following = await load({ lastItemId: last, pageSize: 1 }).catch(() => [last]);
  return following.length === 0 ? undefined : last;
}

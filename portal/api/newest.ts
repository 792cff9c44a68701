import type { Page } from "./api.ts";

/**
 * Returns the rows of a list since a time in milliseconds since 1970, the newest first. `load` returns a page of the
 * list, the newest first.
 */
export async function newestSince<R extends { time: string }>(
  since: number,
  load: (cursor: string | undefined) => Promise<Page<R>>,
): Promise<R[]> {
  const isLater = ({ time }: R) => Date.parse(time) >= since;
  const found: R[] = [];
  let cursor: string | undefined;
  do {
    const page = await load(cursor);
    found.push(...page.rows.filter(isLater));
    // A process of an earlier version may not know the parameter, and answer with the same page again.
    const isNext = page.cursor !== cursor && page.rows.every(isLater);
    cursor = isNext ? page.cursor : undefined;
  } while (cursor !== undefined);
  return found;
}

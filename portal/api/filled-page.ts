import type { Api, Page, Query } from "./api.ts";

/** Requests that one page of a list may take. */
const MAX_REQUESTS = 10;

/**
 * A page of a list with filters, of about `pageSize` rows. The API looks through a bounded number of records at a time:
 * pages with few rows or none may come before those that have more.
 */
export async function filledPage<R>(
  api: Api,
  path: string,
  name: string,
  query: Query & { pageSize: number; cursor?: string | undefined },
): Promise<Page<R>> {
  const rows: R[] = [];
  let { cursor } = query;
  for (let requests = 0; requests < MAX_REQUESTS && rows.length < query.pageSize; requests++) {
    const page = await api.page<R>(path, name, { ...query, cursor });
    rows.push(...page.rows);
    cursor = page.cursor;
    if (cursor === undefined) break;
  }
  return { rows, cursor };
}

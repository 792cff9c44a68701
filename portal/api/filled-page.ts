import type { Api, Page, Query } from "./api.ts";

/** Maximum number of requests for one page of a list. */
const MAX_REQUESTS = 10;

/**
 * Returns a page of about `pageSize` rows of a list with filters. The API searches a limited number of records for each
 * page, so pages with few or no rows may be followed by pages with more rows.
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

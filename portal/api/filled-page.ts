/** Requests that one page of a list may take. */
const MAX_REQUESTS = 10;

/**
 * A page of a list with filters, of about `size` rows. The API looks through a bounded number of records at a time: pages
 * with few rows or none may come before those that have more.
 */
export async function filledPage<R>(
  load: (cursor: string | undefined) => Promise<{ rows: readonly R[]; cursor?: string | undefined }>,
  size: number,
  cursor: string | undefined,
): Promise<{ rows: readonly R[]; cursor: string | undefined }> {
  const rows: R[] = [];
  let next = cursor;
  for (let requests = 0; requests < MAX_REQUESTS && rows.length < size; requests++) {
    const page = await load(next);
    rows.push(...page.rows);
    next = page.cursor;
    if (next === undefined) break;
  }
  return { rows, cursor: next };
}

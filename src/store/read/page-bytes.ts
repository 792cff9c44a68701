/** Maximum number of bytes of the records on one page: it ends before the record that would exceed it. */
export const MAX_PAGE_BYTES = 4 * 1024 * 1024;

/** Returns how many of the first records fit into `budget` bytes together, but at least one. */
export function countFitting(records: readonly { length: number }[], budget: number): number {
  let bytes = 0;
  for (const [i, { length }] of records.entries()) {
    bytes += length;
    if (i > 0 && bytes > budget) return i;
  }
  return records.length;
}

/** Returns the first texts, as many as fit into `budget` bytes together, but at least one. */
export const firstTexts = (texts: readonly string[], budget = MAX_PAGE_BYTES): string[] =>
  texts.slice(
    0,
    countFitting(
      texts.map((text) => ({ length: Buffer.byteLength(text) })),
      budget,
    ),
  );

/** Returns the first records as JSON, as many as fit into `budget` bytes together, but at least one. */
export const firstFitting = (records: readonly object[], budget = MAX_PAGE_BYTES): string[] =>
  firstTexts(
    records.map((record) => JSON.stringify(record)),
    budget,
  );

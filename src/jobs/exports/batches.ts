import type { Counts, Cursor } from "../../store/exports/export-run.ts";
import type { ExportedRecord } from "./connector.ts";
import { isAfterCursor, prefetch, type Source } from "./sources/source.ts";

/** Steps without a record after which the position is stored anyway. */
const MAX_IDLE = 20_000;

/** Records that are sent together, and the position after them. */
export interface CutBatch {
  records: ExportedRecord[];
  end: Cursor;
  /** Wishes and deletions that were read for it, and the skipped ones among them. */
  read: number;
  skipped: Counts["skipped"];
  share: number;
}

const newBatch = (end: Cursor): CutBatch => ({ records: [], end, read: 0, skipped: {}, share: 0 });

/**
 * Cuts the steps into batches of up to `size` records. The first batch ends at `firstEnd` if that is known: it was sent
 * before, and must contain the same records.
 */
export async function* cut(
  source: Source,
  { start, size, firstEnd }: { start: Cursor; size: number; firstEnd?: Cursor | undefined },
): AsyncGenerator<CutBatch, undefined> {
  let batch = newBatch(start);
  let border = firstEnd;
  let idle = 0;
  for await (const steps of prefetch(source)) {
    for (const { cursor, record, skipped, share = 0 } of steps) {
      if (border && isAfterCursor(cursor, border)) {
        yield batch;
        batch = newBatch(batch.end);
        border = undefined;
      }
      batch.end = cursor;
      batch.share += share;
      if (record) batch.records.push(record);
      if (record ?? skipped) batch.read++;
      if (skipped) batch.skipped[skipped] = (batch.skipped[skipped] ?? 0) + 1;
      idle = record ? 0 : idle + 1;
      if (batch.records.length >= size || idle >= MAX_IDLE) {
        yield batch;
        batch = newBatch(cursor);
        border = undefined;
        idle = 0;
      }
    }
  }
  if (isAfterCursor(batch.end, start) || batch.read > 0) yield batch;
  return undefined;
}

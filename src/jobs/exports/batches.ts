import type { Counts, Cursor } from "../../store/exports/export-run.ts";
import type { ExportedRecord } from "./connector.ts";
import { isAfterCursor, prefetch, type Source, type Step } from "./sources/source.ts";

/** Maximum number of consecutive steps without a record: after them, the position is stored anyway. */
const MAX_IDLE = 20_000;

/** Records that are sent together, and the cursor after them. */
export interface CutBatch {
  records: ExportedRecord[];
  end: Cursor;
  /** Number of wishes and deletions that were read for the batch, including the skipped ones. */
  read: number;
  skipped: Counts["skipped"];
  share: number;
}

const newBatch = (end: Cursor): CutBatch => ({ records: [], end, read: 0, skipped: {}, share: 0 });

/** Adds a step to a batch. */
function addStep(batch: CutBatch, { cursor, record, skipped, share = 0 }: Step): void {
  batch.end = cursor;
  batch.share += share;
  if (record) batch.records.push(record);
  if (record ?? skipped) batch.read++;
  if (skipped) batch.skipped[skipped] = (batch.skipped[skipped] ?? 0) + 1;
}

/**
 * Cuts the steps into batches of up to `size` records. If `firstEnd` is given, the first batch ends there, because it
 * was sent before. It may then have more records: wishes before its end may have been added since. If it ended earlier,
 * the next batch would send again what this one has sent.
 */
export async function* cut(
  source: Source,
  { start, size, firstEnd }: { start: Cursor; size: number; firstEnd?: Cursor | undefined },
): AsyncGenerator<CutBatch, undefined> {
  let batch = newBatch(start);
  let knownEnd = firstEnd;
  let idleSteps = 0;
  for await (const steps of prefetch(source)) {
    for (const step of steps) {
      if (knownEnd && isAfterCursor(step.cursor, knownEnd)) {
        yield batch;
        batch = newBatch(batch.end);
        knownEnd = undefined;
      }
      addStep(batch, step);
      idleSteps = step.record ? 0 : idleSteps + 1;
      if (!knownEnd && (batch.records.length >= size || idleSteps >= MAX_IDLE)) {
        yield batch;
        batch = newBatch(step.cursor);
        idleSteps = 0;
      }
    }
  }
  if (isAfterCursor(batch.end, start) || batch.read > 0) yield batch;
  return undefined;
}

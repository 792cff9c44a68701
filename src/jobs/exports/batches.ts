import type { Counts, Place } from "../../store/exports/export-runs.ts";
import type { ExportRecord } from "./connector.ts";
import { ahead, isBehind, type Source } from "./sources/source.ts";

/** Steps without a record after which a place is noted all the same. */
const MOST_IDLE = 20_000;

/** What is sent together, and the place behind it. */
export interface CutBatch {
  records: ExportRecord[];
  end: Place;
  /** Wishes and deletions that were read for it, and those of them that are not told. */
  read: number;
  skipped: Counts["skipped"];
  share: number;
}

const newBatch = (end: Place): CutBatch => ({ records: [], end, read: 0, skipped: {}, share: 0 });

/**
 * Cuts what is read into batches of at most `size` records. The first one ends at `firstEnd` where that is known: it was
 * sent before, and nothing shall come into it that was not in it.
 */
export async function* cut(
  source: Source,
  { start, size, firstEnd }: { start: Place; size: number; firstEnd?: Place | undefined },
): AsyncGenerator<CutBatch, undefined> {
  let batch = newBatch(start);
  let border = firstEnd;
  let idle = 0;
  for await (const steps of ahead(source)) {
    for (const { place, record, skipped, share = 0 } of steps) {
      if (border && isBehind(place, border)) {
        yield batch;
        batch = newBatch(batch.end);
        border = undefined;
      }
      batch.end = place;
      batch.share += share;
      if (record) batch.records.push(record);
      if (record ?? skipped) batch.read++;
      if (skipped) batch.skipped[skipped] = (batch.skipped[skipped] ?? 0) + 1;
      idle = record ? 0 : idle + 1;
      if (batch.records.length >= size || idle >= MOST_IDLE) {
        yield batch;
        batch = newBatch(place);
        border = undefined;
        idle = 0;
      }
    }
  }
  if (isBehind(batch.end, start) || batch.read > 0) yield batch;
  return undefined;
}

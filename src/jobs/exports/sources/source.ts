import type { ExportReads } from "../../../store/exports/export-reads.ts";
import type { Cursor } from "../../../store/exports/export-run.ts";
import { compareEntryIds } from "../../../store/ids.ts";
import type { ExportedRecord } from "../connector.ts";
import type { Choice, SkipReason } from "../records.ts";

/** A step of a source, and the cursor after it. */
export interface Step {
  cursor: Cursor;
  /** Absent if nothing is exported. */
  record?: ExportedRecord;
  /** Why it is skipped; absent if it does not count. */
  skipped?: SkipReason;
  /** How much has been read with it, as a share of all, from 0 to 1. */
  share?: number;
}

/** What a run reads: steps in the order of their cursors, the same whenever they are read again from a cursor. */
export type Source = AsyncIterable<Step[]>;

/** What sources read with. */
export interface SourceParts {
  reads: ExportReads;
  storeKey: string;
  choice: Choice;
}

/** Sorts after every text of a cursor. */
export const END = "~";

/** Whether a cursor is after another; numbers of partitions and rows compare as entry ids do. */
export function isAfterCursor(cursor: Cursor, other: Cursor): boolean {
  if (cursor.at === other.at) return cursor.item > other.item;
  return compareEntryIds(cursor.at, other.at) > 0;
}

/** Reads ahead: while one page is worked with, the next one is on its way. */
export async function* prefetch<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  const iterator = pages[Symbol.asyncIterator]();
  const readNext = () => {
    const next = iterator.next();
    // The reader of the page gets a failure; until then it must not count as an unhandled rejection.
    next.catch(() => undefined);
    return next;
  };
  let next = readNext();
  try {
    for (;;) {
      const read = await next;
      if (read.done) return;
      next = readNext();
      yield read.value;
    }
  } finally {
    await next.catch(() => undefined);
    await iterator.return?.();
  }
}

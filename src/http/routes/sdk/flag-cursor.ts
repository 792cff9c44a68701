import { invalidParameter } from "../../../ingest/problem.ts";
import type { FlagCursor } from "../../../ingest/wishes/flagged-wishes.ts";

const CURSOR = /^(\d{1,6})(?:~(\d{1,16})~([\w.-]{1,200}))?$/;

/** Encodes a position in the waiting lists of flagged wishes as text for the next request. */
export const encodeFlagCursor = ({ list, after }: FlagCursor): string =>
  after === undefined ? list.toString() : `${list}~${after.since}~${after.itemId}`;

/**
 * Decodes a cursor; undefined (the start) for an empty one.
 *
 * @throws {Problem} `InvalidParameter` if the cursor is not valid
 */
export function decodeFlagCursor(text: string | undefined): FlagCursor | undefined {
  if (!text) return undefined;
  const [found, list = "0", since, itemId] = CURSOR.exec(text) ?? [];
  if (found === undefined)
    throw invalidParameter("lastItemId", "must be the lastEvaluatedItemId of an earlier page");
  if (since === undefined || itemId === undefined) return { list: Number(list) };
  return { list: Number(list), after: { since: Number(since), itemId } };
}

import { invalidParameter } from "../../ingest/problem.ts";
import { FIRST_POSITION, type ListPosition } from "../../store/lists/store-lists.ts";

/** Encodes values as an opaque cursor. */
export const encodeCursor = (...values: (string | number)[]): string =>
  Buffer.from(JSON.stringify(values)).toString("base64url");

/** Decodes the values of a cursor; empty for text that is not a cursor. The values are not checked. */
export function decodeCursor(cursor: string): unknown[] {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return Array.isArray(values) ? values : [];
  } catch {
    return [];
  }
}

/** Returns the problem for a cursor that is not valid for this list. */
export const wrongCursor = (path: string) =>
  invalidParameter(path, "must be a cursor returned by this endpoint");

/** Encodes a position in a list as an opaque cursor. Other lists refuse this cursor. */
export const cursorOf = (list: string, { partition, after }: ListPosition): string =>
  encodeCursor(partition, after, list);

/**
 * Decodes a cursor to a position in a list; without a cursor, the position is the start.
 *
 * @param path - the path of the cursor in the request, for the error
 * @throws {Problem} `InvalidParameter` for anything that is not a cursor of this list
 */
export function positionOf(list: string, cursor: string | null | undefined, path: string): ListPosition {
  if (cursor === undefined || cursor === null || cursor === "") return FIRST_POSITION;
  const [partition, after, of] = decodeCursor(cursor);
  if (
    typeof partition === "number" &&
    Number.isSafeInteger(partition) &&
    partition >= 0 &&
    typeof after === "string" &&
    of === list
  )
    return { partition, after };
  throw wrongCursor(path);
}

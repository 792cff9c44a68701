import { Problem } from "../../ingest/problem.ts";
import type { ListPosition } from "../../store/read/store-lists.ts";

const START: ListPosition = { partition: 0, after: "" };

/** A position as an opaque cursor. */
export const cursorOf = ({ partition, after }: ListPosition): string =>
  Buffer.from(JSON.stringify([partition, after])).toString("base64url");

function decoded(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    return undefined;
  }
}

/**
 * The position that a cursor means; the start without one.
 * @param path of the cursor in the request, for the error
 * @throws {Problem} `InvalidParameter` for anything that is not a cursor
 */
export function positionOf(cursor: string | null | undefined, path: string): ListPosition {
  if (cursor === undefined || cursor === null || cursor === "") return START;
  const value = decoded(cursor);
  const parts: unknown[] = Array.isArray(value) ? value : [];
  const [partition, after] = parts;
  if (
    typeof partition === "number" &&
    Number.isSafeInteger(partition) &&
    partition >= 0 &&
    typeof after === "string"
  )
    return { partition, after };
  throw new Problem("InvalidParameter", {
    errors: [{ path, message: "must be a cursor returned by this endpoint" }],
  });
}

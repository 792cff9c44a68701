import type { ChangeFeed } from "../../store/changes/change-feed.ts";
import { CHANGES_KEPT_MS } from "../../store/changes/feed-entry.ts";
import type { Position } from "../../store/exports/export-run.ts";
import type { ExportRecord } from "../../store/exports/exports.ts";
import { wantsType } from "../../store/webhooks/endpoints.ts";
import { HOUR_MS } from "../../units/durations.ts";
import { type RelayedParts, relayedTime, waitUntilRelayed } from "./relayed-time.ts";
import { CURSOR_END } from "./sources/source.ts";

/** Changes younger than this are certainly still stored. The margin is for differences between clocks. */
const TRUSTED_MS = CHANGES_KEPT_MS - HOUR_MS;

const isTrusted = (since: string, now: number) => now - Date.parse(since) < TRUSTED_MS;

/** Whether everything that an unfinished window still has to export is certainly stored. */
export const canResume = ({ reads, upTo, since = "" }: Position, now: number): boolean =>
  upTo !== undefined && (reads !== "changes" || isTrusted(since, now));

export interface WindowParts extends RelayedParts {
  changes: ChangeFeed;
}

/** Whether an export without a position begins with all wishes. If it exports no additions, it does not. */
export const beginsWithAll = ({ events }: Pick<ExportRecord, "events">) =>
  wantsType({ events: events ?? [] }, "wishlist.item.added");

const FIRST_CURSOR = { at: "0", item: "" };

/**
 * Determines the time window that a run exports, up to now, with the cursor to read from. It continues from the last
 * position, unless changes since that position may have been dropped. A run of all wishes has no window, so it does not
 * depend on clocks.
 *
 * @throws {RetryLater} if changes are not yet relayed, or if the clock was set back
 */
export async function nextWindow(
  parts: WindowParts,
  storeKey: string,
  settings: Pick<ExportRecord, "mode" | "events">,
  reached: Position | undefined,
): Promise<Position> {
  if (settings.mode === "full") {
    await waitUntilRelayed(parts);
    return { reads: "wishlists", place: FIRST_CURSOR };
  }
  // The order is important: changes before `next` happened before `upTo`, and all changes up to `upTo` are read before
  // `until`.
  const next = await parts.changes.end(storeKey);
  // A window never ends before the last one, even if the clock was set back.
  const lastEnd = Date.parse(reached?.since ?? new Date(0).toISOString());
  const ms = await relayedTime(parts, Math.max(lastEnd, await parts.changes.newestTime(storeKey)));
  const upTo = new Date(ms).toISOString();
  const { since, place } = reached ?? {};
  if (place && since !== undefined && isTrusted(since, ms)) {
    const until = await parts.changes.end(storeKey);
    return { reads: "changes", place, since, upTo, until, next };
  }
  if (!beginsWithAll(settings))
    return { reads: "changes", place: { at: next, item: CURSOR_END }, since: upTo, upTo, until: next, next };
  return { reads: "wishlists", place: FIRST_CURSOR, upTo, next };
}

/** The position of an export that cannot continue. It is so old that the next run starts from the beginning. */
export const START_OVER: Position = {
  reads: "changes",
  place: { at: "0-0", item: CURSOR_END },
  since: new Date(0).toISOString(),
};

/**
 * Returns the position that an export has reached at the end of a window; undefined if each run starts from the
 * beginning.
 */
export function endOfWindow({ upTo, next }: Position): Position | undefined {
  if (upTo === undefined || next === undefined) return undefined;
  return { reads: "changes", place: { at: next, item: CURSOR_END }, since: upTo };
}

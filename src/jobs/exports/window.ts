import { setTimeout as pause } from "node:timers/promises";
import type { Redis } from "ioredis";
import { type ChangeFeed, KEPT_MS } from "../../store/partition/change-feed.ts";
import { wantsType } from "../../store/webhooks/endpoints.ts";
import type { Position } from "../../store/exports/export-runs.ts";
import type { ExportRecord } from "../../store/exports/exports.ts";
import type { Keys } from "../../store/keys.ts";
import { isRelayedUpTo } from "../../store/partition/outbox.ts";
import { RetryLater } from "./connector.ts";
import { END } from "./sources/source.ts";

/** Changes are dropped somewhat later than they may be: a margin the other way. */
const TRUSTED_MS = KEPT_MS - 3_600_000;
/** How long a run waits for changes that are on their way, and how often it looks. */
const TIMEOUT_MS = 5000;
const POLL_MS = 50;
const MARGIN_MS = 2;

export interface WindowParts {
  redis: Redis;
  keys: Keys;
  partitions: number;
  changes: ChangeFeed;
}

const FIRST_CURSOR = { at: "0", item: "" };

async function waitUntilRelayed({ redis, keys, partitions }: WindowParts, ms: number): Promise<void> {
  const deadline = performance.now() + TIMEOUT_MS;
  while (!(await isRelayedUpTo(redis, keys, partitions, ms))) {
    if (performance.now() > deadline) throw new RetryLater("changes are still on their way");
    await pause(POLL_MS);
  }
}

/**
 * The window of time that a run exports, up to now, with the cursor to read from. It continues from the last position,
 * unless changes since may have been dropped. Throws {@link RetryLater} while changes of the window are not relayed
 * yet.
 */
export async function nextWindow(
  parts: WindowParts,
  storeKey: string,
  { mode, events }: Pick<ExportRecord, "mode" | "events">,
  reached: Position | undefined,
): Promise<Position> {
  // In this order: changes before `next` happened before `upTo`, and all of those are read before `until`.
  const next = await parts.changes.end(storeKey);
  const [seconds, microseconds] = await parts.redis.time();
  const ms = Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
  // Until the millisecond is over: a change within it belongs to this window, and would be missed otherwise.
  await pause(MARGIN_MS);
  await waitUntilRelayed(parts, ms);
  const upTo = new Date(ms).toISOString();
  if (mode === "full") return { reads: "wishlists", place: FIRST_CURSOR };
  const { since, place } = reached ?? {};
  if (place && since !== undefined && ms - Date.parse(since) < TRUSTED_MS) {
    const until = await parts.changes.end(storeKey);
    return { reads: "changes", place, since, upTo, until, next };
  }
  // Where nothing is added to, there is nothing to begin with.
  if (!wantsType({ events: events ?? [] }, "wishlist.item.added"))
    return { reads: "changes", place: { at: next, item: END }, since: upTo, upTo, until: next, next };
  return { reads: "wishlists", place: FIRST_CURSOR, upTo, next };
}

/** The position that an export has reached at the end of a window; undefined if each run starts from the beginning. */
export function endOfWindow({ upTo, next }: Position): Position | undefined {
  if (upTo === undefined || next === undefined) return undefined;
  return { reads: "changes", place: { at: next, item: END }, since: upTo };
}

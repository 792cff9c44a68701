import { defined } from "../../collections/defined.ts";
import type { FeedError } from "../../store/feeds/feed-error.ts";
import type { FileFeed } from "../../store/feeds/feed-record.ts";

/**
 * Estimates the applied share of a file from its bytes and rows: until it has arrived, the number of rows is unknown.
 */
function progressOf({ status, size, bytes, rows, counts }: FileFeed): number | null {
  if (status === "finished") return 1;
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const received = status !== "receiving" ? 1 : size ? Math.min(1, bytes / size) : undefined;
  if (received === undefined) return null;
  return rows === 0 ? 0 : Math.floor(received * (done / rows) * 1000) / 1000;
}

/** Presents a feed for a list. */
export function presentListedFeed(feed: FileFeed) {
  const { id, kind, status, rows, createdTime, finishedTime } = feed;
  const { rejected = 0, ...applied } = feed.counts;
  return {
    id,
    kind,
    status,
    progress: progressOf(feed),
    counts: { read: rows, applied, rejected },
    createdTime,
    ...defined({ finishedTime }),
  };
}

/** Presents a feed with its first errors. */
export const presentFeed = (feed: FileFeed, errors: readonly FeedError[]) => ({
  ...presentListedFeed(feed),
  errors,
});

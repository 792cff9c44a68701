import { defined } from "../../store/defined.ts";
import type { FileFeed } from "../../store/feeds/feed-record.ts";
import type { FeedError } from "../../store/feeds/file-feeds.ts";

/** Share of a file that is applied, from its bytes and rows: while it arrives, the number of its rows is unknown. */
function progressOf({ status, size, bytes, rows, counts }: FileFeed): number | null {
  if (status === "finished") return 1;
  const done = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const received = status !== "receiving" ? 1 : size ? Math.min(1, bytes / size) : undefined;
  if (received === undefined) return null;
  return rows === 0 ? 0 : Math.floor(received * (done / rows) * 1000) / 1000;
}

/** A feed as lists show it. */
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

/** A feed as callers see it, with the first of its errors. */
export const presentFeed = (feed: FileFeed, errors: readonly FeedError[]) => ({
  ...presentListedFeed(feed),
  errors,
});

import type { Archive } from "../../store/changes/archive.ts";
import { CHANGES_KEPT_MS } from "../../store/changes/feed-entry.ts";
import { segmentNamed } from "../../store/changes/feed-segment.ts";
import type { FeedSegments } from "../../store/changes/feed-segments.ts";
import type { Now } from "../../store/redis/clock.ts";
import { DAY_MS } from "../../units/durations.ts";
import { forAll } from "../queue/for-all.ts";

/**
 * A segment that no index names is removed only after this time, because it may still be read or its move may not be
 * finished.
 */
const MARGIN_MS = DAY_MS;

interface SweepArchivesDeps {
  archives: readonly Archive[];
  segments: FeedSegments;
  now: Now;
}

/**
 * Returns a function that reads the names of a store's segments in its index. The first call for a store drops the
 * entries of changes that are no longer kept.
 */
function indexReader({
  segments,
  now,
}: SweepArchivesDeps): (storeKey: string) => Promise<ReadonlySet<string>> {
  const read = new Map<string, ReadonlySet<string>>();
  return async (storeKey) => {
    const known = read.get(storeKey);
    if (known) return known;
    await segments.dropBefore(storeKey, now() - CHANGES_KEPT_MS);
    const names = await segments.names(storeKey);
    read.set(storeKey, names);
    return names;
  };
}

/**
 * Removes segments that are older than the retention of changes, and segments that no index names: a killed process
 * left them, or their store was deleted. A failure does not stop the rest. Resolves to their number.
 */
export async function sweepArchives(deps: SweepArchivesDeps, signal?: AbortSignal): Promise<number> {
  const start = deps.now();
  const indexOf = indexReader(deps);
  const isUnneeded = async (name: string): Promise<boolean> => {
    const parts = segmentNamed(name);
    if (!parts) return false;
    // The index of an expired segment is also read: that drops its entry before the segment is removed.
    const isOrphaned = parts.writtenMs < start - MARGIN_MS && !(await indexOf(parts.storeKey)).has(name);
    return isOrphaned || parts.lastMs < start - CHANGES_KEPT_MS - MARGIN_MS;
  };
  let removed = 0;
  const sweepSome = async (archive: Archive, names: readonly string[]) => {
    const unneeded: string[] = [];
    const check = async (name: string) => {
      if (await isUnneeded(name)) unneeded.push(name);
    };
    try {
      await forAll(names, check, { signal });
    } finally {
      await archive.remove(unneeded);
      removed += unneeded.length;
    }
  };
  const sweep = (archive: Archive) =>
    forAll(archive.list(), (names) => sweepSome(archive, names), { signal });
  await forAll(deps.archives, sweep, { signal });
  return removed;
}

/** Removes all segments of a deleted tenant. */
export async function forgetArchived(archives: readonly Archive[], tenant: string): Promise<void> {
  for (const archive of archives) for await (const names of archive.list(tenant)) await archive.remove(names);
}

import type { Archive } from "../../store/changes/archive.ts";
import { KEPT_MS } from "../../store/changes/feed-entry.ts";
import { segmentNamed } from "../../store/changes/feed-segment.ts";
import type { FeedSegments } from "../../store/changes/feed-segments.ts";
import { DAY_MS } from "../../store/durations.ts";
import type { Now } from "../../store/redis/clock.ts";
import { tenantOf } from "../../store/tenants/tenant.ts";

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
 * Removes segments that are older than the retention of changes, and segments that no index names: a killed process
 * left them, or their store was deleted. Resolves to their number.
 */
export async function sweepArchives(
  { archives, segments, now }: SweepArchivesDeps,
  signal?: AbortSignal,
): Promise<number> {
  const start = now();
  const namesByStore = new Map<string, Set<string>>();
  const namesOf = async (storeKey: string) => {
    const known = namesByStore.get(storeKey);
    if (known) return known;
    await segments.dropBefore(storeKey, start - KEPT_MS);
    const names = await segments.names(storeKey);
    namesByStore.set(storeKey, names);
    return names;
  };
  let removed = 0;
  for (const archive of archives) {
    for await (const names of archive.list()) {
      signal?.throwIfAborted();
      const unneeded: string[] = [];
      for (const name of names) {
        const parts = segmentNamed(name);
        if (!parts) continue;
        const isExpired = parts.lastMs < start - KEPT_MS - MARGIN_MS;
        const isOrphaned = parts.writtenMs < start - MARGIN_MS && !(await namesOf(parts.storeKey)).has(name);
        if (isExpired || isOrphaned) unneeded.push(name);
      }
      await archive.remove(unneeded);
      removed += unneeded.length;
    }
  }
  return removed;
}

/** Removes all segments of a deleted tenant. */
export async function forgetArchived(archives: readonly Archive[], storeKey: string): Promise<void> {
  for (const archive of archives)
    for await (const names of archive.list(tenantOf(storeKey))) await archive.remove(names);
}

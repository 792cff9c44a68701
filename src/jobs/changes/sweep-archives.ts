import type { Archive } from "../../store/changes/archive.ts";
import { KEPT_MS } from "../../store/changes/feed-entry.ts";
import { segmentNamed } from "../../store/changes/feed-segment.ts";
import type { FeedSegments } from "../../store/changes/feed-segments.ts";
import { DAY_MS } from "../../store/durations.ts";
import type { Now } from "../../store/redis/clock.ts";
import { tenantOf } from "../../store/tenants/tenant.ts";

/** A segment may be read or in the middle of being moved: what nothing names is removed so much later. */
const MARGIN_MS = DAY_MS;

interface SweepArchivesDeps {
  archives: readonly Archive[];
  segments: FeedSegments;
  now: Now;
}

/**
 * Removes segments that are older than changes are kept, and those that no index names: left by a process that was
 * killed, or of a store that is deleted. Resolves to their number.
 */
export async function sweepArchives(
  { archives, segments, now }: SweepArchivesDeps,
  signal?: AbortSignal,
): Promise<number> {
  const start = now();
  const named = new Map<string, Set<string>>();
  const namesOf = async (storeKey: string) => {
    const known = named.get(storeKey);
    if (known) return known;
    await segments.dropBefore(storeKey, start - KEPT_MS);
    const names = await segments.names(storeKey);
    named.set(storeKey, names);
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
        const isOver = parts.lastMs < start - KEPT_MS - MARGIN_MS;
        const isLeft = parts.writtenMs < start - MARGIN_MS && !(await namesOf(parts.storeKey)).has(name);
        if (isOver || isLeft) unneeded.push(name);
      }
      await archive.remove(unneeded);
      removed += unneeded.length;
    }
  }
  return removed;
}

/** Removes all segments of a tenant that is deleted. */
export async function forgetArchived(archives: readonly Archive[], storeKey: string): Promise<void> {
  for (const archive of archives)
    for await (const names of archive.list(tenantOf(storeKey))) await archive.remove(names);
}

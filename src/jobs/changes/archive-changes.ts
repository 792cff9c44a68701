import { randomBytes } from "node:crypto";
import type { Archive } from "../../store/changes/archive.ts";
import { CHANGES_KEPT_MS } from "../../store/changes/feed-entry.ts";
import { type FeedSegment, packEntries, segmentName } from "../../store/changes/feed-segment.ts";
import type { FeedSegments } from "../../store/changes/feed-segments.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { DAY_MS, HOUR_MS } from "../../units/durations.ts";
import { forAll } from "../queue/for-all.ts";

const RANDOM_BYTES = 6;
/** Failures in a row after which the archive is considered unavailable for all stores. */
const MAX_FAILURES = 10;

interface ArchiveDeps {
  tenants: Pick<Tenants, "storeKeys">;
  segments: FeedSegments;
  archive: Archive;
  now: Now;
  /** Hours that changes stay in Redis after the end of their day. */
  hotHours: number;
  /** Called for each moved segment. */
  onMoved: (segment: FeedSegment) => void;
}

/** Moves the oldest changes of a store to the archive, if their day is over. Resolves to whether there may be more. */
async function moveOldest(deps: ArchiveDeps, storeKey: string): Promise<boolean> {
  const { segments, archive, now, hotHours, onMoved } = deps;
  const beforeMs = Math.floor((now() - hotHours * HOUR_MS) / DAY_MS) * DAY_MS;
  const entries = await segments.oldest(storeKey, beforeMs);
  const [first, last] = [entries[0], entries.at(-1)];
  if (!first || !last) return false;
  const content = await packEntries(entries);
  const random = randomBytes(RANDOM_BYTES).toString("hex");
  const segment: FeedSegment = {
    first: first.entryId,
    last: last.entryId,
    count: entries.length,
    bytes: content.length,
    archive: archive.kind,
    name: segmentName(storeKey, last.entryId, { now: now(), random }),
  };
  await archive.write(segment.name, content);
  if (await segments.replace(storeKey, segment)) onMoved(segment);
  else await archive.remove([segment.name]);
  return true;
}

/**
 * Moves the changes of days that ended `hotHours` ago to the archive, in segments. A segment is complete in the archive
 * before its changes are removed from Redis, and reads use Redis until then. A process that is killed in between leaves
 * a file that no index names; {@link file://./sweep-archives.ts} removes it. A failure does not stop the other stores,
 * but {@link MAX_FAILURES} in a row do. Resolves to the number of segments.
 */
export async function archiveChanges(deps: ArchiveDeps, signal?: AbortSignal): Promise<number> {
  let moved = 0;
  let failures = 0;
  const unavailable = new AbortController();
  const stop = signal ? AbortSignal.any([signal, unavailable.signal]) : unavailable.signal;
  const onMoved = (segment: FeedSegment) => {
    failures = 0;
    moved++;
    deps.onMoved(segment);
  };
  const archiveStore = async (storeKey: string) => {
    await deps.segments.dropBefore(storeKey, deps.now() - CHANGES_KEPT_MS);
    let isMore = true;
    while (isMore) {
      stop.throwIfAborted();
      isMore = await moveOldest({ ...deps, onMoved }, storeKey);
    }
  };
  const archiveOrCount = (storeKey: string) =>
    archiveStore(storeKey).catch((err: unknown) => {
      failures++;
      if (failures === MAX_FAILURES) unavailable.abort(err);
      throw err;
    });
  await forAll(await deps.tenants.storeKeys(), archiveOrCount, { signal: stop });
  return moved;
}

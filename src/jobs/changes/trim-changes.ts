import { CHANGES_KEPT_MS } from "../../store/changes/feed-entry.ts";
import type { FeedSegments } from "../../store/changes/feed-segments.ts";
import type { Now } from "../../store/redis/clock.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { forAll } from "../queue/for-all.ts";

interface TrimDeps {
  tenants: Pick<Tenants, "storeKeys">;
  segments: Pick<FeedSegments, "dropBefore">;
  now: Now;
}

/**
 * Drops changes that are older than their retention. New changes drop them too, but an inactive store has no new
 * changes. A failure does not stop the other stores.
 */
export async function trimChanges({ tenants, segments, now }: TrimDeps, signal?: AbortSignal): Promise<void> {
  const trim = (storeKey: string) => segments.dropBefore(storeKey, now() - CHANGES_KEPT_MS);
  await forAll(await tenants.storeKeys(), trim, { signal });
}

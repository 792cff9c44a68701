import { groupedBy } from "../../collections/grouped.ts";
import type { FeedSegments } from "../../store/changes/feed-segments.ts";
import { tenantOf } from "../../store/tenants/tenant.ts";
import type { Tenants } from "../../store/tenants/tenants.ts";
import { forAll } from "../queue/for-all.ts";

interface LimitDeps {
  tenants: Pick<Tenants, "storeKeys" | "find">;
  segments: Pick<FeedSegments, "length" | "dropOldest">;
  /** Changes that a tenant without a limit of its own may have in Redis; undefined for no limit. */
  defaultLimit: number | undefined;
  /** Called with the number of dropped changes of a store. */
  onDropped: (storeKey: string, count: number) => void;
}

/**
 * Returns the maximum length of each feed with which all feeds together have at most `limit` changes: only the longest
 * feeds are shortened. Infinite if they are short enough.
 */
export function lengthForEach(lengths: readonly number[], limit: number): number {
  let left = limit;
  for (const [i, length] of [...lengths].sort((a, b) => a - b).entries()) {
    const share = Math.floor(left / (lengths.length - i));
    if (length > share) return share;
    left -= length;
  }
  return Infinity;
}

/**
 * Drops the oldest changes of tenants that have more of them in Redis than their budget, so that a tenant with very
 * many writes does not fill the memory of all others. A failure does not stop the other tenants.
 */
export async function limitChanges(deps: LimitDeps, signal?: AbortSignal): Promise<void> {
  const { tenants, segments, defaultLimit, onDropped } = deps;
  const byTenant = groupedBy(await tenants.storeKeys(), tenantOf);
  const limitTenant = async ([id, storeKeys]: [string, string[]]) => {
    const lengths = new Map<string, number>();
    for (const storeKey of storeKeys) lengths.set(storeKey, await segments.length(storeKey));
    const tenant = await tenants.find(id);
    const keep = lengthForEach([...lengths.values()], tenant?.budgets.changes ?? defaultLimit ?? Infinity);
    for (const [storeKey, length] of lengths) {
      if (length <= keep) continue;
      // A feed keeps its newest change, so that readers find the end of the feed.
      const dropped = await segments.dropOldest(storeKey, Math.max(keep, 1), signal);
      if (dropped > 0) onDropped(storeKey, dropped);
    }
  };
  await forAll(byTenant, limitTenant, { signal });
}

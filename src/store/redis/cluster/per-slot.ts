import type { Redis } from "ioredis";
import { slotOfKey } from "../../keys/hash-slot.ts";
import { ClusterConnection } from "./cluster-connection.ts";

/** Items that may be used in one command, with their positions among all. */
interface Group<T> {
  items: T[];
  positions: number[];
}

/** Groups items by the slots of their keys; on a single Redis they are one group. */
function groupsOf<T>(redis: Redis, items: readonly T[], keyOf: (item: T) => string): Iterable<Group<T>> {
  const groups = new Map<number, Group<T>>();
  const isSplit = redis instanceof ClusterConnection;
  for (const [position, item] of items.entries()) {
    const slot = isSplit ? slotOfKey(keyOf(item)) : 0;
    const group = groups.get(slot) ?? { items: [], positions: [] };
    group.items.push(item);
    group.positions.push(position);
    groups.set(slot, group);
  }
  return groups.values();
}

/**
 * Calls `run` with those items whose keys may be used in one command: all of them on a single Redis, those of each slot
 * on a cluster. The calls go out together, in one piece for each master. `run` resolves to a reply for each item.
 * Resolves to the outcome of each item, in their order: a call that fails concerns its own items alone.
 */
export async function settlePerSlot<T, R>(
  redis: Redis,
  items: readonly T[],
  keyOf: (item: T) => string,
  run: (items: readonly T[]) => Promise<readonly R[]>,
): Promise<PromiseSettledResult<R>[]> {
  const missing = { status: "rejected" as const, reason: new Error("Redis gave no reply for it") };
  const outcomes = items.map((): PromiseSettledResult<R> => missing);
  const runGroup = async ({ items: own, positions }: Group<T>) => {
    try {
      const replies = await run(own);
      for (const [i, value] of replies.entries())
        outcomes[positions[i] ?? 0] = { status: "fulfilled", value };
    } catch (reason) {
      for (const position of positions) outcomes[position] = { status: "rejected", reason };
    }
  };
  await Promise.all([...groupsOf(redis, items, keyOf)].map(runGroup));
  return outcomes;
}

/** Like {@link settlePerSlot}. Resolves to the replies; rejects if a call fails, though others may have succeeded. */
export async function perSlot<T, R>(
  redis: Redis,
  items: readonly T[],
  keyOf: (item: T) => string,
  run: (items: readonly T[]) => Promise<readonly R[]>,
): Promise<readonly R[]> {
  if (items.length > 0 && !(redis instanceof ClusterConnection)) return run(items);
  return (await settlePerSlot(redis, items, keyOf, run)).map((outcome) => {
    if (outcome.status === "rejected") throw outcome.reason;
    return outcome.value;
  });
}

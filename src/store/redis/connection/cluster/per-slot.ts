import type { Redis } from "ioredis";
import { slotOfKey } from "../../../keys/hash-slot.ts";
import { ClusterConnection } from "./cluster-connection.ts";

/** Items whose keys may be used in one command, with their positions in the whole list. */
interface Group<T> {
  items: T[];
  positions: number[];
}

/** Groups items by the slots of their keys. On a single Redis, all items are one group. */
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

const noReply = (): PromiseRejectedResult => ({
  status: "rejected",
  reason: new Error("Redis gave no reply for an item"),
});

/**
 * Calls `run` with the items whose keys may be used in one command: with all items on a single Redis, and with the
 * items of each slot on a cluster. All calls start together, so that each master gets its calls in one packet. `run`
 * resolves to a reply for each item. Resolves to the outcome of each item, in the order of the items. A call that fails
 * affects only its own items.
 */
export async function settlePerSlot<T, R>(
  redis: Redis,
  items: readonly T[],
  keyOf: (item: T) => string,
  run: (items: readonly T[]) => Promise<readonly R[]>,
): Promise<PromiseSettledResult<R>[]> {
  const outcomes: PromiseSettledResult<R>[] = [];
  const runGroup = async ({ items: part, positions }: Group<T>) => {
    try {
      const replies = await run(part);
      for (const [i, value] of replies.entries())
        outcomes[positions[i] ?? 0] = { status: "fulfilled", value };
    } catch (reason) {
      for (const position of positions) outcomes[position] = { status: "rejected", reason };
    }
  };
  await Promise.all([...groupsOf(redis, items, keyOf)].map(runGroup));
  return Array.from(items, (_, i) => outcomes[i] ?? noReply());
}

/**
 * Like {@link settlePerSlot}, but resolves to the replies, and rejects if a call fails, although others may have
 * succeeded.
 */
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

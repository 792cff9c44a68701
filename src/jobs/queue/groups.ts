import { createHash } from "node:crypto";
import type { OutboxEntry } from "../../store/partition/outbox.ts";

/** Entries that are processed together, because they have the same key. */
interface Group<K, T> {
  key: K;
  entries: T[];
}

/**
 * Groups entries by key, and keeps their order.
 *
 * @param size maximum sum of the weights in a group. A heavier entry gets its own group.
 * @param weightOf returns the weight of an entry; by default, each weight is 1
 */
export function groupsOf<K, T>(
  entries: readonly T[],
  keyOf: (entry: T) => K,
  size: number,
  weightOf: (entry: T) => number = () => 1,
): Group<K, T>[] {
  const groups: Group<K, T>[] = [];
  const open = new Map<K, { group: Group<K, T>; weight: number }>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const weight = weightOf(entry);
    let last = open.get(key);
    if (!last || last.weight + weight > size) {
      last = { group: { key, entries: [] }, weight: 0 };
      open.set(key, last);
      groups.push(last.group);
    }
    last.group.entries.push(entry);
    last.weight += weight;
  }
  return groups;
}

/**
 * Returns the id of a job for several events. It identifies exactly these events, because a repeated relay may group
 * them differently.
 */
export function idOfAll(purpose: string, events: readonly Pick<OutboxEntry, "partition" | "id">[]): string {
  const hash = createHash("sha1");
  for (const { partition, id } of events) hash.update(`${partition}-${id} `);
  return `${purpose}-${hash.digest("base64url")}`;
}

/** Returns the id of a job for one event: the purpose and the event's id. BullMQ allows no colons. */
export const idOf = (purpose: string, { partition, id }: Pick<OutboxEntry, "partition" | "id">): string =>
  `${purpose}-${partition}-${id}`;

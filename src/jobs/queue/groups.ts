import { createHash } from "node:crypto";
import type { OutboxEntry } from "../../store/partition/outbox.ts";

/** Entries that are processed together. */
interface Group<K, T> {
  /** What they have in common. */
  of: K;
  some: T[];
}

/**
 * Groups things by what they have in common, and keeps their order.
 *
 * @param size maximum sum of the weights in a group; a weight is 1 if `weightOf` is absent. A thing that is heavier has a
 *   group of its own.
 */
export function groupsOf<K, T>(
  things: readonly T[],
  commonOf: (thing: T) => K,
  size: number,
  weightOf: (thing: T) => number = () => 1,
): Group<K, T>[] {
  const groups: Group<K, T>[] = [];
  const open = new Map<K, { group: Group<K, T>; weight: number }>();
  for (const thing of things) {
    const of = commonOf(thing);
    const weight = weightOf(thing);
    let last = open.get(of);
    if (!last || last.weight + weight > size) {
      last = { group: { of, some: [] }, weight: 0 };
      open.set(of, last);
      groups.push(last.group);
    }
    last.group.some.push(thing);
    last.weight += weight;
  }
  return groups;
}

/** Id of a job for many events. It names exactly these: events that are relayed again may be grouped differently. */
export function idOfAll(purpose: string, events: readonly Pick<OutboxEntry, "partition" | "id">[]): string {
  const hash = createHash("sha1");
  for (const { partition, id } of events) hash.update(`${partition}-${id} `);
  return `${purpose}-${hash.digest("base64url")}`;
}

/** Id of a job for one event: its purpose and the event's id. BullMQ allows no colons. */
export const idOf = (purpose: string, { partition, id }: Pick<OutboxEntry, "partition" | "id">): string =>
  `${purpose}-${partition}-${id}`;

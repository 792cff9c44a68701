import { createHash } from "node:crypto";
import type { OutboxEntry } from "../../store/partition/outbox.ts";

/** Entries that are processed together. */
interface Group<K, T> {
  /** What they have in common. */
  of: K;
  some: T[];
}

/**
 * Puts things together that have something in common, and keeps their order.
 * @param size most that is in a group: the sum of the weights, which are 1 where `weightOf` is absent. What is heavier
 *   by itself has a group of its own.
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

/** Id of a job for many events. What is relayed again may come together differently: it names exactly what is in it. */
export function idOfAll(purpose: string, events: readonly Pick<OutboxEntry, "partition" | "id">[]): string {
  const hash = createHash("sha1");
  for (const { partition, id } of events) hash.update(`${partition}-${id} `);
  return `${purpose}-${hash.digest("base64url")}`;
}

/** Id of a job for one event: its purpose and the event's id. BullMQ allows no colons. */
export const idOf = (purpose: string, { partition, id }: Pick<OutboxEntry, "partition" | "id">): string =>
  `${purpose}-${partition}-${id}`;

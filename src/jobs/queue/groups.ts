import { createHash } from "node:crypto";
import type { OutboxEntry } from "../../store/partition/outbox.ts";

/** Entries that are processed together. */
interface Group<K, T> {
  /** What they have in common. */
  of: K;
  some: T[];
}

/** Puts things together that have something in common, at most `size` in a group, and keeps their order. */
export function groupsOf<K, T>(things: readonly T[], commonOf: (thing: T) => K, size: number): Group<K, T>[] {
  const groups: Group<K, T>[] = [];
  const open = new Map<K, Group<K, T>>();
  for (const thing of things) {
    const of = commonOf(thing);
    let group = open.get(of);
    if (!group || group.some.length === size) {
      group = { of, some: [] };
      open.set(of, group);
      groups.push(group);
    }
    group.some.push(thing);
  }
  return groups;
}

/** Id of a job for many events. What is relayed again may come together differently: it names exactly what is in it. */
export function idOfAll(purpose: string, events: readonly Pick<OutboxEntry, "partition" | "id">[]): string {
  const hash = createHash("sha1");
  for (const { partition, id } of events) hash.update(`${partition}-${id} `);
  return `${purpose}-${hash.digest("base64url")}`;
}

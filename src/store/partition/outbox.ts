import type { Redis } from "ioredis";
import { type EntryId, parseEntryId } from "../ids.ts";
import type { Keys } from "../keys.ts";
import { loadScript } from "../redis/script.ts";
import { fieldOf, readStreams } from "./streams.ts";

const advanceRelayScript = loadScript("advance-relay");

/** Events that one command may cause; leaves room for them between the ids of two commands. */
const EVENTS_PER_COMMAND = 2 ** 20;

/** Id of an event in its outbox: the command's position and the event's number, so a replay creates the same. */
export function eventId(at: EntryId, number: number): string {
  return `${at.ms}-${at.seq * EVENTS_PER_COMMAND + number}`;
}

/** An event in its outbox. */
export interface OutboxEntry {
  partition: number;
  id: string;
  /** The event's JSON. */
  text: string;
}

/** Positions up to which partitions have been relayed; the beginning if none was. */
export async function relayPositions(
  redis: Redis,
  keys: Keys,
  partitions: readonly number[],
): Promise<Map<number, string>> {
  const positions = await Promise.all(
    partitions.map((partition) => redis.hget(keys.owner(partition), "relayed")),
  );
  return new Map(partitions.map((partition, i) => [partition, positions[i] ?? "0-0"]));
}

/** Waits up to `blockMs` for events after the positions; those of each partition come in their order. */
export async function readOutboxes(
  redis: Redis,
  keys: Keys,
  positions: ReadonlyMap<number, string>,
  options: { count: number; blockMs: number },
): Promise<OutboxEntry[]> {
  const partitions = new Map([...positions.keys()].map((partition) => [keys.outbox(partition), partition]));
  const byStream = new Map([...positions].map(([partition, position]) => [keys.outbox(partition), position]));
  const streams = await readStreams(redis, byStream, options);
  return [...streams].flatMap(([stream, entries]) =>
    entries.map((entry) => ({
      partition: partitions.get(stream) ?? 0,
      id: entry[0],
      text: fieldOf(entry, "e"),
    })),
  );
}

/** Notes that events have been relayed, and drops them from their outboxes. */
export async function advanceRelay(
  redis: Redis,
  keys: Keys,
  positions: ReadonlyMap<number, string>,
): Promise<void> {
  const names = [...positions.keys()].flatMap((partition) => [keys.owner(partition), keys.outbox(partition)]);
  if (names.length > 0) await advanceRelayScript.run(redis, names, [...positions.values()]);
}

/** Whether all commands up to a time, in milliseconds by Redis's clock, are applied, and their events relayed. */
export async function isRelayedUpTo(
  redis: Redis,
  keys: Keys,
  partitions: number,
  ms: number,
): Promise<boolean> {
  const isPast = async (keyOf: (partition: number) => string) => {
    const firsts = await Promise.all(
      Array.from({ length: partitions }, (_, partition) =>
        redis.xrange(keyOf(partition), "-", "+", "COUNT", 1),
      ),
    );
    return firsts.every(([first]) => first === undefined || parseEntryId(first[0]).ms > ms);
  };
  // In this order: what leaves the commands is in an outbox.
  return (
    (await isPast((partition) => keys.commands(partition))) && isPast((partition) => keys.outbox(partition))
  );
}

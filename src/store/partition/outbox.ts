import type { Redis } from "ioredis";
import { type EntryId, isEntryBefore, parseEntryId } from "../ids.ts";
import type { Keys } from "../keys.ts";
import { perSlot } from "../redis/cluster/per-slot.ts";
import { readNumbers } from "../redis/replies.ts";
import { loadTypedScript } from "../redis/script.ts";
import type { StreamReader } from "./stream-reader.ts";
import { fieldOf } from "./streams.ts";

const advanceRelayScript = loadTypedScript("advance-relay", readNumbers);

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
  reader: StreamReader,
  keys: Keys,
  positions: ReadonlyMap<number, string>,
  options: { count: number; blockMs: number },
): Promise<OutboxEntry[]> {
  const partitions = new Map([...positions.keys()].map((partition) => [keys.outbox(partition), partition]));
  const byStream = new Map([...positions].map(([partition, position]) => [keys.outbox(partition), position]));
  const streams = await reader.read(byStream, options);
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
  await perSlot(
    redis,
    [...positions],
    ([partition]) => keys.owner(partition),
    (own) =>
      advanceRelayScript.run(
        redis,
        own.flatMap(([partition]) => [keys.owner(partition), keys.outbox(partition)]),
        own.map(([, position]) => position),
      ),
  );
}

/** Id that no event of the command at `at` comes behind. */
const lastEventOf = (at: string) => eventId(parseEntryId(at), EVENTS_PER_COMMAND - 1);

/**
 * Notes what all partitions have got up to now. Resolves to a function that says whether all of it is applied, and its
 * events relayed. Each partition is compared with itself: no clock is read.
 */
export async function relayMark(
  redis: Redis,
  keys: Keys,
  partitions: number,
): Promise<() => Promise<boolean>> {
  const all = Array.from({ length: partitions }, (_, partition) => partition);
  const newest = (key: string) => redis.xrevrange(key, "+", "-", "COUNT", 1);
  const isPast = async (key: string, mark: string | undefined) => {
    const [first] = mark === undefined ? [] : await redis.xrange(key, "-", "+", "COUNT", 1);
    return first === undefined || mark === undefined || isEntryBefore(mark, first[0]);
  };
  const marks = await Promise.all(
    all.map(async (partition) => {
      // In this order: what leaves the commands is in the outbox.
      const [command] = await newest(keys.commands(partition));
      const [event] = await newest(keys.outbox(partition));
      return { partition, command: command?.[0], event: command ? lastEventOf(command[0]) : event?.[0] };
    }),
  );
  let open = marks.filter(({ event }) => event !== undefined);
  return async () => {
    const isDone = await Promise.all(
      open.map(
        async ({ partition, command, event }) =>
          (await isPast(keys.commands(partition), command)) && isPast(keys.outbox(partition), event),
      ),
    );
    open = open.filter((_, i) => isDone[i] !== true);
    return open.length === 0;
  };
}

import type { Redis } from "ioredis";
import { type EntryId, isEntryBefore, parseEntryId } from "../ids.ts";
import type { Keys } from "../keys/keys.ts";
import { perSlot } from "../redis/cluster/per-slot.ts";
import { readNumbers, readTexts } from "../redis/replies.ts";
import { loadTypedScript } from "../redis/script.ts";
import { eventIn } from "./entries.ts";
import type { StreamReader } from "./stream-reader.ts";

const advanceRelayScript = loadTypedScript("partition/advance-relay", readNumbers);
const countUnrelayedScript = loadTypedScript("partition/count-unrelayed", readTexts);

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

/** How far a partition is relayed. */
export interface RelayPosition {
  /** The last event that was relayed; the beginning if none was. */
  relayed: string;
  /** By the name of a target: the history of its servers when it got what is kept; undefined before the first note. */
  histories: ReadonlyMap<string, string | undefined>;
}

/** Field of a partition's owner: which history of a target's servers has got all events. */
const historyField = (target: string) => `relayedTo:${target}`;

/** How far partitions have been relayed, to targets of these names. */
export async function relayPositions(
  redis: Redis,
  keys: Keys,
  partitions: readonly number[],
  targets: readonly string[] = [],
): Promise<Map<number, RelayPosition>> {
  const fields = ["relayed", ...targets.map(historyField)];
  const positions = await Promise.all(
    partitions.map(async (partition): Promise<[number, RelayPosition]> => {
      const [relayed, ...seen] = await redis.hmget(keys.owner(partition), ...fields);
      const histories = new Map(targets.map((target, i) => [target, seen[i] ?? undefined]));
      return [partition, { relayed: relayed ?? "0-0", histories }];
    }),
  );
  return new Map(positions);
}

/** Notes that targets have got all events of a partition that are kept: by their names, the histories of their servers. */
export async function noteHistories(
  redis: Redis,
  keys: Keys,
  partition: number,
  histories: ReadonlyMap<string, string>,
): Promise<void> {
  if (histories.size === 0) return;
  const fields = [...histories].flatMap(([target, history]) => [historyField(target), history]);
  await redis.hset(keys.owner(partition), fields);
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
      text: eventIn(entry),
    })),
  );
}

/**
 * Notes that events have been relayed. Without `isKept` it also drops them from their outboxes, and all before them; a
 * position that was passed already stays where it is.
 */
export async function advanceRelay(
  redis: Redis,
  keys: Keys,
  positions: ReadonlyMap<number, string>,
  { isKept = false }: { isKept?: boolean } = {},
): Promise<void> {
  await perSlot(
    redis,
    [...positions],
    ([partition]) => keys.owner(partition),
    (own) =>
      advanceRelayScript.run(
        redis,
        own.flatMap(([partition]) => [keys.owner(partition), keys.outbox(partition)]),
        [isKept ? "keep" : "drop", ...own.map(([, position]) => position)],
      ),
  );
}

/** What a partition's outbox has that is not relayed yet. */
interface Unrelayed {
  /** Number of events. Where it is 1,000 or more, relayed ones that are kept count too. */
  count: number;
  /** Id of the oldest. */
  oldest: string | undefined;
}

/** Events that are counted one by one. */
const COUNTED = 1000;

/** What waits in a partition's outbox to be relayed. */
export async function unrelayed(redis: Redis, keys: Keys, partition: number): Promise<Unrelayed> {
  const args = [COUNTED.toString()];
  const outboxKeys = [keys.owner(partition), keys.outbox(partition)];
  const [count, oldest] = await countUnrelayedScript.run(redis, outboxKeys, args);
  return { count: Number(count), oldest };
}

/** Id that no event of the command at `at` comes after. */
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
  const isPast = async (key: string, mark: string | undefined, from = "-") => {
    const [first] = mark === undefined ? [] : await redis.xrange(key, from, "+", "COUNT", 1);
    return first === undefined || mark === undefined || isEntryBefore(mark, first[0]);
  };
  const isRelayed = async (partition: number, mark: string | undefined) => {
    const outbox = keys.outbox(partition);
    if (await isPast(outbox, mark)) return true;
    // Relayed events may be kept.
    const relayed = await redis.hget(keys.owner(partition), "relayed");
    return relayed !== null && isPast(outbox, mark, `(${relayed}`);
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
          (await isPast(keys.commands(partition), command)) && isRelayed(partition, event),
      ),
    );
    open = open.filter((_, i) => isDone[i] !== true);
    return open.length === 0;
  };
}

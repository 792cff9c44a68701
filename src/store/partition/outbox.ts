import type { Redis } from "ioredis";
import { numbersBelow } from "../../collections/numbers-below.ts";
import { type EntryId, isEntryBefore, parseEntryId } from "../ids/entry-id.ts";
import type { Keys } from "../keys/keys.ts";
import { perSlot } from "../redis/connection/cluster/per-slot.ts";
import { readNumbers, readTexts } from "../redis/replies.ts";
import { loadTypedScript } from "../redis/script.ts";
import { eventIn } from "./entries.ts";
import type { StreamReader } from "./stream-reader.ts";

const advanceRelayScript = loadTypedScript("partition/advance-relay", readNumbers);
const countUnrelayedScript = loadTypedScript("partition/count-unrelayed", readTexts);

/** Maximum number of events of one command: this many event ids lie between the ids of two commands. */
const EVENTS_PER_COMMAND = 2 ** 20;

/**
 * Returns the id of an event in its outbox. It follows from the command's entry id and the event's number, so a replay
 * creates the same id.
 */
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
  /** Id of the last event that was relayed; `0-0` if none was. */
  relayed: string;
  /**
   * By the name of a target: the history of its servers when it had received all kept events; undefined if that was
   * never recorded.
   */
  histories: ReadonlyMap<string, string | undefined>;
}

/** Returns the field of a partition's lease that names which history of a target's servers has received all events. */
const historyField = (target: string) => `relayedTo:${target}`;

/** Reads how far partitions have been relayed, and the recorded histories of the targets with these names. */
export async function relayPositions(
  redis: Redis,
  keys: Keys,
  partitions: readonly number[],
  targets: readonly string[] = [],
): Promise<Map<number, RelayPosition>> {
  const fields = ["relayed", ...targets.map(historyField)];
  const positions = await Promise.all(
    partitions.map(async (partition): Promise<[number, RelayPosition]> => {
      const [relayed, ...values] = await redis.hmget(keys.lease(partition), ...fields);
      const histories = new Map(targets.map((target, i) => [target, values[i] ?? undefined]));
      return [partition, { relayed: relayed ?? "0-0", histories }];
    }),
  );
  return new Map(positions);
}

/**
 * Records that targets have received all kept events of a partition. `histories` has, by the name of a target, the
 * history of its servers.
 */
export async function recordHistories(
  redis: Redis,
  keys: Keys,
  partition: number,
  histories: ReadonlyMap<string, string>,
): Promise<void> {
  if (histories.size === 0) return;
  const fields = [...histories].flatMap(([target, history]) => [historyField(target), history]);
  await redis.hset(keys.lease(partition), fields);
}

/** Reads the events of each partition after its position. */
async function readEvents(
  reader: StreamReader,
  keys: Keys,
  positions: ReadonlyMap<number, string>,
  options: { count: number; blockMs: number },
): Promise<OutboxEntry[][]> {
  const partitions = new Map([...positions.keys()].map((partition) => [keys.outbox(partition), partition]));
  const byStream = new Map([...positions].map(([partition, position]) => [keys.outbox(partition), position]));
  const streams = await reader.read(byStream, options);
  return [...streams].map(([stream, entries]) =>
    entries.map((entry) => ({
      partition: partitions.get(stream) ?? 0,
      id: entry[0],
      text: eventIn(entry),
    })),
  );
}

/**
 * Waits up to `blockMs` for events after the positions. The events of one partition are in order. At first, at most
 * `ofEach` events of each partition are read, then more of those that have more, up to `ofAll` in total: one command can
 * add hundreds of events to one partition, and work of all tenants waits until these are relayed.
 */
export async function readOutboxes(
  reader: StreamReader,
  keys: Keys,
  positions: ReadonlyMap<number, string>,
  { ofEach, ofAll, blockMs }: { ofEach: number; ofAll: number; blockMs: number },
): Promise<OutboxEntry[]> {
  const first = await readEvents(reader, keys, positions, { count: ofEach, blockMs });
  const entries = first.flat();
  const full = first.flatMap((events) => (events.length < ofEach ? [] : events.slice(-1)));
  const count = full.length === 0 ? 0 : Math.floor((ofAll - entries.length) / full.length);
  if (count < 1) return entries;
  const ends = new Map(full.map(({ partition, id }) => [partition, id]));
  return [...entries, ...(await readEvents(reader, keys, ends, { count, blockMs: 0 })).flat()];
}

/**
 * Records that partitions are relayed up to these events. Without `isKept`, it also drops these and all earlier events
 * from the outboxes. A position never moves back.
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
    ([partition]) => keys.lease(partition),
    (part) =>
      advanceRelayScript.run(
        redis,
        part.flatMap(([partition]) => [keys.lease(partition), keys.outbox(partition)]),
        [isKept ? "keep" : "drop", ...part.map(([, position]) => position)],
      ),
  );
}

/** The events of a partition's outbox that are not relayed yet. */
interface Unrelayed {
  /** Number of events. If there are 1,000 or more, relayed events that are kept count too. */
  count: number;
  /** Id of the oldest event. */
  oldest: string | undefined;
}

/** Maximum number of events that are counted one by one. */
const COUNTED = 1000;

/** Counts the events in a partition's outbox that are not relayed yet. */
export async function unrelayed(redis: Redis, keys: Keys, partition: number): Promise<Unrelayed> {
  const args = [COUNTED.toString()];
  const outboxKeys = [keys.lease(partition), keys.outbox(partition)];
  const [count, oldest] = await countUnrelayedScript.run(redis, outboxKeys, args);
  return { count: Number(count), oldest };
}

/** Returns the highest id that an event of the command with this entry id can have. */
const lastEventOf = (entryId: string) => eventId(parseEntryId(entryId), EVENTS_PER_COMMAND - 1);

/**
 * Records the newest command and event of all partitions. Resolves to a function that says whether everything up to
 * them is applied and relayed. Only ids of the same partition are compared, so no clock is read.
 */
export async function relayMark(
  redis: Redis,
  keys: Keys,
  partitions: number,
): Promise<() => Promise<boolean>> {
  const all = numbersBelow(partitions);
  const newest = (key: string) => redis.xrevrange(key, "+", "-", "COUNT", 1);
  const isPast = async (key: string, mark: string | undefined, from = "-") => {
    const [first] = mark === undefined ? [] : await redis.xrange(key, from, "+", "COUNT", 1);
    return first === undefined || mark === undefined || isEntryBefore(mark, first[0]);
  };
  const isRelayed = async (partition: number, mark: string | undefined) => {
    const outbox = keys.outbox(partition);
    if (await isPast(outbox, mark)) return true;
    // Relayed events may be kept.
    const relayed = await redis.hget(keys.lease(partition), "relayed");
    return relayed !== null && isPast(outbox, mark, `(${relayed}`);
  };
  const marks = await Promise.all(
    all.map(async (partition) => {
      // Commands are read first: the events of a command that is no longer in the stream are in the outbox.
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

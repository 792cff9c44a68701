import { randomInt } from "node:crypto";
import type { Redis } from "ioredis";
import { settlePerSlot } from "../redis/cluster/per-slot.ts";
import { readText } from "../redis/replies.ts";
import { loadScript, loadTypedScript } from "../redis/script.ts";

const appendCommandsScript = loadTypedScript("partition/append-commands", readText);
const cancelCommandScript = loadScript("partition/cancel-command");

/** A cancellation raises the count of cancellations by a random number below this. */
const MAX_RAISE = 2 ** 31;

/** An entry with its fields and values, one after the other. */
export type StreamEntry = [id: string, fields: string[]];

/** Value of an entry's field; empty where there is none. */
export function fieldOf([, fields]: StreamEntry, name: string): string {
  for (let i = 0; i < fields.length; i += 2) if (fields[i] === name) return fields[i + 1] ?? "";
  return "";
}

/** An append reached the store after its deadline: nothing was appended. */
export class TooLate extends Error {
  /** The store's time, in milliseconds since 1970. */
  readonly storeMs: number;

  constructor(storeMs: number) {
    super("the commands reached Redis after their deadline");
    this.storeMs = storeMs;
  }
}

/**
 * Appends commands, each to its stream, those of a stream in order, in as few calls as possible. Resolves to the
 * outcome of each: the entry id, undefined if `bound` commands already wait there, or an error. After {@link TooLate}
 * nothing was appended; after any other error that depends on the error (`wasNeverSent`, `wasRefused`).
 */
export async function appendCommands(
  redis: Redis,
  commands: readonly { stream: string; payload: string }[],
  { bound, deadline }: { bound: number; deadline: number },
): Promise<PromiseSettledResult<string | undefined>[]> {
  return settlePerSlot(
    redis,
    commands,
    ({ stream }) => stream,
    async (own) => {
      const reply = await appendCommandsScript.run(
        redis,
        own.map(({ stream }) => stream),
        [bound.toString(), deadline.toString(), ...own.map(({ payload }) => payload)],
      );
      const words = reply.split(" ");
      if (words[0] === "late") throw new TooLate(Number(words[1]));
      return words.map((word) => (word === "-" ? undefined : word));
    },
  );
}

/** Keys of a partition: its cursor, its cancellations, and the replies that are held back for the sender. */
interface CancelKeys {
  lease: string;
  cancelled: string;
  held: string;
}

/** A command that its sender gives up. The entry id is unknown where the reply to its append was lost. */
interface GivenUp {
  id: string;
  requestId: string;
  entryId: string | undefined;
  /** How long the cancellation is remembered, in milliseconds. */
  rememberMs: number;
}

/**
 * Cancels a command. `cancelled`: it will never be applied; `passed`: it was already completed. If its entry id is
 * unknown, this is certain only if there is no reply to it in the reply stream, and none was read there.
 */
export async function cancelCommand(
  redis: Redis,
  { lease, cancelled, held }: CancelKeys,
  { id, requestId, entryId = "", rememberMs }: GivenUp,
): Promise<"cancelled" | "passed"> {
  const raise = randomInt(1, MAX_RAISE).toString();
  const args = [id, entryId, requestId, rememberMs.toString(), raise];
  const outcome = await cancelCommandScript.run(redis, [lease, cancelled, held], args);
  return outcome === "passed" ? "passed" : "cancelled";
}

const ENTRY_BATCH_SIZE = 500;

/** Waits up to `blockMs` for entries after the given positions; an empty map when none came. */
export async function readStreams(
  redis: Redis,
  positions: ReadonlyMap<string, string>,
  { count, blockMs }: { count: number; blockMs: number },
): Promise<Map<string, StreamEntry[]>> {
  const args = [...positions.keys(), ...positions.values()];
  const reply = await redis.xread("COUNT", count, "BLOCK", blockMs, "STREAMS", ...args);
  return new Map(reply ?? []);
}

/** Entries of a stream from `start` to `end`, both included, at most `count`. */
export async function rangeOf(
  redis: Redis,
  stream: string,
  { start = "-", end = "+", count = 1000 }: { start?: string; end?: string; count?: number } = {},
): Promise<StreamEntry[]> {
  return redis.xrange(stream, start, end, "COUNT", count);
}

/** All entries of a stream after `after` and up to `end`, which is included, the oldest first; read in parts of 500. */
export async function* entriesOf(
  redis: Redis,
  stream: string,
  { after = "0-0", end = "+" }: { after?: string; end?: string } = {},
): AsyncGenerator<StreamEntry> {
  for (let start = `(${after}`; ;) {
    const entries = await rangeOf(redis, stream, { start, end, count: ENTRY_BATCH_SIZE });
    yield* entries;
    const last = entries.at(-1);
    if (!last) return;
    start = `(${last[0]}`;
  }
}

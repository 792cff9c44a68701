import { randomInt } from "node:crypto";
import type { Redis } from "ioredis";
import { settlePerSlot } from "../redis/connection/cluster/per-slot.ts";
import { readText } from "../redis/replies.ts";
import { loadScript, loadTypedScript } from "../redis/script.ts";

const appendCommandsScript = loadTypedScript("partition/append-commands", readText);
const cancelCommandScript = loadScript("partition/cancel-command");

/** A cancellation raises the count of cancellations by a random number below this. */
const MAX_RAISE = 2 ** 31;

/** A stream entry: its id, and its fields and values in turn. */
export type StreamEntry = [id: string, fields: string[]];

/** Returns the value of an entry's field; empty if there is none. */
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
 * Appends each command to its stream, in as few calls as possible. The commands of one stream stay in order. Resolves
 * to the outcome of each command: the entry id, undefined if `bound` commands already wait there, or an error. After
 * {@link TooLate}, nothing was appended. After any other error, `wasNeverSent` and `wasRefused` say whether this is
 * certain.
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
    async (part) => {
      const reply = await appendCommandsScript.run(
        redis,
        part.map(({ stream }) => stream),
        [bound.toString(), deadline.toString(), ...part.map(({ payload }) => payload)],
      );
      const outcomes = reply.split(" ");
      if (outcomes[0] === "late") throw new TooLate(Number(outcomes[1]));
      return outcomes.map((outcome) => (outcome === "-" ? undefined : outcome));
    },
  );
}

/**
 * Keys of a partition: the lease, which has the cursor, the cancellations, and the replies that are held back for the
 * sender.
 */
interface CancelKeys {
  lease: string;
  cancelled: string;
  held: string;
}

/** A command that its sender gives up. The entry id is undefined if the reply to the append was lost. */
interface AbandonedCommand {
  id: string;
  requestId: string;
  entryId: string | undefined;
  /** How long the cancellation is remembered, in milliseconds. */
  rememberMs: number;
}

/**
 * Cancels a command. Resolves to `cancelled` if it will never be applied, and to `passed` if it was already completed.
 * If the entry id is unknown, `cancelled` is certain only if the reply stream has no reply to the command and none was
 * read from it.
 */
export async function cancelCommand(
  redis: Redis,
  { lease, cancelled, held }: CancelKeys,
  { id, requestId, entryId = "", rememberMs }: AbandonedCommand,
): Promise<"cancelled" | "passed"> {
  const raise = randomInt(1, MAX_RAISE).toString();
  const args = [id, entryId, requestId, rememberMs.toString(), raise];
  const outcome = await cancelCommandScript.run(redis, [lease, cancelled, held], args);
  return outcome === "passed" ? "passed" : "cancelled";
}

const ENTRY_BATCH_SIZE = 500;

/**
 * Waits up to `blockMs` for entries after the given positions; does not wait if it is 0. Resolves to an empty map if
 * none arrives.
 */
export async function readStreams(
  redis: Redis,
  positions: ReadonlyMap<string, string>,
  { count, blockMs }: { count: number; blockMs: number },
): Promise<Map<string, StreamEntry[]>> {
  const args = [...positions.keys(), ...positions.values()];
  const reply =
    blockMs > 0
      ? await redis.xread("COUNT", count, "BLOCK", blockMs, "STREAMS", ...args)
      : await redis.xread("COUNT", count, "STREAMS", ...args);
  return new Map(reply ?? []);
}

/** Reads at most `count` entries of a stream from `start` to `end`, both included. */
export async function rangeOf(
  redis: Redis,
  stream: string,
  { start = "-", end = "+", count = 1000 }: { start?: string; end?: string; count?: number } = {},
): Promise<StreamEntry[]> {
  return redis.xrange(stream, start, end, "COUNT", count);
}

/**
 * Reads all entries of a stream after `after` and up to `end`, which is included, the oldest first, in parts of 500.
 */
export async function* entriesOf(
  redis: Redis,
  stream: string,
  { after = "0-0", end = "+" }: { after?: string; end?: string } = {},
): AsyncGenerator<StreamEntry> {
  let start = `(${after}`;
  for (;;) {
    const entries = await rangeOf(redis, stream, { start, end, count: ENTRY_BATCH_SIZE });
    yield* entries;
    const last = entries.at(-1);
    if (!last) return;
    start = `(${last[0]}`;
  }
}

import type { Redis } from "ioredis";
import { numbersBelow } from "../../collections/numbers-below.ts";
import { DAY_MS } from "../../units/durations.ts";
import { parseEntryId } from "../ids/entry-id.ts";
import type { Keys } from "../keys/keys.ts";
import { loadScript } from "../redis/script.ts";
import { entriesOf, fieldOf, rangeOf, type StreamEntry } from "./streams.ts";

const redriveScript = loadScript("partition/redrive-dead-letter");

/** How long a dead letter is kept, in milliseconds. It may contain personal data, so it is not kept longer. */
const KEPT_MS = 30 * DAY_MS;

/** A dead letter: a command that could not be applied. */
export interface DeadLetter {
  /** `<partition>/<entry id>`. */
  id: string;
  partition: number;
  /** When it became a dead letter, in milliseconds since 1970. */
  time: number;
  /** The error, for the operator. */
  reason: string;
  /** The command's entry id when it was first sent. */
  entryId: string;
  /** The command as it was sent; contains customers' data. */
  payload: string;
}

/** Returns the fields and values of a dead letter's entry. */
export const deadLetterFields = ({
  payload,
  reason,
  entryId,
}: Pick<DeadLetter, "payload" | "reason" | "entryId">): string[] => ["c", payload, "r", reason, "e", entryId];

function deadLetterOf(partition: number, entry: StreamEntry): DeadLetter {
  return {
    id: `${partition}/${entry[0]}`,
    partition,
    time: parseEntryId(entry[0]).ms,
    reason: fieldOf(entry, "r"),
    entryId: fieldOf(entry, "e"),
    payload: fieldOf(entry, "c"),
  };
}

/**
 * Reads the partition and the entry id from a dead letter's id. Returns undefined for any other text, also for numbers
 * that Redis never creates, and refuses to read.
 */
function parseId(id: string): { partition: number; entry: string } | undefined {
  const [, partition, entry] = /^(\d{1,4})\/(\d{1,15}-\d{1,15})$/.exec(id) ?? [];
  return partition === undefined || entry === undefined ? undefined : { partition: Number(partition), entry };
}

/** The dead letters of all partitions. */
export class DeadLetters {
  readonly #redis: Redis;
  readonly #keys: Keys;
  readonly #partitions: number;

  constructor(redis: Redis, keys: Keys, partitions: number) {
    this.#redis = redis;
    this.#keys = keys;
    this.#partitions = partitions;
  }

  /** Lists at most `count` dead letters of each partition, the oldest first. */
  async list(count: number): Promise<DeadLetter[]> {
    const partitions = numbersBelow(this.#partitions);
    const lists = await Promise.all(
      partitions.map((partition) => rangeOf(this.#redis, this.#keys.deadLetters(partition), { count })),
    );
    return lists.flatMap((entries, partition) => entries.map((entry) => deadLetterOf(partition, entry)));
  }

  /**
   * Reads the dead letters of all partitions, the oldest of each partition first. Reads them in parts, and ends a
   * partition at the dead letter that was its newest at the beginning: a command that is redriven in the meantime and
   * fails again is not read twice.
   */
  async *all(): AsyncGenerator<DeadLetter> {
    for (let partition = 0; partition < this.#partitions; partition++) {
      const stream = this.#keys.deadLetters(partition);
      const [newest] = await this.#redis.xrevrange(stream, "+", "-", "COUNT", 1);
      if (!newest) continue;
      for await (const entry of entriesOf(this.#redis, stream, { end: newest[0] }))
        yield deadLetterOf(partition, entry);
    }
  }

  async find(id: string): Promise<DeadLetter | undefined> {
    const address = parseId(id);
    if (!address) return undefined;
    const range = { start: address.entry, end: address.entry };
    const [entry] = await rangeOf(this.#redis, this.#keys.deadLetters(address.partition), range);
    return entry && deadLetterOf(address.partition, entry);
  }

  /**
   * Sends the command of a dead letter again, as `payload`. Resolves to the new entry id; undefined if the dead letter
   * no longer exists.
   */
  async redrive({ partition, id }: DeadLetter, payload: string): Promise<string | undefined> {
    const address = parseId(id);
    const keys = [this.#keys.deadLetters(partition), this.#keys.commands(partition)];
    const entryId = await redriveScript.run(this.#redis, keys, [address?.entry ?? "", payload]);
    return typeof entryId === "string" ? entryId : undefined;
  }

  /** Deletes a dead letter permanently. Resolves to whether it existed. */
  async discard(id: string): Promise<boolean> {
    const address = parseId(id);
    return (
      address !== undefined &&
      (await this.#redis.xdel(this.#keys.deadLetters(address.partition), address.entry)) === 1
    );
  }

  /** Deletes the dead letters that are older than 30 days. Resolves to their number. */
  async dropExpired(now: number): Promise<number> {
    let dropped = 0;
    for (let partition = 0; partition < this.#partitions; partition++)
      dropped += await this.#redis.xtrim(this.#keys.deadLetters(partition), "MINID", "=", now - KEPT_MS);
    return dropped;
  }
}

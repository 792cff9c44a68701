import type { Redis } from "ioredis";
import type { Decode } from "../records/decode.ts";
import { readFields, readTexts, repliesOf } from "../redis/replies.ts";

/** Values that are read at once. */
const BATCH_SIZE = 50;

/** A stored record, with the name that orders it among others of its kind. */
export interface NamedRecord<T> {
  name: string;
  record: T;
}

/**
 * The fields of some hashes together, in the order of their names: those after the name `after`. A field that moves
 * from one of the hashes to another is not missed. Only the names are read as a whole. The values come in batches.
 */
export async function* fieldsAfter(
  redis: Redis,
  hashes: readonly string[],
  after: string,
): AsyncGenerator<{ name: string; text: string }> {
  const known = redis.multi();
  for (const hash of hashes) known.hkeys(hash);
  const all = new Set((await repliesOf(known)).flatMap(readTexts));
  const names = [...all].filter((name) => name > after).sort();
  for (let from = 0; from < names.length; from += BATCH_SIZE) {
    const batch = names.slice(from, from + BATCH_SIZE);
    const reading = redis.multi();
    for (const hash of hashes) reading.hmget(hash, ...batch);
    const values = (await repliesOf(reading)).map(readFields);
    for (const [i, name] of batch.entries()) {
      const text = values.map((texts) => texts[i]).find((value) => typeof value === "string");
      if (text) yield { name, text };
    }
  }
}

/** Like {@link fieldsAfter}, as records. */
export async function* recordsAfter<T>(
  redis: Redis,
  hash: string,
  after: string,
  decode: Decode<T>,
): AsyncGenerator<NamedRecord<T>> {
  for await (const { name, text } of fieldsAfter(redis, [hash], after)) yield { name, record: decode(text) };
}

import type { Redis } from "ioredis";
import { batchesOf } from "../../collections/batches.ts";
import { sortedInTurns } from "../../collections/in-turns.ts";
import { partsOfSlot } from "../keys/slots.ts";
import type { SlotAddress } from "../layout/layout.ts";
import { type Decode, Undecodable } from "../records/decode.ts";
import { readFields, readList, readText, readTexts } from "../redis/replies.ts";
import { loadTypedScript } from "../redis/script.ts";
import { readTogether } from "../redis/structures/read-together.ts";

const scanHash = loadTypedScript("read/scan-hash", (reply) => {
  const [server, cursor, fields] = readList(reply);
  return { server: readText(server), cursor: readText(cursor), fields: readTexts(fields) };
});

/** The cursor at the start of a scan, and at its end. */
const START = "0";

/** Number of values that are read at once. */
const BATCH_SIZE = 50;

/**
 * A stored record, with the name by which it is ordered among others of its kind. If it cannot be decoded, the error
 * replaces it: it counts as a record, but is not listed.
 */
export interface NamedRecord<T> {
  name: string;
  record: T | Undecodable;
}

/** Decodes a record of a slot, and gives it its name. */
export function namedRecord<T>(
  decode: () => T,
  name: string,
  { partition, slot }: Pick<SlotAddress, "partition" | "slot">,
): NamedRecord<T> {
  try {
    return { name, record: decode() };
  } catch (err) {
    if (!(err instanceof Undecodable)) throw err;
    const { storeKey, key } = partsOfSlot(slot);
    err.label = { storeKey, partition, id: `${key} ${name}` };
    return { name, record: err };
  }
}

/** A field of a hash with its value. */
interface NamedText {
  name: string;
  text: string;
}

/**
 * Reads all fields of a hash in batches, in any order, each field once. A field that exists all the time is not missed,
 * also if another server takes over in the meantime. No command reads more than a batch, because the hash may be large.
 *
 * @param size about the number of fields of a batch
 */
export async function* fieldBatches(
  redis: Redis,
  hash: string,
  size = BATCH_SIZE,
): AsyncGenerator<NamedText[]> {
  const known = new Set<string>();
  let position = { server: "", cursor: START };
  do {
    const { fields, ...next } = await scanHash.run(
      redis,
      [hash],
      [position.cursor, position.server, size.toString()],
    );
    // A scan returns some fields twice while the server resizes the hash, and all of them if it begins again.
    yield Array.from(batchesOf(fields, 2), ([name = "", text = ""]) => ({ name, text })).filter(
      ({ name }) => known.size < known.add(name).size,
    );
    position = next;
  } while (position.cursor !== START);
}

/**
 * Reads the fields of several hashes together that come after the name `after`, in the order of their names. A field
 * that moves from one of the hashes to another in the meantime is not missed. All names are read at once, and the
 * values in batches.
 */
export async function* fieldsAfter(
  redis: Redis,
  hashes: readonly string[],
  after: string,
): AsyncGenerator<NamedText> {
  const known = await readTogether(
    redis,
    hashes.map((hash) => ["HKEYS", hash]),
  );
  const all = new Set(known.flatMap(readTexts));
  const later = [...all].filter((name) => name > after);
  const names = await sortedInTurns(later, (a, b) => (a < b ? -1 : 1));
  for (const batch of batchesOf(names, BATCH_SIZE)) {
    const replies = await readTogether(
      redis,
      hashes.map((hash) => ["HMGET", hash, ...batch]),
    );
    const values = replies.map(readFields);
    for (const [i, name] of batch.entries()) {
      const text = values.map((texts) => texts[i]).find((value) => typeof value === "string");
      if (text) yield { name, text };
    }
  }
}

/** Like {@link fieldsAfter}, but decodes the fields as records of a slot. */
export async function* recordsAfter<T>(
  redis: Redis,
  { hash, ...address }: Pick<SlotAddress, "partition" | "slot"> & { hash: string },
  after: string,
  decode: Decode<T>,
): AsyncGenerator<NamedRecord<T>> {
  for await (const { name, text } of fieldsAfter(redis, [hash], after))
    yield namedRecord(() => decode(text), name, address);
}

import { DAY_S } from "../../../units/durations.ts";
import { parseOrdinal } from "../../ids/base32.ts";
import type { Keys } from "../../keys/keys.ts";
import type { Decode } from "../../records/decode.ts";
import type { ItemRecord, Numbered } from "../../records/records.ts";
import { readTexts } from "../../redis/replies.ts";
import type { Fields, LoadRequest } from "./load-plan.ts";
import type { Extent, Ledger } from "./scan-ledger.ts";
import {
  areEnough,
  type Named,
  SOME_ITEMS,
  SOME_RECORDS,
  type SomeItems,
  type SomeRecords,
  type StateChange,
  type StateKey,
} from "./state-keys.ts";
import type { WriteBuffer } from "./write-buffer.ts";

/** How long the record of a deletion or a claim is kept, in seconds. */
const TOMBSTONE_S = (30 * DAY_S).toString();

/** The requests that read a state key, and the function that takes its value from the replies. */
interface Reading {
  requests: LoadRequest[];
  /** Returns null if there is none. @throws if it cannot be decoded */
  valueIn: (...replies: Fields[]) => unknown;
}

/** Destination of the writes of changes. */
export interface WriteTarget {
  keys: Keys;
  partition: number;
  writes: WriteBuffer;
  /** Returns the JSON of a record. */
  textOf: (record: object) => string;
}

/** How a kind of state keys is read and written. A claim is neither read nor written here: `References` makes it. */
export interface StateAccess {
  read?: (keys: Keys, partition: number, stateKey: StateKey) => Reading;
  write?: (change: StateChange, target: WriteTarget) => void;
}

/** The Redis key of a wishlist, slot or digest. */
export type KeyOf = (keys: Keys, partition: number, id: string) => string;
/** The field of a hash that a state key names. */
export type FieldOf = (field: string | number) => string;

/** Returns a function that decodes a record from one field or one text; null if it is missing. */
export const recordIn =
  (decode: Decode<unknown>) =>
  ([text]: Fields): unknown =>
    text ? decode(text) : null;

// The order in which Redis returns the members of a hash or a set differs between servers. The result of a command must
// not depend on it, so they are sorted.

/** Decodes the items among the fields and values of a hash, in the order of their numbers. */
export function decodeItems<T extends ItemRecord>(flat: readonly string[], decode: Decode<T>): Numbered<T>[] {
  const items: Numbered<T>[] = [];
  for (let i = 0; i < flat.length; i += 2) {
    const number = parseOrdinal(flat[i] ?? "");
    if (number !== undefined) items.push({ number, item: decode(flat[i + 1] ?? "null") });
  }
  return items.sort((a, b) => a.number - b.number);
}

/** Decodes the records among the fields and values of a hash, in the order of their fields. */
function decodeNamed(flat: readonly string[], decodeRecord: Decode<unknown>): Named<unknown>[] {
  const named: Named<unknown>[] = [];
  for (let i = 0; i < flat.length; i += 2)
    named.push({ field: flat[i] ?? "", record: decodeRecord(flat[i + 1] ?? "null") });
  return named.sort((a, b) => (a.field < b.field ? -1 : 1));
}

/** Reads some fields of a hash. */
export const readHashFields =
  (keyOf: KeyOf, fieldsOf: (field: string | number) => string[], valueIn: Reading["valueIn"]) =>
  (keys: Keys, partition: number, { id, field = "" }: StateKey): Reading => ({
    requests: [{ key: keyOf(keys, partition, id), kind: "fields", args: fieldsOf(field) }],
    valueIn,
  });

/** Reads a whole key. */
export const readWhole =
  (
    keyOf: KeyOf,
    kind: LoadRequest["kind"],
    valueIn: Reading["valueIn"],
    argsOf: (stateKey: StateKey) => string[] = () => [],
  ) =>
  (keys: Keys, partition: number, stateKey: StateKey): Reading => ({
    requests: [{ key: keyOf(keys, partition, stateKey.id), kind, args: argsOf(stateKey) }],
    valueIn,
  });

/** Returns the JSON of a value that is a record. Its kind guarantees that, but the compiler cannot see it. */
const jsonOf = (value: StateChange["value"], textOf: WriteTarget["textOf"]) => textOf(value as object);

/** Reads and writes a record that is one field of a hash. */
export function recordField(keyOf: KeyOf, field: string | FieldOf, decode: Decode<unknown>): StateAccess {
  const fieldOf = typeof field === "string" ? () => field : field;
  return {
    read: readHashFields(keyOf, (name) => [fieldOf(name)], recordIn(decode)),
    write({ stateKey: { id, field: name = "" }, value }, { keys, partition, writes, textOf }) {
      const key = keyOf(keys, partition, id);
      if (value === null) writes.add("HDEL", key, fieldOf(name));
      else writes.add("HSET", key, fieldOf(name), jsonOf(value, textOf));
    },
  };
}

/** Reads and writes a record that is a string and expires. */
export const expiringRecord = (keyOf: KeyOf, decode: Decode<unknown>): StateAccess => ({
  read: readWhole(keyOf, "text", recordIn(decode)),
  write({ stateKey: { id }, value }, { keys, partition, writes, textOf }) {
    const key = keyOf(keys, partition, id);
    if (value === null) writes.add("DEL", key);
    else writes.add("SET", key, jsonOf(value, textOf), "EX", TOMBSTONE_S);
  },
});

/** Reads all records of a hash. They are written one by one, under other state keys. */
export const allRecords = (keyOf: KeyOf, decode: Decode<unknown>): StateAccess => ({
  read: readWhole(keyOf, "hash", (reply) => decodeNamed(readTexts(reply), decode)),
});

/** Whether these fields and values are as many as one command takes: then there may be more. */
const areFull = (flat: readonly string[], most: typeof SOME_ITEMS): boolean =>
  areEnough(
    most,
    flat.length / 2,
    flat.reduce((sum, text, i) => (i % 2 === 1 ? sum + text.length : sum), 0),
  );

/** Reads some items in a hash that have one of the fields whose names the state key has, separated by spaces. */
export const someItems = <T extends ItemRecord>(keyOf: KeyOf, decode: Decode<T>): StateAccess => ({
  read: readWhole(
    keyOf,
    "items",
    (reply): SomeItems<T> => {
      const flat = readTexts(reply);
      return { items: decodeItems(flat, decode), hasMore: areFull(flat, SOME_ITEMS) };
    },
    ({ field }) => String(field).split(" "),
  ),
});

/**
 * Reads records of a ledger that name the wishlist or the items of the state key, whose ids are separated by spaces.
 */
const readLedger = (
  keyOf: KeyOf,
  ledger: Ledger,
  extent: Extent,
  valueIn: (flat: readonly string[]) => unknown,
): StateAccess => ({
  read: readWhole(
    keyOf,
    ledger,
    (reply) => valueIn(readTexts(reply)),
    ({ field = "" }) => [extent, ...String(field).split(" ").filter(Boolean)],
  ),
});

/** Reads all records of a ledger that name the items of the state key, or only the newest. */
export const foundRecords = (
  keyOf: KeyOf,
  ledger: Ledger,
  extent: "all" | "newest",
  decode: Decode<unknown>,
): StateAccess => readLedger(keyOf, ledger, extent, (flat) => decodeNamed(flat, decode));

/** Reads some records of a ledger that name the wishlist of the state key; any records if it names none. */
export const someRecords = (keyOf: KeyOf, ledger: Ledger, decode: Decode<unknown>): StateAccess =>
  readLedger(keyOf, ledger, "some", (flat): SomeRecords<unknown> => ({
    records: decodeNamed(flat, decode),
    hasMore: areFull(flat, SOME_RECORDS),
  }));

/** Reads the records of a hash that has more than the maximum number, the field of the state key; none of any other. */
export const excessRecords = (keyOf: KeyOf, decode: Decode<unknown>): StateAccess => ({
  read: readWhole(
    keyOf,
    "excess",
    (reply) => decodeNamed(readTexts(reply), decode),
    ({ field }) => [String(field)],
  ),
  write: () => undefined,
});

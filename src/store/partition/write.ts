import { variantField } from "../records/catalogue.ts";
import { type StateKind, type StateChange, valueOf } from "./state-keys.ts";
import { encodeWishlistMeta } from "../records/wishlist-meta.ts";
import { ordinal } from "../ids.ts";
import type { Keys } from "../keys.ts";
import type { Customer } from "../records/records.ts";
import { entryChanges } from "./store-entries.ts";
import type { WriteBuffer } from "./write-buffer.ts";

/** How long it is known that something was deleted, or claimed. */
const TOMBSTONE_SECONDS = (30 * 86_400).toString();

type TextOf = (record: object) => string;

/** Adds the writes that store a change; `textOf` gives the JSON of a record. */
export function writeChange(
  keys: Keys,
  partition: number,
  change: StateChange,
  writes: WriteBuffer,
  textOf: TextOf = JSON.stringify,
): void {
  const { stateKey, value } = change;
  const { owner } = stateKey;
  const as = <K extends StateKind>(kind: K) => valueOf(kind, value);
  writeEntries(keys, partition, change, writes);
  switch (stateKey.kind) {
    case "meta": {
      const meta = as("meta");
      if (meta) writes.add("HSET", keys.wishlist(partition, owner), "m", encodeWishlistMeta(meta));
      return undefined;
    }
    case "record": {
      const record = as("record");
      if (record) writes.add("HSET", keys.wishlist(partition, owner), "j", textOf(record));
      return undefined;
    }
    case "shares":
      return writeField(keys.wishlist(partition, owner), "s", value, writes, textOf);
    case "guest":
      return writeField(keys.wishlist(partition, owner), "g", value, writes, textOf);
    case "handover":
      return writeLasting(keys.handover(partition, owner), value, writes, textOf);
    case "item":
      return writeItem(keys, partition, change as StateChange<"item">, writes, textOf);
    case "removed": {
      const item = as("removed");
      const [key, field] = [keys.removedItems(partition, owner), ordinal(Number(stateKey.field))];
      return writeField(key, field, item, writes, textOf);
    }
    case "itemIndex": {
      const [key, term, numbers] = [
        keys.itemIndex(partition, owner),
        String(stateKey.field),
        as("itemIndex"),
      ];
      return numbers ? writes.add("HSET", key, term, numbers.join(" ")) : writes.add("HDEL", key, term);
    }
    case "listed": {
      const [key, wishlist] = [keys.customerWishlists(partition, owner), String(stateKey.field)];
      return value ? writes.add("ZADD", key, "0", wishlist) : writes.add("ZREM", key, wishlist);
    }
    case "index":
      writes.add("DEL", keys.itemOrder(partition, owner));
      return writes.add("DEL", keys.itemIndex(partition, owner));
    case "customer":
      return writeCustomer(keys.customer(partition, owner), as("customer"), writes, textOf);
    case "product":
      return writeField(keys.product(partition, owner), "j", value, writes, textOf);
    case "variant":
      return writeField(
        keys.product(partition, owner),
        variantField(String(stateKey.field)),
        value,
        writes,
        textOf,
      );
    case "order":
      return writeField(keys.order(partition, owner), "j", value, writes, textOf);
    case "purchase":
      return writeField(keys.purchases(partition, owner), String(stateKey.field), value, writes, textOf);
    case "alert":
      return writeField(keys.alerts(partition, owner), String(stateKey.field), value, writes, textOf);
    case "tombstone":
      return writeLasting(keys.tombstone(partition, owner), value, writes, textOf);
    case "updateTime":
      return writeField(keys.customer(partition, owner), "n", value, writes, textOf);
    case "answer":
      return writes.add("SET", keys.answer(partition, owner), as("answer") ?? "", "XX", "KEEPTTL");
    case "wishlistCount":
      return undefined;
    case "claim":
    case "contents":
    case "wishlists":
    case "wishlistPage":
    case "answers":
    case "purchases":
    case "alerts":
      throw new Error(`state keys of kind ${stateKey.kind} cannot be written`);
  }
}

/** Keeps the indexes of the store: only an entry that comes or goes is written. */
function writeEntries(keys: Keys, partition: number, change: StateChange, writes: WriteBuffer): void {
  const { added, removed } = entryChanges(change);
  for (const { index, storeKey, member } of removed)
    writes.add("ZREM", keys.storeIndex(partition, index, storeKey), member);
  for (const { index, storeKey, member } of added)
    writes.add("ZADD", keys.storeIndex(partition, index, storeKey), "0", member);
}

/** A record that is one field of a hash. */
function writeField(key: string, field: string, value: unknown, writes: WriteBuffer, textOf: TextOf): void {
  if (value === null) writes.add("HDEL", key, field);
  else writes.add("HSET", key, field, textOf(value as object));
}

/** A record that is a string and expires. */
function writeLasting(key: string, value: unknown, writes: WriteBuffer, textOf: TextOf): void {
  if (value === null) writes.add("DEL", key);
  else writes.add("SET", key, textOf(value as object), "EX", TOMBSTONE_SECONDS);
}

function writeItem(
  keys: Keys,
  partition: number,
  { stateKey, value, before }: StateChange<"item">,
  writes: WriteBuffer,
  textOf: TextOf,
): void {
  const { owner, field } = stateKey;
  const name = ordinal(Number(field));
  if (!value) {
    writes.add("HDEL", keys.wishlist(partition, owner), name);
    writes.add("ZREM", keys.itemOrder(partition, owner), name);
    return;
  }
  writes.add("HSET", keys.wishlist(partition, owner), name, textOf(value));
  if (!before) writes.add("ZADD", keys.itemOrder(partition, owner), "0", name);
}

function writeCustomer(key: string, customer: Customer | null, writes: WriteBuffer, textOf: TextOf): void {
  if (!customer) return writes.add("DEL", key);
  const { record, version, former } = customer;
  writes.add("HSET", key, "v", version);
  if (record) writes.add("HSET", key, "j", textOf(record));
  if (former) writes.add("HSET", key, "d", textOf(former));
  if (!record) writes.add("HDEL", key, "j");
  if (!former) writes.add("HDEL", key, "d");
}

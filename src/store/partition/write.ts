import { variantField } from "../records/catalogue.ts";
import type { CellKind, CellValues, StateChange } from "./cells.ts";
import { encodeHead } from "../records/head.ts";
import { ordinal } from "../ids.ts";
import type { Keys } from "../keys.ts";
import type { Customer } from "../records/records.ts";
import type { WriteBuffer } from "./write-buffer.ts";

/** How long it is known that something was deleted. */
const TOMBSTONE_SECONDS = (30 * 86_400).toString();

type TextOf = (record: object) => string;

/** Adds the writes that bring a change into the store; `textOf` gives the JSON of a record. */
export function writeChange(
  keys: Keys,
  partition: number,
  change: StateChange,
  writes: WriteBuffer,
  textOf: TextOf = JSON.stringify,
): void {
  const { cell, value } = change;
  const { of } = cell;
  const as = <K extends CellKind>(_kind: K) => value as CellValues[K] | null;
  switch (cell.kind) {
    case "head": {
      const head = as("head");
      if (head) writes.add("HSET", keys.wishlist(partition, of), "m", encodeHead(head));
      return undefined;
    }
    case "record": {
      const record = as("record");
      if (record) writes.add("HSET", keys.wishlist(partition, of), "j", textOf(record));
      return undefined;
    }
    case "item":
      return writeItem(keys, partition, change as StateChange<"item">, writes, textOf);
    case "removed": {
      const item = as("removed");
      const [key, field] = [keys.removedItems(partition, of), ordinal(Number(cell.field))];
      return writeField(key, field, item, writes, textOf);
    }
    case "mark": {
      const [key, mark, numbers] = [keys.marks(partition, of), String(cell.field), as("mark")];
      return numbers ? writes.add("HSET", key, mark, numbers.join(" ")) : writes.add("HDEL", key, mark);
    }
    case "listed": {
      const [key, wishlist] = [keys.customerWishlists(partition, of), String(cell.field)];
      return value ? writes.add("ZADD", key, "0", wishlist) : writes.add("ZREM", key, wishlist);
    }
    case "index":
      writes.add("DEL", keys.itemOrder(partition, of));
      return writes.add("DEL", keys.marks(partition, of));
    case "customer":
      return writeCustomer(keys.customer(partition, of), as("customer"), writes, textOf);
    case "product":
      return writeField(keys.product(partition, of), "j", value, writes, textOf);
    case "variant":
      return writeField(keys.product(partition, of), variantField(String(cell.field)), value, writes, textOf);
    case "order":
      return writeField(keys.order(partition, of), "j", value, writes, textOf);
    case "purchase":
      return writeField(keys.purchases(partition, of), String(cell.field), value, writes, textOf);
    case "alert":
      return writeField(keys.alerts(partition, of), String(cell.field), value, writes, textOf);
    case "tombstone":
      return value
        ? writes.add("SET", keys.tombstone(partition, of), textOf(value as object), "EX", TOMBSTONE_SECONDS)
        : writes.add("DEL", keys.tombstone(partition, of));
    case "newsTime":
      return writeField(keys.customer(partition, of), "n", value, writes, textOf);
    case "answer":
      return writes.add("SET", keys.answer(partition, of), as("answer") ?? "", "XX", "KEEPTTL");
    case "wishlistCount":
      return undefined;
    case "claim":
    case "contents":
    case "wishlists":
    case "wishlistPage":
    case "answers":
    case "purchases":
    case "alerts":
      throw new Error(`cells of kind ${cell.kind} cannot be written`);
  }
}

/** A record that is one field of a hash. */
function writeField(key: string, field: string, value: unknown, writes: WriteBuffer, textOf: TextOf): void {
  if (value === null) writes.add("HDEL", key, field);
  else writes.add("HSET", key, field, textOf(value as object));
}

function writeItem(
  keys: Keys,
  partition: number,
  { cell, value, before }: StateChange<"item">,
  writes: WriteBuffer,
  textOf: TextOf,
): void {
  const { of, field } = cell;
  const name = ordinal(Number(field));
  if (!value) {
    writes.add("HDEL", keys.wishlist(partition, of), name);
    writes.add("ZREM", keys.itemOrder(partition, of), name);
    return;
  }
  writes.add("HSET", keys.wishlist(partition, of), name, textOf(value));
  if (!before) writes.add("ZADD", keys.itemOrder(partition, of), "0", name);
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

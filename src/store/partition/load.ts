import type { Redis } from "ioredis";
import { type Cell, type Named, parsePage, Unreadable } from "./cells.ts";
import { decodeHead } from "../records/head.ts";
import { ordinal, parseOrdinal } from "../ids.ts";
import type { Keys } from "../keys.ts";
import { decodeOrder, decodePurchase } from "../records/stored-orders.ts";
import type { Contents, Customer, FormerCustomerRecord, ItemRecord } from "../records/records.ts";
import { loadScript } from "../redis/script.ts";
import { variantField } from "../records/catalogue.ts";

const loadCellsScript = loadScript("load-cells");

type Fields = (string | null)[];
type Decode = (values: Fields) => unknown;

const parse = (text: string | null | undefined): unknown => (text ? JSON.parse(text) : null);

function decodeCustomer([record = null, version = null, former = null]: Fields): Customer | null {
  if (!record && !former) return null;
  return {
    record: parse(record) as Customer["record"],
    version: version ?? "",
    former: parse(former) as FormerCustomerRecord | null,
  };
}

/** Items among a hash's fields and values. */
export function decodeItems(flat: string[]): Contents["items"] {
  const items: Contents["items"] = [];
  for (let i = 0; i < flat.length; i += 2) {
    const number = parseOrdinal(flat[i] ?? "");
    if (number !== undefined) items.push({ number, item: JSON.parse(flat[i + 1] ?? "null") as ItemRecord });
  }
  return items;
}

/** Records among a hash's fields and values. */
function decodeNamed(flat: string[], decodeRecord: (text: string) => unknown): Named<unknown>[] {
  const named: Named<unknown>[] = [];
  for (let i = 0; i < flat.length; i += 2)
    named.push({ field: flat[i] ?? "", record: decodeRecord(flat[i + 1] ?? "null") });
  return named;
}

interface Request {
  key: string;
  word: "count" | "fields" | "hash" | "order" | "page" | "set" | "text";
  args: string[];
  settle: (reply: Fields) => void;
}

/** Decodes a value. One that makes no sense spoils its own cell only, not all that is read with it. */
function decoded(decode: () => unknown): unknown {
  try {
    return decode();
  } catch (cause) {
    return new Unreadable(cause);
  }
}

/** Collects what to read of one partition, the fields of one key together. */
class Plan {
  readonly requests: Request[] = [];
  readonly #fields = new Map<string, { fields: string[]; settlers: ((values: Fields) => void)[] }>();

  fields(key: string, fields: string[], settle: (values: Fields) => void): void {
    let group = this.#fields.get(key);
    if (!group) {
      const made = { fields: [] as string[], settlers: [] as ((values: Fields) => void)[] };
      this.#fields.set(key, made);
      const settleAll = (reply: Fields) => {
        for (const each of made.settlers) each(reply);
      };
      this.requests.push({ key, word: "fields", args: made.fields, settle: settleAll });
      group = made;
    }
    const start = group.fields.length;
    group.fields.push(...fields);
    group.settlers.push((reply) => settle(reply.slice(start, start + fields.length)));
  }

  whole(
    key: string,
    word: Exclude<Request["word"], "fields">,
    args: string[],
    settle: (reply: Fields) => void,
  ): void {
    this.requests.push({ key, word, args, settle });
  }
}

type Load = (cell: Cell, value: unknown) => void;

const oneField: Decode = ([text]) => parse(text);
const orderField: Decode = ([text]) => (text ? decodeOrder(text) : null);
const purchaseField: Decode = ([text]) => (text ? decodePurchase(text) : null);

function plan(keys: Keys, partition: number, cell: Cell, into: Plan, load: Load): void {
  const { of } = cell;
  const read = (key: string, fields: string[], decode: Decode) =>
    into.fields(key, fields, (values) =>
      load(
        cell,
        decoded(() => decode(values)),
      ),
    );
  const readAll = (key: string, decodeRecord: (text: string) => unknown) =>
    into.whole(key, "hash", [], (reply) =>
      load(
        cell,
        decoded(() => decodeNamed(reply as string[], decodeRecord)),
      ),
    );
  switch (cell.kind) {
    case "customer":
      return read(keys.customer(partition, of), ["j", "v", "d"], decodeCustomer);
    case "head":
      return read(keys.wishlist(partition, of), ["m"], ([text]) => (text ? decodeHead(text) : null));
    case "record":
      return read(keys.wishlist(partition, of), ["j"], oneField);
    case "item":
      return read(keys.wishlist(partition, of), [ordinal(Number(cell.field))], oneField);
    case "mark":
      return read(keys.marks(partition, of), [String(cell.field)], ([text]) =>
        text ? text.split(" ").map(Number) : null,
      );
    case "product":
      return read(keys.product(partition, of), ["j"], oneField);
    case "variant":
      return read(keys.product(partition, of), [variantField(String(cell.field))], oneField);
    case "order":
      return read(keys.order(partition, of), ["j"], orderField);
    case "purchase":
      return read(keys.purchases(partition, of), [String(cell.field)], purchaseField);
    case "alert":
      return read(keys.alerts(partition, of), [String(cell.field)], oneField);
    case "contents": {
      let items: unknown;
      into.whole(keys.wishlist(partition, of), "hash", [], (reply) => {
        items = decoded(() => decodeItems(reply as string[]));
      });
      into.whole(keys.removedItems(partition, of), "hash", [], (reply) => {
        const removed = decoded(() => decodeItems(reply as string[]));
        const broken = [items, removed].find((part) => part instanceof Unreadable);
        load(cell, broken ?? { items, removed });
      });
      return undefined;
    }
    case "wishlists":
      return into.whole(
        keys.customerWishlists(partition, of),
        "order",
        ["0", String(Number(cell.field) - 1)],
        (reply) => load(cell, reply),
      );
    case "wishlistPage": {
      const { count, after } = parsePage(cell);
      const args = [after === "" ? "-" : `(${after}`, String(count)];
      return into.whole(keys.customerWishlists(partition, of), "page", args, (reply) => load(cell, reply));
    }
    case "wishlistCount":
      return into.whole(keys.customerWishlists(partition, of), "count", [], ([count]) =>
        load(cell, Number(count)),
      );
    case "purchases":
      return readAll(keys.purchases(partition, of), decodePurchase);
    case "alerts":
      return readAll(keys.alerts(partition, of), parse);
    case "answers":
      return into.whole(keys.answersOf(partition, of), "set", [], (reply) => load(cell, reply));
    case "answer":
      return into.whole(keys.answer(partition, of), "text", [], ([text]) => load(cell, text ?? null));
    case "tombstone":
      return into.whole(keys.tombstone(partition, of), "text", [], ([text]) =>
        load(
          cell,
          decoded(() => parse(text)),
        ),
      );
    case "newsTime":
      return read(keys.customer(partition, of), ["n"], oneField);
    case "removed":
      return read(keys.removedItems(partition, of), [ordinal(Number(cell.field))], oneField);
    case "claim":
    case "listed":
    case "index":
      throw new Error(`cells of kind ${cell.kind} cannot be read`);
  }
}

/**
 * Reads cells of some partitions in one round trip; `load` gets each cell with its value, null where there is none, and
 * `onRead` the characters that were read of each partition.
 */
export async function loadCells(
  redis: Redis,
  keys: Keys,
  wanted: Iterable<{ partition: number; cell: Cell; load: Load }>,
  onRead?: (partition: number, characters: number) => void,
): Promise<void> {
  const plans = new Map<number, Plan>();
  for (const { partition, cell, load } of wanted) {
    let into = plans.get(partition);
    if (!into) plans.set(partition, (into = new Plan()));
    plan(keys, partition, cell, into, load);
  }
  const requests = [...plans.values()].flatMap((each) => each.requests);
  if (requests.length === 0) return;
  const replies = (await loadCellsScript.run(
    redis,
    requests.map(({ key }) => key),
    [JSON.stringify(requests.map(({ word, args }) => [word, ...args]))],
  )) as Fields[];
  for (const [i, request] of requests.entries()) request.settle(replies[i] ?? []);
  let done = 0;
  for (const [partition, { requests: own }] of plans) {
    let characters = 0;
    for (const reply of replies.slice(done, (done += own.length)))
      for (const text of reply) characters += text?.length ?? 0;
    onRead?.(partition, characters);
  }
}

import type { Redis } from "ioredis";
import { type StateKey, type Named, parsePage, Unreadable } from "./state-keys.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";
import { ordinal, parseOrdinal } from "../ids.ts";
import type { Keys } from "../keys.ts";
import { decodeOrder, decodePurchase } from "../records/stored-orders.ts";
import type { Contents, Customer, FormerCustomerRecord, ItemRecord } from "../records/records.ts";
import { loadScript } from "../redis/script.ts";
import { variantField } from "../records/catalogue.ts";

const loadCellsScript = loadScript("load-state");

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
  resolve: (reply: Fields) => void;
}

/** Decodes a value. One that makes no sense spoils its own state key only, not all that is read with it. */
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
  readonly #fields = new Map<string, { fields: string[]; resolvers: ((values: Fields) => void)[] }>();

  fields(key: string, fields: string[], resolve: (values: Fields) => void): void {
    let group = this.#fields.get(key);
    if (!group) {
      const made = { fields: [] as string[], resolvers: [] as ((values: Fields) => void)[] };
      this.#fields.set(key, made);
      const resolveAll = (reply: Fields) => {
        for (const each of made.resolvers) each(reply);
      };
      this.requests.push({ key, word: "fields", args: made.fields, resolve: resolveAll });
      group = made;
    }
    const start = group.fields.length;
    group.fields.push(...fields);
    group.resolvers.push((reply) => resolve(reply.slice(start, start + fields.length)));
  }

  whole(
    key: string,
    word: Exclude<Request["word"], "fields">,
    args: string[],
    resolve: (reply: Fields) => void,
  ): void {
    this.requests.push({ key, word, args, resolve });
  }
}

type Load = (stateKey: StateKey, value: unknown) => void;

const oneField: Decode = ([text]) => parse(text);
const orderField: Decode = ([text]) => (text ? decodeOrder(text) : null);
const purchaseField: Decode = ([text]) => (text ? decodePurchase(text) : null);

function plan(keys: Keys, partition: number, stateKey: StateKey, into: Plan, load: Load): void {
  const { owner } = stateKey;
  const read = (key: string, fields: string[], decode: Decode) =>
    into.fields(key, fields, (values) =>
      load(
        stateKey,
        decoded(() => decode(values)),
      ),
    );
  const readAll = (key: string, decodeRecord: (text: string) => unknown) =>
    into.whole(key, "hash", [], (reply) =>
      load(
        stateKey,
        decoded(() => decodeNamed(reply as string[], decodeRecord)),
      ),
    );
  switch (stateKey.kind) {
    case "customer":
      return read(keys.customer(partition, owner), ["j", "v", "d"], decodeCustomer);
    case "meta":
      return read(keys.wishlist(partition, owner), ["m"], ([text]) =>
        text ? decodeWishlistMeta(text) : null,
      );
    case "record":
      return read(keys.wishlist(partition, owner), ["j"], oneField);
    case "item":
      return read(keys.wishlist(partition, owner), [ordinal(Number(stateKey.field))], oneField);
    case "itemIndex":
      return read(keys.itemIndex(partition, owner), [String(stateKey.field)], ([text]) =>
        text ? text.split(" ").map(Number) : null,
      );
    case "product":
      return read(keys.product(partition, owner), ["j"], oneField);
    case "variant":
      return read(keys.product(partition, owner), [variantField(String(stateKey.field))], oneField);
    case "order":
      return read(keys.order(partition, owner), ["j"], orderField);
    case "purchase":
      return read(keys.purchases(partition, owner), [String(stateKey.field)], purchaseField);
    case "alert":
      return read(keys.alerts(partition, owner), [String(stateKey.field)], oneField);
    case "contents": {
      let items: unknown;
      into.whole(keys.wishlist(partition, owner), "hash", [], (reply) => {
        items = decoded(() => decodeItems(reply as string[]));
      });
      into.whole(keys.removedItems(partition, owner), "hash", [], (reply) => {
        const removed = decoded(() => decodeItems(reply as string[]));
        const broken = [items, removed].find((part) => part instanceof Unreadable);
        load(stateKey, broken ?? { items, removed });
      });
      return undefined;
    }
    case "wishlists":
      return into.whole(
        keys.customerWishlists(partition, owner),
        "order",
        ["0", String(Number(stateKey.field) - 1)],
        (reply) => load(stateKey, reply),
      );
    case "wishlistPage": {
      const { count, after } = parsePage(stateKey);
      const args = [after === "" ? "-" : `(${after}`, String(count)];
      return into.whole(keys.customerWishlists(partition, owner), "page", args, (reply) =>
        load(stateKey, reply),
      );
    }
    case "wishlistCount":
      return into.whole(keys.customerWishlists(partition, owner), "count", [], ([count]) =>
        load(stateKey, Number(count)),
      );
    case "purchases":
      return readAll(keys.purchases(partition, owner), decodePurchase);
    case "alerts":
      return readAll(keys.alerts(partition, owner), parse);
    case "answers":
      return into.whole(keys.answersOf(partition, owner), "set", [], (reply) => load(stateKey, reply));
    case "answer":
      return into.whole(keys.answer(partition, owner), "text", [], ([text]) => load(stateKey, text ?? null));
    case "tombstone":
      return into.whole(keys.tombstone(partition, owner), "text", [], ([text]) =>
        load(
          stateKey,
          decoded(() => parse(text)),
        ),
      );
    case "updateTime":
      return read(keys.customer(partition, owner), ["n"], oneField);
    case "removed":
      return read(keys.removedItems(partition, owner), [ordinal(Number(stateKey.field))], oneField);
    case "claim":
    case "listed":
    case "index":
      throw new Error(`state keys of kind ${stateKey.kind} cannot be read`);
  }
}

/**
 * Reads state keys of some partitions in one round trip; `load` gets each state key with its value, null where there is none, and
 * `onRead` the characters that were read of each partition.
 */
export async function loadState(
  redis: Redis,
  keys: Keys,
  wanted: Iterable<{ partition: number; stateKey: StateKey; load: Load }>,
  onRead?: (partition: number, characters: number) => void,
): Promise<void> {
  const plans = new Map<number, Plan>();
  for (const { partition, stateKey, load } of wanted) {
    let into = plans.get(partition);
    if (!into) plans.set(partition, (into = new Plan()));
    plan(keys, partition, stateKey, into, load);
  }
  const requests = [...plans.values()].flatMap((each) => each.requests);
  if (requests.length === 0) return;
  const replies = (await loadCellsScript.run(
    redis,
    requests.map(({ key }) => key),
    [JSON.stringify(requests.map(({ word, args }) => [word, ...args]))],
  )) as Fields[];
  for (const [i, request] of requests.entries()) request.resolve(replies[i] ?? []);
  let done = 0;
  for (const [partition, { requests: own }] of plans) {
    let characters = 0;
    for (const reply of replies.slice(done, (done += own.length)))
      for (const text of reply) characters += text?.length ?? 0;
    onRead?.(partition, characters);
  }
}

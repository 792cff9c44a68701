import type { Redis } from "ioredis";
import { type StateKey, type Named, parsePage, Unreadable } from "./state-keys.ts";
import { decodeWishlistMeta } from "../records/wishlist-meta.ts";
import { ordinal, parseOrdinal } from "../ids.ts";
import type { Keys } from "../keys.ts";
import { decodeOrder, decodePurchase } from "../records/stored-orders.ts";
import {
  type Customer,
  decodeCustomer,
  decodeFormerCustomer,
  decodeItem,
  decodeRemovedItem,
  decodeWishlist,
} from "../records/records.ts";
import { decodeShares } from "../records/shares.ts";
import { decodeGuest, decodeHandover } from "../records/guests.ts";
import { decodeAlert } from "../records/alerts.ts";
import { type Decode, decodeIfAny, decoderOf } from "../records/decode.ts";
import { readFieldLists, readTexts } from "../redis/replies.ts";
import { settlePerSlot } from "../redis/cluster/per-slot.ts";
import { loadTypedScript } from "../redis/script.ts";
import { decodeProduct, decodeVariant, variantField } from "../records/catalogue.ts";

const loadCellsScript = loadTypedScript("load-state", readFieldLists);

type Fields = (string | null)[];
type DecodeFields = (values: Fields) => unknown;

/** The time of a deletion, or of news. */
const decodeTime = decoderOf<{ time: string }>("time");

/** A record that is one field, or one text; null where it is missing. */
const recordIn =
  (decode: Decode<unknown>): DecodeFields =>
  ([text]) =>
    text ? decode(text) : null;

function decodeCustomerFields([record = null, version = null, former = null]: Fields): Customer | null {
  if (!record && !former) return null;
  return {
    record: decodeIfAny(decodeCustomer, record) ?? null,
    version: version ?? "",
    former: decodeIfAny(decodeFormerCustomer, former) ?? null,
  };
}

// Redis gives the members of a hash or a set in an order of its own, and another server in another. What a command makes
// of them must not depend on it, so they are sorted.

/** Items among a hash's fields and values, by number. */
function decodeItems<T>(flat: readonly string[], decode: Decode<T>): { number: number; item: T }[] {
  const items: { number: number; item: T }[] = [];
  for (let i = 0; i < flat.length; i += 2) {
    const number = parseOrdinal(flat[i] ?? "");
    if (number !== undefined) items.push({ number, item: decode(flat[i + 1] ?? "null") });
  }
  return items.sort((a, b) => a.number - b.number);
}

/** Records among a hash's fields and values, by field. */
function decodeNamed(flat: string[], decodeRecord: Decode<unknown>): Named<unknown>[] {
  const named: Named<unknown>[] = [];
  for (let i = 0; i < flat.length; i += 2)
    named.push({ field: flat[i] ?? "", record: decodeRecord(flat[i + 1] ?? "null") });
  return named.sort((a, b) => (a.field < b.field ? -1 : 1));
}

interface Request {
  partition: number;
  key: string;
  word: "count" | "fields" | "hash" | "order" | "page" | "set" | "text";
  args: string[];
  resolve: (reply: Fields) => void;
}

/**
 * Decodes a value. A value that cannot be decoded affects only its own state key, not the others that are read with it.
 */
function decoded(decode: () => unknown): unknown {
  try {
    return decode();
  } catch (cause) {
    return new Unreadable(cause);
  }
}

/** Fields of one key, with who waits for them. */
interface FieldGroup {
  fields: string[];
  resolvers: ((values: Fields) => void)[];
}

/** Collects what to read of one partition, the fields of one key together. */
class Plan {
  readonly requests: Request[] = [];
  readonly #partition: number;
  readonly #fields = new Map<string, FieldGroup>();

  constructor(partition: number) {
    this.#partition = partition;
  }

  fields(key: string, fields: string[], resolve: (values: Fields) => void): void {
    let group = this.#fields.get(key);
    if (!group) {
      const made: FieldGroup = { fields: [], resolvers: [] };
      this.#fields.set(key, made);
      const resolveAll = (reply: Fields) => {
        for (const each of made.resolvers) each(reply);
      };
      this.#add({ key, word: "fields", args: made.fields, resolve: resolveAll });
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
    this.#add({ key, word, args, resolve });
  }

  #add(request: Omit<Request, "partition">): void {
    this.requests.push({ partition: this.#partition, ...request });
  }
}

type Load = (stateKey: StateKey, value: unknown) => void;

function plan(keys: Keys, partition: number, stateKey: StateKey, into: Plan, load: Load): void {
  const { owner } = stateKey;
  const read = (key: string, fields: string[], decode: DecodeFields) =>
    into.fields(key, fields, (values) =>
      load(
        stateKey,
        decoded(() => decode(values)),
      ),
    );
  const readAll = (key: string, decodeRecord: Decode<unknown>) =>
    into.whole(key, "hash", [], (reply) =>
      load(
        stateKey,
        decoded(() => decodeNamed(readTexts(reply), decodeRecord)),
      ),
    );
  switch (stateKey.kind) {
    case "customer":
      return read(keys.customer(partition, owner), ["j", "v", "d"], decodeCustomerFields);
    case "meta":
      return read(keys.wishlist(partition, owner), ["m"], recordIn(decodeWishlistMeta));
    case "shares":
      return read(keys.wishlist(partition, owner), ["s"], recordIn(decodeShares));
    case "record":
      return read(keys.wishlist(partition, owner), ["j"], recordIn(decodeWishlist));
    case "guest":
      return read(keys.wishlist(partition, owner), ["g"], recordIn(decodeGuest));
    case "handover":
      return into.whole(keys.handover(partition, owner), "text", [], (reply) =>
        load(
          stateKey,
          decoded(() => recordIn(decodeHandover)(reply)),
        ),
      );
    case "item":
      return read(keys.wishlist(partition, owner), [ordinal(Number(stateKey.field))], recordIn(decodeItem));
    case "itemIndex":
      return read(keys.itemIndex(partition, owner), [String(stateKey.field)], ([text]) =>
        text ? text.split(" ").map(Number) : null,
      );
    case "product":
      return read(keys.product(partition, owner), ["j"], recordIn(decodeProduct));
    case "variant":
      return read(
        keys.product(partition, owner),
        [variantField(String(stateKey.field))],
        recordIn(decodeVariant),
      );
    case "order":
      return read(keys.order(partition, owner), ["j"], recordIn(decodeOrder));
    case "purchase":
      return read(keys.purchases(partition, owner), [String(stateKey.field)], recordIn(decodePurchase));
    case "alert":
      return read(keys.alerts(partition, owner), [String(stateKey.field)], recordIn(decodeAlert));
    case "contents": {
      let items: unknown;
      into.whole(keys.wishlist(partition, owner), "hash", [], (reply) => {
        items = decoded(() => decodeItems(readTexts(reply), decodeItem));
      });
      into.whole(keys.removedItems(partition, owner), "hash", [], (reply) => {
        const removed = decoded(() => decodeItems(readTexts(reply), decodeRemovedItem));
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
      return readAll(keys.alerts(partition, owner), decodeAlert);
    case "answers": {
      let former: Fields = [];
      into.whole(keys.formerAnswersOf(partition, owner), "set", [], (reply) => (former = reply));
      return into.whole(keys.answersOf(partition, owner), "order", ["0", "-1"], (reply) =>
        load(stateKey, readTexts([...former, ...reply]).sort()),
      );
    }
    case "answer":
      return into.whole(keys.answer(partition, owner), "text", [], ([text]) => load(stateKey, text ?? null));
    case "tombstone":
      return into.whole(keys.tombstone(partition, owner), "text", [], (reply) =>
        load(
          stateKey,
          decoded(() => recordIn(decodeTime)(reply)),
        ),
      );
    case "updateTime":
      return read(keys.customer(partition, owner), ["n"], recordIn(decodeTime));
    case "removed":
      return read(
        keys.removedItems(partition, owner),
        [ordinal(Number(stateKey.field))],
        recordIn(decodeRemovedItem),
      );
    case "claim":
    case "listed":
    case "index":
      throw new Error(`state keys of kind ${stateKey.kind} cannot be read`);
  }
}

/**
 * Reads state keys of some partitions in one round trip. `load` gets each state key with its value, null if there is
 * none; `onRead` gets the characters that were read of each partition. Resolves to the partitions that could not be
 * read, with their errors.
 */
export async function loadState(
  redis: Redis,
  keys: Keys,
  wanted: Iterable<{ partition: number; stateKey: StateKey; load: Load }>,
  onRead?: (partition: number, characters: number) => void,
): Promise<Map<number, unknown>> {
  const plans = new Map<number, Plan>();
  for (const { partition, stateKey, load } of wanted) {
    let into = plans.get(partition);
    if (!into) plans.set(partition, (into = new Plan(partition)));
    plan(keys, partition, stateKey, into, load);
  }
  const requests = [...plans.values()].flatMap((each) => each.requests);
  const outcomes = await settlePerSlot(
    redis,
    requests,
    ({ key }) => key,
    (own) =>
      loadCellsScript.run(
        redis,
        own.map(({ key }) => key),
        [JSON.stringify(own.map(({ word, args }) => [word, ...args]))],
      ),
  );
  const failures = new Map<number, unknown>();
  const characters = new Map<number, number>();
  for (const [i, { partition, resolve }] of requests.entries()) {
    const outcome = outcomes[i];
    if (outcome?.status !== "fulfilled") {
      failures.set(partition, outcome?.reason);
      continue;
    }
    resolve(outcome.value);
    let read = characters.get(partition) ?? 0;
    for (const text of outcome.value) read += text?.length ?? 0;
    characters.set(partition, read);
  }
  for (const [partition, read] of characters) onRead?.(partition, read);
  return failures;
}

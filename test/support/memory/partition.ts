import assert from "node:assert/strict";
import type { Command } from "../../../src/actors/command.ts";
import type { Event } from "../../../src/actors/events/event.ts";
import type { Handler } from "../../../src/actors/handler.ts";
import { HANDLERS } from "../../../src/actors/handlers.ts";
import type { Decision } from "../../../src/actors/reply.ts";
import { EntryContext } from "../../../src/actors/runtime/stream-command.ts";
import { Draft, State } from "../../../src/actors/state/draft.ts";
import {
  addressOf,
  areEnough,
  type Named,
  parsePage,
  SOME_ITEMS,
  SOME_RECORDS,
  type SomeItems,
  type SomeRecords,
  type StateChange,
  type StateKey,
  type StateKind,
  type StateValues,
} from "../../../src/store/partition/state/state-keys.ts";
import type { PurchaseLine } from "../../../src/store/records/orders.ts";
import type { ItemRecord } from "../../../src/store/records/records.ts";
import { servedItem } from "../../../src/store/records/served-item.ts";
import { StateMap } from "./state-map.ts";

const START_MS = Date.UTC(2026, 5, 1);
/** Number of removed items that are read at once. */
const EXCESS_READ = 500;
/** Maximum number of load rounds of a command: loaded state leads to further state, but only a few times. */
const MAX_ROUNDS = 8;

/** Returns the first records, as many as one command takes. */
function someOf<T>(all: readonly Named<T>[]): SomeRecords<T> {
  const records: Named<T>[] = [];
  let characters = 0;
  for (const each of all) {
    if (areEnough(SOME_RECORDS, records.length, characters)) break;
    records.push(each);
    characters += JSON.stringify(each.record).length;
  }
  return { records, hasMore: areEnough(SOME_RECORDS, records.length, characters) };
}

/** A partition in memory. It applies the decisions of the pure handlers to its state. */
export class MemoryPartition {
  readonly stateKeys = new StateMap();
  readonly claims = new Map<string, string>();
  /** Entries of the indexes whose references may have several holders: reference, store key, value and holder. */
  readonly shared = new Set<string>();
  readonly events: Event[] = [];
  /** The state that the last command has loaded. */
  loaded: StateKey[] = [];
  /** The changes of the last command that was accepted. */
  changes: readonly StateChange[] = [];
  #count = 0;
  #passedMs = 0;

  /** The time of the last command, in milliseconds. */
  get now(): number {
    return START_MS + this.#passedMs + this.#count;
  }

  /** Lets time pass before the next command. */
  pass(ms: number): void {
    this.#passedMs += ms;
  }

  value(stateKey: StateKey): unknown {
    return this.stateKeys.get(addressOf(stateKey))?.value ?? null;
  }

  /** All values of a kind that belong to one wishlist or customer. */
  all<K extends StateKind>(kind: K, id: string): { field: string | number; value: StateValues[K] }[] {
    return this.stateKeys.all(kind, id);
  }

  /** Returns the items of a wishlist as they are served. */
  items(id: string): { number: number; item: ItemRecord }[] {
    const [meta] = this.all("meta", id);
    return this.#numbered("item", id).map(({ number, item }) => ({
      number,
      item: meta ? servedItem(item, meta.value) : item,
    }));
  }

  /** All values of a kind, with their wishlist or customer. */
  everyOf<K extends StateKind>(kind: K): { id: string; value: StateValues[K] }[] {
    return [...this.stateKeys.values()]
      .filter(({ stateKey, value }) => stateKey.kind === kind && value !== null)
      .map(({ stateKey: { id }, value }) => ({ id, value: value as StateValues[K] }));
  }

  #numbered(kind: "item" | "removed", id: string) {
    return this.all(kind, id)
      .map(({ field, value }) => ({ number: Number(field), item: value }))
      .sort((a, b) => a.number - b.number);
  }

  #ledger<K extends "alert" | "purchase">(kind: K, slot: string) {
    return this.all<K>(kind, slot).map(({ field, value }) => ({ field: String(field), record: value }));
  }

  #read(stateKey: StateKey): unknown {
    switch (stateKey.kind) {
      case "claim": {
        const { reference, storeKey, value, holder } = stateKey.claim ?? {
          reference: "",
          storeKey: "",
          value: "",
          holder: "",
        };
        const name = `${reference} ${storeKey} ${value}`;
        if (reference === "itemRef" || reference === "variant") {
          this.shared.add(`${name} ${holder}`);
          return "granted";
        }
        const present = this.claims.get(name);
        if (present === undefined) this.claims.set(name, holder);
        return present === undefined || present === holder ? "granted" : "taken";
      }
      case "items":
        return this.#numbered("item", stateKey.id);
      case "removedItems":
        return this.#numbered("removed", stateKey.id);
      case "itemsWith":
      case "removedWith":
        return this.#someWith(stateKey);
      case "excessRemoved": {
        const removed = this.#numbered("removed", stateKey.id);
        return removed.length > Number(stateKey.field) ? removed.slice(0, EXCESS_READ) : [];
      }
      case "wishlists":
        return this.all("listed", stateKey.id)
          .map(({ field }) => String(field))
          .sort()
          .slice(0, Number(stateKey.field));
      case "wishlistCount":
        return this.all("listed", stateKey.id).length;
      case "wishlistPage": {
        const { count, after } = parsePage(stateKey);
        const ids = this.all("listed", stateKey.id).map(({ field }) => String(field));
        return ids
          .sort()
          .filter((id) => id > after)
          .slice(0, count);
      }
      case "answers":
        return [];
      case "purchases":
        return this.#ledger("purchase", stateKey.id);
      case "listPurchases":
      case "itemPurchases": {
        const isFound = ({ wishlistId, itemId }: PurchaseLine) =>
          [wishlistId, itemId].includes(String(stateKey.field));
        const found = this.#ledger("purchase", stateKey.id).filter(({ record }) =>
          Object.values(record.lines).some(isFound),
        );
        return stateKey.kind === "itemPurchases" ? found : someOf(found);
      }
      case "someAlerts":
        return someOf(
          this.#ledger("alert", stateKey.id).filter(
            ({ record: { itemIds } }) =>
              stateKey.field === "" || itemIds.some((id) => id.startsWith(`${stateKey.field}.`)),
          ),
        );
      case "newestAlerts": {
        const names = String(stateKey.field).split(" ");
        const found = this.#ledger("alert", stateKey.id).filter(({ record: { itemIds } }) =>
          itemIds.some((id) => names.includes(id)),
        );
        return someOf(found.sort((a, b) => (a.record.id > b.record.id ? -1 : 1))).records;
      }
      case "excessPurchases":
      case "excessAlerts": {
        const { kind, id } = stateKey;
        const records = kind === "excessPurchases" ? this.#ledger("purchase", id) : this.#ledger("alert", id);
        return records.length > Number(stateKey.field) ? records : [];
      }
      default:
        return this.value(stateKey);
    }
  }

  #someWith({ kind, id, field }: StateKey): SomeItems {
    const names = String(field).split(" ");
    const items: SomeItems["items"] = [];
    let characters = 0;
    for (const each of this.#numbered(kind === "itemsWith" ? "item" : "removed", id)) {
      if (areEnough(SOME_ITEMS, items.length, characters)) break;
      if (!names.some((name) => name in each.item)) continue;
      items.push(each);
      characters += JSON.stringify(each.item).length;
    }
    return { items, hasMore: areEnough(SOME_ITEMS, items.length, characters) };
  }

  #apply({ stateKey, value }: StateChange): void {
    if (stateKey.kind === "index") {
      for (const address of [...this.stateKeys.of("itemIndex", stateKey.id).keys()])
        this.stateKeys.delete(address);
      return;
    }
    this.stateKeys.set(addressOf(stateKey), { stateKey, value });
  }

  /**
   * Applies a command after all earlier ones. New ids contain the partition.
   *
   * @param known state that an earlier command of the same batch has loaded
   */
  run(command: Command, partition = 3, known: readonly StateKey[] = []): Decision {
    this.#count++;
    const at = { ms: this.now, seq: 0 };
    const context = new EntryContext(
      { entryId: `${at.ms}-0`, at, payload: "payload", envelope: undefined },
      partition,
    );
    const handler = HANDLERS[command.type] as unknown as Handler<Command, object>;
    const state = new State();
    for (const stateKey of known) state.set(stateKey, this.#read(stateKey));
    this.loaded = [];
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const draft = new Draft(state);
      try {
        return this.#take(handler(command, draft, context), draft, context.version);
      } catch (err) {
        if (draft.notLoaded.length === 0) throw err;
        draft.undo();
        for (const stateKey of draft.notLoaded) {
          state.set(stateKey, this.#read(stateKey));
          this.loaded.push(stateKey);
        }
      }
    }
    throw new Error(`${command.type} still asks for state after ${MAX_ROUNDS} rounds`);
  }

  /** Fails if a page changes without its version, because pages are cached by their versions. */
  #assertVersions(changes: readonly StateChange[], version: string): void {
    const shown = changes.filter(({ stateKey: { kind } }) => kind === "record" || kind === "item");
    for (const { stateKey } of shown) {
      const { id } = stateKey;
      assert.equal(this.all("meta", id)[0]?.value.version, version, `${id} has changed`);
    }
  }

  #take(decision: Decision, draft: Draft, version: string): Decision {
    if (!decision.ok) return decision;
    this.changes = draft.changes;
    for (const change of draft.changes) this.#apply(change);
    this.#assertVersions(draft.changes, version);
    for (const { reference, storeKey, value, holder } of draft.releases) {
      const name = `${reference} ${storeKey} ${value}`;
      if (this.claims.get(name) === holder) this.claims.delete(name);
      this.shared.delete(`${name} ${holder}`);
    }
    this.events.push(...draft.events);
    return decision;
  }
}

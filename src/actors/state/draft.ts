import {
  addressOf,
  type StateChange,
  type StateKey,
  type StateKind,
  type StateValues,
  Unreadable,
} from "../../store/partition/state/state-keys.ts";
import type { Claim, ItemRecord, WishlistMeta, WishlistRecord } from "../../store/records/records.ts";
import { servedItem } from "../../store/records/served-item.ts";
import type { Event } from "../events/event.ts";

/** The state of one wishlist. An absent member was not read. Null means that the value does not exist. */
interface WishlistState {
  meta?: WishlistMeta | null;
  record?: WishlistRecord | null;
  readonly terms: Map<string, number[] | null>;
  readonly items: Map<number, ItemRecord | null>;
}

/**
 * The state of a partition in one batch: the values that were loaded, with the changes of the commands. Nothing is kept
 * from one batch to the next, so nothing becomes stale. (Keeping the actors in memory was measured: it saved a round
 * trip, but cost as much in memory management.)
 */
export class State {
  readonly #wishlists = new Map<string, WishlistState>();
  /** Customers' wishlists, by slot and by their maximum number. */
  readonly #lists = new Map<string, Map<number, unknown>>();
  readonly #others = new Map<string, unknown>();

  #wishlist(id: string): WishlistState {
    let wishlist = this.#wishlists.get(id);
    if (!wishlist) {
      wishlist = { terms: new Map(), items: new Map() };
      this.#wishlists.set(id, wishlist);
    }
    return wishlist;
  }

  /**
   * Returns an item as it is served. Undefined also if the metadata of its wishlist are not loaded, so that a command
   * never depends on what other commands of its batch have loaded.
   */
  #item(id: string, number: number): unknown {
    const wishlist = this.#wishlists.get(id);
    const item = wishlist?.items.get(number);
    const meta = wishlist?.meta;
    if (!item) return item;
    if (meta === undefined) return undefined;
    return meta === null || meta instanceof Unreadable || item instanceof Unreadable
      ? item
      : servedItem(item, meta);
  }

  /** Returns a state key's value; null if there is none, undefined if it is not loaded. */
  peek(stateKey: StateKey): unknown {
    switch (stateKey.kind) {
      case "meta":
        return this.#wishlists.get(stateKey.id)?.meta;
      case "record":
        return this.#wishlists.get(stateKey.id)?.record;
      case "itemIndex":
        return this.#wishlists.get(stateKey.id)?.terms.get(String(stateKey.field));
      case "item":
        return this.#item(stateKey.id, Number(stateKey.field));
      case "wishlists":
        return this.#lists.get(stateKey.id)?.get(Number(stateKey.field));
      default:
        return this.#others.get(addressOf(stateKey));
    }
  }

  /** Sets the value of a state key: the value that was read, or the one that a command has put. */
  set(stateKey: StateKey, value: unknown): void {
    switch (stateKey.kind) {
      case "meta":
        this.#wishlist(stateKey.id).meta = value as WishlistMeta | null;
        break;
      case "record":
        this.#wishlist(stateKey.id).record = value as WishlistRecord | null;
        break;
      case "itemIndex":
        this.#wishlist(stateKey.id).terms.set(String(stateKey.field), value as number[] | null);
        break;
      case "item":
        this.#wishlist(stateKey.id).items.set(Number(stateKey.field), value as ItemRecord | null);
        break;
      case "wishlists": {
        const lists = this.#lists.get(stateKey.id) ?? new Map<number, unknown>();
        this.#lists.set(stateKey.id, lists.set(Number(stateKey.field), value));
        break;
      }
      default:
        this.#others.set(addressOf(stateKey), value);
    }
  }

  /** Drops the list of a customer's wishlists, so that it is read again once the current changes are committed. */
  forgetWishlistsOf(slot: string): void {
    this.#lists.delete(slot);
  }
}

/** Thrown when a handler reads state that is not loaded. It is thrown often, so there is one instance. */
const NOT_LOADED = new Error("state is not loaded");

/**
 * The view of one command on the state, and its changes. Changes take effect in the state immediately, so that the
 * command sees its own. They are undone if the command is refused.
 */
export class Draft {
  readonly #state: State;
  /** State that the command needs and that is not loaded. The command is decided again once it is loaded. */
  notLoaded: readonly StateKey[] = [];
  readonly changes: StateChange[] = [];
  readonly events: Event[] = [];
  readonly releases: Claim[] = [];
  /** Claims that the command has asked for. */
  readonly claimed: StateKey[] = [];

  constructor(state: State) {
    this.#state = state;
  }

  /** Whether a value is loaded. */
  knows(stateKey: StateKey): boolean {
    return this.#state.peek(stateKey) !== undefined;
  }

  /**
   * Requests state that the command needs. State of one call is loaded in one round trip.
   *
   * @throws if some of it is not loaded, so that the handler cannot continue with wrong values: otherwise, it could
   *   request a claim that it must not have
   */
  load(stateKeys: readonly StateKey[]): void {
    for (const stateKey of stateKeys) if (stateKey.claim) this.claimed.push(stateKey);
    this.notLoaded = this.#missing(stateKeys);
    if (this.notLoaded.length > 0) throw NOT_LOADED;
  }

  /**
   * Returns those of the state keys that are not loaded, and the metadata of the wishlists of items: the reference of
   * an item follows from them.
   */
  #missing(stateKeys: readonly StateKey[]): readonly StateKey[] {
    const missing = stateKeys.filter((stateKey) => !this.knows(stateKey));
    const items = missing.filter(({ kind }) => kind === "item");
    if (items.length === 0) return missing;
    const metas = [...new Set(items.map(({ id }) => id))].map((id) => ({ kind: "meta" as const, id }));
    return [...missing, ...metas.filter((meta) => !this.knows(meta))];
  }

  /**
   * Returns a value; null if there is none.
   *
   * @throws if it is not loaded, like {@link Draft.load}
   */
  get<K extends StateKind>(stateKey: StateKey<K>): StateValues[K] | null {
    if (stateKey.claim) this.claimed.push(stateKey);
    const value = this.#state.peek(stateKey);
    if (value === undefined) {
      this.notLoaded = this.#missing([stateKey]);
      throw NOT_LOADED;
    }
    if (value instanceof Unreadable)
      throw new Error(`cannot be decoded: ${addressOf(stateKey)}`, { cause: value.cause });
    return value as StateValues[K] | null;
  }

  /** Returns an entry of a collection as this batch has changed it, or as it was loaded with its collection. */
  current<K extends StateKind>(stateKey: StateKey<K>, loaded: StateValues[K]): StateValues[K] | null {
    return this.knows(stateKey) ? this.get(stateKey) : loaded;
  }

  /** Sets a state key; null deletes its value. `known` is the value before, if it was read as part of a collection. */
  put<K extends StateKind>(
    stateKey: StateKey<K>,
    value: StateValues[K] | null,
    known?: StateValues[K],
  ): void {
    const read = this.#state.peek(stateKey) as StateValues[K] | null | undefined;
    const before = read === undefined ? known : read;
    this.changes.push({ stateKey, value, before });
    this.#state.set(stateKey, value);
  }

  emit(event: Event): void {
    this.events.push(event);
  }

  /** Releases a reference once the change is committed. */
  release(claim: Claim): void {
    this.releases.push(claim);
  }

  /** Undoes all changes, for a refused command. */
  undo(): void {
    for (const { stateKey, before } of this.changes.reverse()) this.#state.set(stateKey, before);
  }
}

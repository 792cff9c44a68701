import {
  addressOf,
  type StateChange,
  type StateKey,
  type StateKind,
  type StateValues,
  Unreadable,
} from "../store/partition/state/state-keys.ts";
import type { Claim, ItemRecord, WishlistMeta, WishlistRecord } from "../store/records/records.ts";
import type { Event } from "./event.ts";

/** The state of one wishlist. An absent member was not read; null was read and does not exist. */
interface WishlistState {
  meta?: WishlistMeta | null;
  record?: WishlistRecord | null;
  readonly terms: Map<string, number[] | null>;
  readonly items: Map<number, ItemRecord | null>;
}

/**
 * The state of a partition in one batch: what was loaded for it, and what its commands have changed. Nothing is kept
 * from one batch to the next, so nothing becomes stale. (Measured: keeping the actors in memory saved a round trip, but
 * cost as much in memory management.)
 */
export class State {
  readonly #wishlists = new Map<string, WishlistState>();
  /** Customers' wishlists, by slot and by how many at most. */
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

  /** A state key's value; null if there is none, undefined if it is not loaded. */
  peek(stateKey: StateKey): unknown {
    switch (stateKey.kind) {
      case "meta":
        return this.#wishlists.get(stateKey.id)?.meta;
      case "record":
        return this.#wishlists.get(stateKey.id)?.record;
      case "itemIndex":
        return this.#wishlists.get(stateKey.id)?.terms.get(String(stateKey.field));
      case "item":
        return this.#wishlists.get(stateKey.id)?.items.get(Number(stateKey.field));
      case "wishlists":
        return this.#lists.get(stateKey.id)?.get(Number(stateKey.field));
      default:
        return this.#others.get(addressOf(stateKey));
    }
  }

  /** Sets a state key to what was read, or to what a command makes of it. */
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

  /** Forgets which wishlists a customer has, so that they are read again once the present changes are committed. */
  forgetWishlistsOf(slot: string): void {
    this.#lists.delete(slot);
  }
}

/** Thrown when a handler reads state that is not loaded. It is thrown often, so there is one instance. */
const NOT_LOADED = new Error("state is not loaded");

/**
 * What one command sees and does. Changes take effect in the state at once, so that the command sees its own; when
 * it is refused they are undone.
 */
export class Draft {
  readonly #state: State;
  /** State that the command needs and that is not loaded: the command is decided again once it is loaded. */
  notLoaded: readonly StateKey[] = [];
  readonly changes: StateChange[] = [];
  readonly events: Event[] = [];
  readonly releases: Claim[] = [];

  constructor(state: State) {
    this.#state = state;
  }

  /** Whether a value is loaded. */
  knows(stateKey: StateKey): boolean {
    return this.#state.peek(stateKey) !== undefined;
  }

  /**
   * Names state that the command needs. State that is named together is loaded together, in one round trip. Throws if
   * some of it is not loaded, so that the handler cannot continue with wrong values: it could request a claim that it
   * may not have.
   */
  load(stateKeys: readonly StateKey[]): void {
    this.notLoaded = stateKeys.filter((stateKey) => !this.knows(stateKey));
    if (this.notLoaded.length > 0) throw NOT_LOADED;
  }

  /** A value; null if there is none. Throws if it is not loaded, as {@link Draft.load} does. */
  get<K extends StateKind>(stateKey: StateKey<K>): StateValues[K] | null {
    const value = this.#state.peek(stateKey);
    if (value === undefined) {
      this.notLoaded = [stateKey];
      throw NOT_LOADED;
    }
    if (value instanceof Unreadable)
      throw new Error(`cannot be decoded: ${addressOf(stateKey)}`, { cause: value.cause });
    return value as StateValues[K] | null;
  }

  /** Sets a state key; null empties it. `known` is its value where that was read with a collection. */
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

  /** Gives a reference back once the change is committed. */
  release(claim: Claim): void {
    this.releases.push(claim);
  }

  /** Undoes all changes: the command is refused. */
  undo(): void {
    for (const { stateKey, before } of this.changes.reverse()) this.#state.set(stateKey, before);
  }
}

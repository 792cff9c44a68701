import {
  addressOf,
  type Cell,
  type CellKind,
  type CellValues,
  type StateChange,
  Unreadable,
} from "../store/partition/cells.ts";
import type { Claim, Head, ItemRecord, WishlistRecord } from "../store/records/records.ts";
import type { Event } from "./event.ts";

/** What is known of one wishlist. An absent member has not been read; null is read and not there. */
interface WishlistState {
  head?: Head | null;
  record?: WishlistRecord | null;
  readonly marks: Map<string, number[] | null>;
  readonly items: Map<number, ItemRecord | null>;
}

/**
 * What a turn knows of its partition: what was read for it, and what its commands have changed since. Nothing is
 * kept from one turn to the next, so there is nothing to go stale. (Measured: keeping the actors in memory saved a
 * round trip, and cost as much in memory management as it saved.)
 */
export class State {
  readonly #wishlists = new Map<string, WishlistState>();
  /** Customers' wishlists, by slot and by how many at most. */
  readonly #lists = new Map<string, Map<number, unknown>>();
  readonly #others = new Map<string, unknown>();

  #wishlist(id: string): WishlistState {
    let wishlist = this.#wishlists.get(id);
    if (!wishlist) {
      wishlist = { marks: new Map(), items: new Map() };
      this.#wishlists.set(id, wishlist);
    }
    return wishlist;
  }

  /** A cell's value; null where there is none, undefined when it has not been read. */
  peek(cell: Cell): unknown {
    switch (cell.kind) {
      case "head":
        return this.#wishlists.get(cell.of)?.head;
      case "record":
        return this.#wishlists.get(cell.of)?.record;
      case "mark":
        return this.#wishlists.get(cell.of)?.marks.get(String(cell.field));
      case "item":
        return this.#wishlists.get(cell.of)?.items.get(Number(cell.field));
      case "wishlists":
        return this.#lists.get(cell.of)?.get(Number(cell.field));
      default:
        return this.#others.get(addressOf(cell));
    }
  }

  /** Sets a cell to what was read, or to what a command makes of it. */
  set(cell: Cell, value: unknown): void {
    switch (cell.kind) {
      case "head":
        this.#wishlist(cell.of).head = value as Head | null;
        break;
      case "record":
        this.#wishlist(cell.of).record = value as WishlistRecord | null;
        break;
      case "mark":
        this.#wishlist(cell.of).marks.set(String(cell.field), value as number[] | null);
        break;
      case "item":
        this.#wishlist(cell.of).items.set(Number(cell.field), value as ItemRecord | null);
        break;
      case "wishlists": {
        const lists = this.#lists.get(cell.of) ?? new Map<number, unknown>();
        this.#lists.set(cell.of, lists.set(Number(cell.field), value));
        break;
      }
      default:
        this.#others.set(addressOf(cell), value);
    }
  }

  /** Forgets which wishlists a customer has: they are to be read again, once the change of one is committed. */
  forgetWishlistsOf(slot: string): void {
    this.#lists.delete(slot);
  }
}

/** Thrown at a handler that asks for a cell which nobody has read. */
export class NotLoaded extends Error {
  constructor(cell: Cell) {
    super(`not loaded: ${addressOf(cell)}`);
  }
}

/**
 * What one command sees and does. Changes take effect in the state at once, so that the command sees its own; when
 * it is refused they are undone.
 */
export class Draft {
  readonly #state: State;
  /** The cell that the command asked for and nobody has read: it is to be decided again once that is loaded. */
  notLoaded: Cell | undefined;
  readonly changes: StateChange[] = [];
  readonly events: Event[] = [];
  readonly releases: Claim[] = [];

  constructor(state: State) {
    this.#state = state;
  }

  /** Whether a cell's value is known yet. */
  knows(cell: Cell): boolean {
    return this.#state.peek(cell) !== undefined;
  }

  /**
   * A cell's value; null where there is none. Throws {@link NotLoaded} on a cell that nobody has read, rather than
   * let the handler go on from what may be wrong: it could ask for a claim that it has no right to.
   */
  get<K extends CellKind>(cell: Cell<K>): CellValues[K] | null {
    const value = this.#state.peek(cell);
    if (value === undefined) {
      this.notLoaded ??= cell;
      throw new NotLoaded(cell);
    }
    if (value instanceof Unreadable)
      throw new Error(`makes no sense: ${addressOf(cell)}`, { cause: value.cause });
    return value as CellValues[K] | null;
  }

  /** Sets a cell; null empties it. `known` is its value where that was read with a collection. */
  put<K extends CellKind>(cell: Cell<K>, value: CellValues[K] | null, known?: CellValues[K]): void {
    const read = this.#state.peek(cell) as CellValues[K] | null | undefined;
    const before = read === undefined ? known : read;
    this.changes.push({ cell, value, before });
    this.#state.set(cell, value);
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
    for (const { cell, before } of this.changes.reverse()) this.#state.set(cell, before);
  }
}

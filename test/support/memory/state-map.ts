import type { StateKey, StateKind, StateValues } from "../../../src/store/partition/state/state-keys.ts";

/** A value with its state key. */
interface Kept {
  stateKey: StateKey;
  value: unknown;
}

const ownerOf = ({ kind, id }: Pick<StateKey, "kind" | "id">) => `${kind} ${id}`;

/** The values of a partition by their addresses. Also finds all values of one kind and one owner. */
export class StateMap extends Map<string, Kept> {
  readonly #owned = new Map<string, Map<string, Kept>>();

  override set(address: string, kept: Kept): this {
    const owner = ownerOf(kept.stateKey);
    const owned = this.#owned.get(owner) ?? new Map<string, Kept>();
    this.#owned.set(owner, owned.set(address, kept));
    return super.set(address, kept);
  }

  override delete(address: string): boolean {
    const kept = this.get(address);
    if (kept) this.#owned.get(ownerOf(kept.stateKey))?.delete(address);
    return super.delete(address);
  }

  override clear(): void {
    this.#owned.clear();
    super.clear();
  }

  /** Returns all values of a kind that belong to one wishlist or customer, and their addresses. */
  of(kind: StateKind, id: string): ReadonlyMap<string, Kept> {
    return this.#owned.get(ownerOf({ kind, id })) ?? new Map<string, Kept>();
  }

  /** Returns the values of a kind that exist and belong to one wishlist or customer. */
  all<K extends StateKind>(kind: K, id: string): { field: string | number; value: StateValues[K] }[] {
    return [...this.of(kind, id).values()]
      .filter(({ value }) => value !== null)
      .map(({ stateKey, value }) => ({ field: stateKey.field ?? "", value: value as StateValues[K] }));
  }
}

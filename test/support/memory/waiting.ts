import type { Event } from "../../../src/actors/events/event.ts";
import { waitingName } from "../../../src/actors/wishlist/state/item-index.ts";
import { updateWaiting } from "../../../src/jobs/relay/projections.ts";
import type { ItemRecord } from "../../../src/store/records/records.ts";
import type { WaitChange } from "../../../src/store/waiting/waiting-lists.ts";

/** The waiting lists of a store, in memory. */
export class MemoryWaiting {
  /** Positions by variant and item. */
  readonly #positions = new Map<string, number>();

  /** Updates the lists by events, as the relay does. */
  follow(events: readonly Event[]): void {
    const change = (changes: readonly WaitChange[]) => {
      for (const each of changes) this.#change(each);
      return Promise.resolve();
    };
    const relayed = events.map((event) => ({ event }));
    void updateWaiting({ change }, relayed);
  }

  #change(change: WaitChange): void {
    const { variant, itemId } = "added" in change ? change.added : change.removed;
    const name = `${variant} ${itemId}`;
    if ("removed" in change) {
      this.#positions.delete(name);
      return;
    }
    const { since, hasMoved, isFromList } = change.added;
    const known = this.#positions.get(name) ?? since;
    this.#positions.set(name, hasMoved ? Math.max(known, since) : isFromList ? since : known);
  }

  /** Whether a wish has waited since before a time, ISO 8601. */
  isBefore({ id, product }: ItemRecord, time: string): boolean {
    const position = this.#positions.get(`${waitingName(product)} ${id}`);
    return position !== undefined && position < Date.parse(time);
  }
}

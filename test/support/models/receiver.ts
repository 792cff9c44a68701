import assert from "node:assert/strict";
import type { Json } from "../service.ts";

/** The wishes that a receiver of an export has, after all records that it got. */
export class Receiver {
  readonly #wishes = new Map<string, Json>();
  readonly #recordIds = new Set<string>();

  /**
   * Applies the records of a run in their order. Refuses records that a receiver cannot make sense of. With `mayLack`,
   * the receiver may lack a wish that is removed: the wish was removed while the run before was reading.
   */
  receive(records: readonly Json[], { mayLack = false } = {}): void {
    for (const record of records) {
      const shown = JSON.stringify(record);
      assert.ok(!this.#recordIds.has(record.id), `the record was exported before: ${shown}`);
      this.#recordIds.add(record.id);
      if (record.type === "item") this.#put(record, shown);
      else this.#delete(record, shown, mayLack);
    }
  }

  #put({ change, item, customer, wishlist }: Json, shown: string): void {
    const isKnown = this.#wishes.has(item.id);
    if (change === "added") assert.ok(!isKnown, `the wish was exported before: ${shown}`);
    else assert.ok(isKnown, `the wish was not exported before: ${shown}`);
    const { wishlistId } = wishlist;
    this.#wishes.set(item.id, { item, customerId: customer.customerId, wishlistId });
  }

  #delete({ what, itemId, wishlistId, customerId }: Json, shown: string, mayLack: boolean): void {
    if (what === "item" && !mayLack)
      assert.ok(this.#wishes.has(itemId), `the receiver does not have the wish: ${shown}`);
    for (const [id, wish] of this.#wishes)
      if (
        what === "item"
          ? id === itemId
          : what === "wishlist"
            ? wish.wishlistId === wishlistId
            : wish.customerId === customerId
      )
        this.#wishes.delete(id);
  }

  /** The wishes, by the ids of their items. */
  get wishes(): Record<string, Json> {
    return Object.fromEntries([...this.#wishes].sort(([a], [b]) => (a < b ? -1 : 1)));
  }
}

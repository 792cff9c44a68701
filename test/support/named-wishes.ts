import assert from "node:assert/strict";
import fc from "fast-check";
import type { AddItem } from "../../src/actors/wishlist/messages.ts";
import type { ItemRecord } from "../../src/store/records/records.ts";

/** A wish as it is made. */
export interface NamedWish {
  variant: number;
  notifyMe: boolean;
  addedFromCart: boolean;
  quantity: number;
}

export const productOf = (variant: number) => ({ productRef: "p", selectedVariantRef: `v${variant}` });

export const anyWish: fc.Arbitrary<NamedWish> = fc.record({
  variant: fc.nat(4),
  notifyMe: fc.boolean(),
  addedFromCart: fc.boolean(),
  quantity: fc.integer({ min: 1, max: 3 }),
});

/**
 * Wishes that were made. The name of each is one of its item's attribute groups, and groups are joined with their items:
 * so an item shows the wishes that it stands for.
 */
export class NamedWishes {
  readonly #wishes = new Map<string, NamedWish & { time: string }>();

  /** Fields of an item for a wish, and what notes the item that was made. */
  make({ variant, ...wish }: NamedWish): { item: AddItem["item"]; made: (item: ItemRecord) => void } {
    const name = `wish ${this.#wishes.size}`;
    return {
      item: { ...wish, product: productOf(variant), attributeGroups: { [name]: {} } },
      made: ({ createdTime: time }) => this.#wishes.set(name, { ...wish, variant, time }),
    };
  }

  /** Each wish is in one item, and each item is what its wishes make it. */
  assertKept(items: readonly ItemRecord[]): void {
    const names = items.flatMap(({ attributeGroups = {} }) => Object.keys(attributeGroups));
    assert.deepEqual(names.sort(), [...this.#wishes.keys()].sort());
    for (const { attributeGroups = {}, product, notifyMe, addedFromCart, quantity, createdTime } of items) {
      const wishes = Object.keys(attributeGroups).flatMap((name) => this.#wishes.get(name) ?? []);
      for (const { variant } of wishes) assert.deepEqual(product, productOf(variant));
      assert.deepEqual(
        { notifyMe, addedFromCart, quantity, createdTime },
        {
          notifyMe: wishes.some((wish) => wish.notifyMe),
          addedFromCart: wishes.some((wish) => wish.addedFromCart),
          quantity: Math.max(...wishes.map((wish) => wish.quantity)),
          createdTime: wishes.map(({ time }) => time).sort()[0],
        },
      );
    }
  }
}

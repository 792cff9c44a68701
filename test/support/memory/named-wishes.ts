import assert from "node:assert/strict";
import fc from "fast-check";
import type { AddItem } from "../../../src/actors/wishlist/messages.ts";
import { keysOf } from "../../../src/collections/keys-of.ts";
import type { ItemRecord } from "../../../src/store/records/records.ts";

/** A flag of a new wish. */
type Flag = Exclude<
  { [F in keyof ItemRecord]-?: ItemRecord[F] extends boolean | undefined ? F : never }[keyof ItemRecord],
  "purchased"
>;

/** All flags; a missing one does not compile. */
const flags = {
  addedFromCart: fc.boolean(),
  addedByStaff: fc.boolean(),
  disableNotification: fc.boolean(),
  prerelease: fc.boolean(),
  purchasedAndRemoved: fc.boolean(),
  notifyMe: fc.boolean(),
} satisfies Record<Flag, fc.Arbitrary<boolean>>;

export const FLAGS = keysOf(flags);

/** A new wish. */
export interface NamedWish extends Record<Flag, boolean> {
  variant: number;
  quantity: number;
}

/** A wish without flags. */
export const PLAIN: NamedWish = {
  ...{ variant: 1, quantity: 1, addedFromCart: false, addedByStaff: false },
  ...{ disableNotification: false, prerelease: false, purchasedAndRemoved: false, notifyMe: false },
};

export const productOf = (variant: number) => ({ productRef: "p", selectedVariantRef: `v${variant}` });

export const anyWish: fc.Arbitrary<NamedWish> = fc.record({
  variant: fc.nat(4),
  quantity: fc.integer({ min: 1, max: 3 }),
  ...flags,
});

/**
 * The wishes that were added. Each has a name, which is an attribute group of its item. Items that become one keep the
 * groups of both, so an item shows the wishes that it represents.
 */
export class NamedWishes {
  readonly #wishes = new Map<string, NamedWish & { time: string }>();

  /** Returns the fields of an item for a wish, and a function that records the new item. */
  make({ variant, ...wish }: NamedWish): { item: AddItem["item"]; made: (item: ItemRecord) => void } {
    const name = `wish ${this.#wishes.size}`;
    return {
      item: { ...wish, product: productOf(variant), attributeGroups: { [name]: {} } },
      made: ({ createdTime: time }) => this.#wishes.set(name, { ...wish, variant, time }),
    };
  }

  /** Fails unless each wish is in one item, and each item has the flags of its wishes. */
  assertKept(items: readonly ItemRecord[]): void {
    const names = items.flatMap(({ attributeGroups = {} }) => Object.keys(attributeGroups));
    assert.deepEqual(names.sort(), [...this.#wishes.keys()].sort());
    for (const item of items) {
      const { attributeGroups = {}, product, quantity, createdTime } = item;
      const wishes = Object.keys(attributeGroups).flatMap((name) => this.#wishes.get(name) ?? []);
      for (const { variant } of wishes) assert.deepEqual(product, productOf(variant));
      assert.deepEqual(
        { flags: FLAGS.filter((flag) => item[flag]), quantity, createdTime },
        {
          flags: FLAGS.filter((flag) => wishes.some((wish) => wish[flag])),
          quantity: Math.max(...wishes.map((wish) => wish.quantity)),
          createdTime: wishes.map(({ time }) => time).sort()[0],
        },
      );
    }
  }
}

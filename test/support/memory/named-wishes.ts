import assert from "node:assert/strict";
import fc from "fast-check";
import type { AddItem } from "../../../src/actors/wishlist/messages.ts";
import { keysOf } from "../../../src/store/keys-of.ts";
import type { ItemRecord } from "../../../src/store/records/records.ts";

/** A flag that a wish can be made with. */
type Flag = Exclude<
  { [F in keyof ItemRecord]-?: ItemRecord[F] extends boolean | undefined ? F : never }[keyof ItemRecord],
  "purchased"
>;

/** Every flag, or it does not compile. */
const flags = {
  addedFromCart: fc.boolean(),
  addedByStaff: fc.boolean(),
  disableNotification: fc.boolean(),
  prerelease: fc.boolean(),
  purchasedAndRemoved: fc.boolean(),
  notifyMe: fc.boolean(),
} satisfies Record<Flag, fc.Arbitrary<boolean>>;

export const FLAGS = keysOf(flags);

/** A wish as it is made. */
export interface NamedWish extends Record<Flag, boolean> {
  variant: number;
  quantity: number;
}

/** A wish without a flag. */
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

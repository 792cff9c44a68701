import type { ItemRecord, ProductIdentity } from "../../store/records/records.ts";
import type { Draft } from "../state/draft.ts";
import { variantTerms } from "../wishlist/state/item-index.ts";
import { itemStateKey } from "../wishlist/state/item.ts";
import { type PlacedWish, wishesIn } from "../wishlist/state/wishes.ts";

/** Wishes for one variant, the oldest first. */
interface OpenWishes {
  wishes: readonly PlacedWish[];
  /** Number of wishes that no line can buy any more. */
  passed: number;
  hasBought: boolean;
  hasLater: boolean;
}

/**
 * Finds wishes for the lines of one order. Many lines may name the same variant, and a customer may have many wishes
 * for it: they are collected once, and a wish that no further line can buy is looked at once.
 */
export class WishSearch {
  readonly #draft: Draft;
  readonly #wishlists: readonly string[];
  readonly #isOlder: (item: ItemRecord) => boolean;
  readonly #found = new Map<string, OpenWishes>();

  /** @param isOlder whether a wish is older than the order */
  constructor(draft: Draft, wishlists: readonly string[], isOlder: (item: ItemRecord) => boolean) {
    this.#draft = draft;
    this.#wishlists = wishlists;
    this.#isOlder = isOlder;
  }

  /**
   * Returns the oldest open wish for a variant from before the order. Otherwise, why there is none: such wishes are
   * bought, or all wishes are later; undefined if there is no wish.
   */
  find(product: ProductIdentity): PlacedWish | "bought_before" | "wished_later" | undefined {
    const found = this.#wishesFor(product);
    for (; found.passed < found.wishes.length; found.passed++) {
      const wish = found.wishes[found.passed];
      const item = wish && this.#draft.get(itemStateKey(wish.wishlistId, wish.number));
      if (!item) continue;
      const isOlder = this.#isOlder(item);
      if (isOlder && !item.purchased) return { ...wish, item };
      if (isOlder) found.hasBought = true;
      else found.hasLater = true;
    }
    if (found.hasBought) return "bought_before";
    return found.hasLater ? "wished_later" : undefined;
  }

  /** Forgets what was found, because a bought wish may be open again. */
  reset(): void {
    this.#found.clear();
  }

  #wishesFor(product: ProductIdentity): OpenWishes {
    const name = variantTerms(product).join("\n");
    let found = this.#found.get(name);
    if (!found) {
      const wishes = wishesIn(this.#draft, this.#wishlists, product);
      found = { wishes, passed: 0, hasBought: false, hasLater: false };
      this.#found.set(name, found);
    }
    return found;
  }
}

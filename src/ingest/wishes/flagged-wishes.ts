import { variantTerms } from "../../actors/wishlist/item-index.ts";
import { variantRefsName } from "../../store/keys/names.ts";
import type { Layout } from "../../store/layout.ts";
import { identityOf, type Products } from "../../store/read/products.ts";
import type { WaitingLists } from "../../store/read/waiting.ts";
import type { Wish, Wishes } from "../../store/read/wishes.ts";

/** Flags of a wish that ask for notifications. */
export type WishFlag = "notifyMe" | "prerelease";

/** A product, a variant, or both, by the retailer's references. */
interface NamedVariants {
  productRef?: string | undefined;
  variantRef?: string | undefined;
}

/** Position in the waiting lists of several variants. */
export interface FlagCursor {
  /** Number of the list. */
  list: number;
  /** The last wish of it that was looked at. */
  after?: { since: number; itemId: string };
}

interface FlaggedPage {
  wishes: Wish[];
  /** Where the next page starts; absent at the end. */
  next?: FlagCursor;
}

/** Wishes that one page looks at, and waiting lists that it opens: what a request may cost. */
const MAX_SCANNED = 1000;
const MAX_LISTS = 200;
const BATCH_SIZE = 200;

interface FlaggedWishesParts {
  wishes: Wishes;
  layout: Layout;
  products: Products;
  waitingLists: WaitingLists;
}

const hasFlag = ({ item }: Wish, flag: WishFlag, list: string): boolean =>
  item[flag] && variantTerms(item.product).includes(list);

/** Finds the wishes for variants, by the waiting lists of the variants. */
export class FlaggedWishes {
  readonly #parts: FlaggedWishesParts;

  constructor(parts: FlaggedWishesParts) {
    this.#parts = parts;
  }

  /**
   * Names of the waiting lists of a product's variants, or of one variant. What is named by one reference has none unless
   * the catalogue knows it: each list is of a product together with a variant. Both references need no catalogue.
   */
  async listsOf(storeKey: string, named: NamedVariants): Promise<string[]> {
    const { productRef, variantRef } = named;
    const terms = await this.#termsOf(storeKey, named);
    if (productRef !== undefined && variantRef !== undefined) {
      terms.push(variantRefsName(productRef, variantRef));
    }
    return [...new Set(terms)];
  }

  async #termsOf(storeKey: string, { productRef, variantRef }: NamedVariants): Promise<string[]> {
    const { products, layout } = this.#parts;
    if (productRef === undefined) {
      const found = await products.variantsWith(storeKey, { variantRef });
      return found.map(identityOf).flatMap(variantTerms);
    }
    const address = layout.slotOf("product", storeKey, productRef);
    if (variantRef !== undefined) {
      const found = await products.variantAt(address, variantRef);
      return found ? variantTerms(identityOf(found)) : [];
    }
    const found = await products.at(address);
    if (!found) return [];
    const { product, variants } = found;
    return variants.map((variant) => identityOf({ address, product, variant })).flatMap(variantTerms);
  }

  /** How many wishes the waiting lists have together. */
  async count(storeKey: string, lists: readonly string[]): Promise<number> {
    const { waitingLists } = this.#parts;
    const counts = await Promise.all(lists.map((list) => waitingLists.count(storeKey, list)));
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /**
   * A page of the wishes of some waiting lists that have a flag, at most `size`. A page looks at a limited number of
   * wishes: it can be shorter, also empty, while more follow.
   */
  async page(
    storeKey: string,
    lists: readonly string[],
    { flag, cursor = { list: 0 }, size }: { flag: WishFlag; cursor?: FlagCursor | undefined; size: number },
  ): Promise<FlaggedPage> {
    const { wishes, waitingLists } = this.#parts;
    const found: Wish[] = [];
    let next = cursor;
    let scanned = 0;
    for (let opened = 0; opened < MAX_LISTS && scanned < MAX_SCANNED; opened++) {
      const name = lists[next.list];
      if (name === undefined) return { wishes: found };
      const batch = await waitingLists.after(storeKey, name, next.after, BATCH_SIZE);
      const ids = batch.map(({ itemId }) => itemId);
      const read = await wishes.read(storeKey, ids);
      for (const [i, after] of batch.entries()) {
        const wish = read[i];
        scanned++;
        next = { list: next.list, after };
        // The lists are hints: a wish that has changed its variant is still in its old one.
        if (wish && wish !== "undecodable" && hasFlag(wish, flag, name)) found.push(wish);
        if (found.length === size) return { wishes: found, next };
      }
      if (batch.length < BATCH_SIZE) next = { list: next.list + 1 };
    }
    return { wishes: found, next };
  }
}

import { variantTerms } from "../../actors/wishlist/state/item-index.ts";
import { batchesOf } from "../../collections/batches.ts";
import { variantRefsTerm } from "../../store/keys/names.ts";
import type { Layout } from "../../store/layout/layout.ts";
import { identityOf, type Products } from "../../store/read/products.ts";
import type { Wish, Wishes } from "../../store/read/wishes.ts";
import type { WaitingLists } from "../../store/waiting/waiting-lists.ts";

/** Flags of a wish that request notifications. */
export type WishFlag = "notifyMe" | "prerelease";

/** A product, a variant, or both, by the retailer's references. */
interface NamedVariants {
  productRef?: string | undefined;
  variantRef?: string | undefined;
}

/** Position in the waiting lists of several variants. */
export interface FlagCursor {
  /** Index of the waiting list. */
  list: number;
  /** The last wish of this list that was read. */
  after?: { since: number; itemId: string };
}

interface FlaggedPage {
  wishes: Wish[];
  /** Start of the next page; absent on the last page. */
  next?: FlagCursor;
}

/** Maximum numbers of wishes that one page reads, and of waiting lists: they limit the cost of a request. */
const MAX_SCANNED = 1000;
const MAX_LISTS = 200;
const BATCH_SIZE = 200;
/** Number of waiting lists that are counted at once: a product may have ten thousand. */
const COUNTED_SIZE = 200;

interface FlaggedWishesParts {
  wishes: Wishes;
  layout: Layout;
  products: Products;
  waitingLists: WaitingLists;
}

const hasFlag = ({ item }: Wish, flag: WishFlag, list: string): boolean =>
  item[flag] && variantTerms(item.product).includes(list);

/** Finds the wishes for variants in the waiting lists of these variants. */
export class FlaggedWishes {
  readonly #parts: FlaggedWishesParts;

  constructor(parts: FlaggedWishesParts) {
    this.#parts = parts;
  }

  /**
   * Returns the names of the waiting lists of a product's variants, or of one variant. A list is named after a product
   * and a variant. With only one of the references, the catalogue must have the other; with both, no catalogue is
   * needed.
   */
  async listsOf(storeKey: string, named: NamedVariants): Promise<string[]> {
    const { productRef, variantRef } = named;
    const terms = await this.#termsOf(storeKey, named);
    if (productRef !== undefined && variantRef !== undefined) {
      terms.push(variantRefsTerm(productRef, variantRef));
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

  /** Counts the wishes in all of the waiting lists together. */
  async count(storeKey: string, lists: readonly string[]): Promise<number> {
    const { waitingLists } = this.#parts;
    let sum = 0;
    for (const some of batchesOf(lists, COUNTED_SIZE)) {
      const counts = await Promise.all(some.map((list) => waitingLists.count(storeKey, list)));
      for (const count of counts) sum += count;
    }
    return sum;
  }

  /**
   * Returns a page with at most `size` wishes that have a flag, from some waiting lists. A page reads a limited number
   * of wishes, so it can be shorter than `size`, or empty, and not be the last one.
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
        // A wish whose variant has changed may still be in the list of its old variant.
        if (wish && wish !== "undecodable" && hasFlag(wish, flag, name)) found.push(wish);
        if (found.length === size) return { wishes: found, next };
      }
      if (batch.length < BATCH_SIZE) next = { list: next.list + 1 };
    }
    return { wishes: found, next };
  }
}

import type { Layout, SlotAddress } from "../store/layout.ts";
import type { References } from "../store/read/references.ts";
import type { Wishlists } from "../store/read/wishlists.ts";
import { Problem } from "./problem.ts";

/** The wishlist of a request. The reference is set if the wishlist must have it. */
export interface WishlistTarget {
  partition: number;
  wishlistId: string;
  wishlistRef?: string;
}

/** An item that a request is about. The reference is set where the item was found by it. */
export interface ItemTarget {
  partition: number;
  wishlistId: string;
  number: number;
  wishlistItemRef?: string;
}

interface Named {
  id?: string | null | undefined;
  ref?: string | null | undefined;
}

/** The problem that answers a request for what does not exist. */
export const notFound = (what: string) =>
  new Problem("ResourceNotFound", { detail: `There is no such ${what}.` });

/** The address of a request's customer. Throws 404 for an id that cannot be one, and for two that differ. */
export function customerAddress(
  find: (named: Named) => SlotAddress | undefined,
  { customerId, customerRef }: { customerId?: Named["id"]; customerRef?: Named["ref"] },
  { invalid }: { invalid: 400 | 405 },
): SlotAddress {
  const address = find({ id: customerId, ref: customerRef });
  if (address) return address;
  if (!customerId || !customerRef) throw notFound("customer");
  throw new Problem("InvalidInput", {
    status: invalid,
    detail: "customerId and customerRef name different customers.",
    errors: [{ path: "/customerRef", message: "names another customer than customerId" }],
  });
}

/** Finds the addresses of what requests name by id or by reference. */
export class Targets {
  readonly #layout: Layout;
  readonly #references: References;
  readonly #wishlists: Wishlists;

  constructor(layout: Layout, references: References, wishlists: Wishlists) {
    this.#layout = layout;
    this.#references = references;
    this.#wishlists = wishlists;
  }

  /** The wishlist by its id, which needs no look-up, or else by its reference. Throws 404 if there can be none. */
  wishlist(storeKey: string, { id, ref }: Named): WishlistTarget | Promise<WishlistTarget> {
    if (id) return this.#target(id, ref);
    if (!ref) throw notFound("wishlist");
    return this.#references.wishlistWith(storeKey, ref).then((found) => this.#target(found ?? "", ref));
  }

  #target(wishlistId: string, ref: string | null | undefined): WishlistTarget {
    const partition = this.#wishlists.partitionOf(wishlistId);
    if (partition === undefined) throw notFound("wishlist");
    return ref ? { partition, wishlistId, wishlistRef: ref } : { partition, wishlistId };
  }

  /** The customer's address; undefined if id and reference name different customers, or if the id is not valid here. */
  customer(storeKey: string, { id, ref }: Named): SlotAddress | undefined {
    const byId = id ? this.#layout.slotOfId(storeKey, id) : undefined;
    const byRef = ref ? this.#layout.slotOfRef(storeKey, ref) : undefined;
    if (id && ref) return byId?.slot === byRef?.slot ? byId : undefined;
    return byId ?? byRef;
  }

  /** A free address for a customer without a reference. */
  newCustomer(storeKey: string): SlotAddress {
    return this.#layout.newSlot(storeKey);
  }

  /**
   * The item with a reference. Several wishlists of a store may have one: `holder` selects among them, and without it
   * the answer is AmbiguousReference with the candidates that are known, and whether there may be more.
   */
  async itemByRef(storeKey: string, itemRef: string, holder: Named): Promise<ItemTarget> {
    const candidates =
      holder.id || holder.ref
        ? { wishlistIds: [(await this.wishlist(storeKey, holder)).wishlistId], more: false }
        : await this.#references.wishlistsWithItem(storeKey, itemRef);
    return this.itemAmong(storeKey, itemRef, candidates);
  }

  /** The item with a reference in one of these wishlists; `more` says that there are others that may have one. */
  async itemAmong(
    storeKey: string,
    itemRef: string,
    { wishlistIds, more }: { wishlistIds: string[]; more: boolean },
  ): Promise<ItemTarget> {
    const numbers = await Promise.all(
      wishlistIds.map((wishlistId) => this.#wishlists.numberOfRef(storeKey, wishlistId, itemRef)),
    );
    const found = wishlistIds.flatMap((wishlistId, i) => {
      const number = numbers[i];
      const partition = this.#wishlists.partitionOf(wishlistId);
      return number === undefined || partition === undefined ? [] : [{ partition, wishlistId, number }];
    });
    if (found.length > 1 || more) {
      throw new Problem("AmbiguousReference", {
        detail:
          "Name the wishlist by the query parameter wishlistId or wishlistRef." +
          (more ? " More wishlists than those in wishlistIds may have such an item." : ""),
        extra: { wishlistIds: found.map(({ wishlistId }) => wishlistId), more },
      });
    }
    const [only] = found;
    if (!only) throw notFound("item");
    return { ...only, wishlistItemRef: itemRef };
  }
}

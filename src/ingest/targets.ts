import type { Layout, SlotAddress } from "../store/layout/layout.ts";
import type { Wishlists } from "../store/read/wishlists.ts";
import type { References } from "../store/references/references.ts";
import { Problem } from "./problem.ts";

/** The wishlist of a request. The reference is set if the wishlist must have it. */
export interface WishlistTarget {
  partition: number;
  wishlistId: string;
  wishlistRef?: string;
}

/** The item of a request. A reference is set if the item, or its wishlist, must have it. */
export interface ItemTarget extends WishlistTarget {
  number: number;
  wishlistItemRef?: string;
}

interface Named {
  id?: string | null | undefined;
  ref?: string | null | undefined;
}

/** Returns the problem for a request about an entity that does not exist. */
export const notFound = (what: string) =>
  new Problem("ResourceNotFound", { detail: `There is no such ${what}.` });

/**
 * Returns the address of a request's customer.
 *
 * @throws {@link Problem} 404 if the name cannot be of a customer, `invalid` if the id and the reference do not name the
 *   same customer
 */
export function customerAddress(
  find: (named: Named) => SlotAddress | undefined,
  { customerId, customerRef }: { customerId?: Named["id"]; customerRef?: Named["ref"] },
  { invalid }: { invalid: 400 | 405 },
): SlotAddress {
  const address = find({ id: customerId, ref: customerRef });
  if (address) return address;
  if (!customerId || !customerRef) throw notFound("customer");
  if (!find({ id: customerId }) && !find({ ref: customerRef })) throw notFound("customer");
  throw new Problem("InvalidInput", {
    status: invalid,
    detail: "customerId and customerRef do not name the same customer.",
    errors: [{ path: "/customerRef", message: "does not name the customer of customerId" }],
  });
}

/** Returns the addresses that a customer may have: that of the id, and that of the reference. */
export function customerAddresses(
  targets: Pick<Targets, "customer">,
  storeKey: string,
  { id, ref }: Named,
): SlotAddress[] {
  const byId = id ? targets.customer(storeKey, { id }) : undefined;
  const byRef = ref ? targets.customer(storeKey, { ref }) : undefined;
  return [...(byId ? [byId] : []), ...(byRef && byRef.slot !== byId?.slot ? [byRef] : [])];
}

/** Finds the addresses of entities that requests name by id or by reference. */
export class Targets {
  readonly #layout: Layout;
  readonly #references: References;
  readonly #wishlists: Wishlists;

  constructor(layout: Layout, references: References, wishlists: Wishlists) {
    this.#layout = layout;
    this.#references = references;
    this.#wishlists = wishlists;
  }

  /**
   * Returns the wishlist by its id, which needs no lookup, or else by its reference.
   *
   * @throws 404 if it cannot exist
   */
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

  /**
   * Returns the customer's address; undefined if id and reference name different customers, or if the id is not of this
   * store.
   */
  customer(storeKey: string, { id, ref }: Named): SlotAddress | undefined {
    const byId = id ? this.#layout.slotOfId(storeKey, id) : undefined;
    const byRef = ref ? this.#layout.slotOfRef(storeKey, ref) : undefined;
    if (id && ref) return byId?.slot === byRef?.slot ? byId : undefined;
    return byId ?? byRef;
  }

  /**
   * Returns the address of a customer as {@link Targets.customer} does.
   *
   * @throws 404 if there is none
   */
  requireCustomer(storeKey: string, named: Named): SlotAddress {
    const address = this.customer(storeKey, named);
    if (!address) throw notFound("customer");
    return address;
  }

  /** Returns a new address for a customer without a reference. */
  newCustomer(storeKey: string): SlotAddress {
    return this.#layout.newSlot(storeKey);
  }

  /**
   * Finds the item with a reference. Several wishlists of a store may have such an item: `holder` selects one of them.
   * Without it, the problem is AmbiguousReference with the known candidates, and whether there may be more.
   */
  async itemByRef(storeKey: string, itemRef: string, holder: Named): Promise<ItemTarget> {
    if (!holder.id && !holder.ref) {
      const candidates = await this.#references.wishlistsWithItem(storeKey, itemRef);
      return this.itemAmong(storeKey, itemRef, candidates);
    }
    const target = await this.wishlist(storeKey, holder);
    const wishlistIds = [target.wishlistId];
    return { ...target, ...(await this.itemAmong(storeKey, itemRef, { wishlistIds, more: false })) };
  }

  /** Finds the item with a reference in one of these wishlists; `more` says that other wishlists may also have one. */
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
          "Name the wishlist in the query parameter wishlistId or wishlistRef." +
          (more ? " Wishlists that are not in wishlistIds may also have such an item." : ""),
        extra: { wishlistIds: found.map(({ wishlistId }) => wishlistId), more },
      });
    }
    const [only] = found;
    if (!only) throw notFound("item");
    return { ...only, wishlistItemRef: itemRef };
  }
}

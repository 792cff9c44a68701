import { Problem } from "../ingest/problem.ts";
import { type ItemTarget, notFound, type Targets, type WishlistTarget } from "../ingest/targets.ts";
import { parseItemId } from "../store/ids.ts";
import type { SlotAddress } from "../store/layout.ts";
import type { Wishlists } from "../store/read/wishlists.ts";
import type { Session } from "./auth/sessions.ts";

type Viewer = Pick<Session, "storeKey" | "shopper">;
type Named = Parameters<Targets["wishlist"]>[1];

/**
 * Finds what the requests of a session name. Routes that shoppers may call find everything here: for a shopper, what
 * belongs to others is not there.
 */
export class SessionTargets {
  readonly #targets: Targets;
  readonly #wishlists: Pick<Wishlists, "visibleMeta" | "idsOf" | "numberOfRef" | "partitionOf">;

  constructor(
    targets: Targets,
    wishlists: Pick<Wishlists, "visibleMeta" | "idsOf" | "numberOfRef" | "partitionOf">,
  ) {
    this.#targets = targets;
    this.#wishlists = wishlists;
  }

  /** The wishlist by id, or else by reference. Throws 404 if there can be none. */
  wishlist(viewer: Viewer, named: Named): WishlistTarget | Promise<WishlistTarget> {
    const found = this.#targets.wishlist(viewer.storeKey, named);
    return viewer.shopper ? this.#own(viewer, found) : found;
  }

  /** The customer's address; undefined if id and reference name different customers, or cannot name one here. */
  customer({ storeKey, shopper }: Viewer, named: Named): SlotAddress | undefined {
    const address = this.#targets.customer(storeKey, named);
    // A guest is no customer: it finds none.
    return shopper && (!shopper.customer || address?.slot !== shopper.customer.slot) ? undefined : address;
  }

  /** The item that a service id names. Throws 404 if there can be none. */
  item(viewer: Viewer, id: string): ItemTarget | Promise<ItemTarget> {
    const parsed = parseItemId(id);
    const partition = parsed && this.#wishlists.partitionOf(parsed.wishlist);
    if (!parsed || partition === undefined) throw notFound("item");
    const target = { partition, wishlistId: parsed.wishlist, number: parsed.number };
    return viewer.shopper ? this.#own(viewer, target, "item") : target;
  }

  /** The item with a reference, as {@link Targets.itemByRef} finds it; a shopper's among the own wishlists alone. */
  async itemByRef(viewer: Viewer, ref: string, holder: Named): Promise<ItemTarget> {
    const { storeKey, shopper } = viewer;
    if (!shopper) return this.#targets.itemByRef(storeKey, ref, holder);
    if (holder.id || holder.ref) {
      const { wishlistId } = await this.wishlist(viewer, holder);
      return this.#targets.itemByRef(storeKey, ref, { id: wishlistId });
    }
    const own = shopper.customer ? await this.#wishlists.idsOf(shopper.customer) : [shopper.subject];
    return this.#targets.itemAmong(storeKey, ref, { wishlistIds: own, more: false });
  }

  /**
   * Refuses references that a shopper chooses, by the paths of their fields. References are the retailer's names: one that
   * is taken would tell of another customer, and one that is free could be what the retailer wants for another.
   *
   * @throws {Problem} the endpoint's status for invalid input
   */
  refuseChosen({ shopper }: Viewer, paths: string[], { invalid }: { invalid: 400 | 405 }): void {
    if (!shopper || paths.length === 0) return;
    const errors = paths.map((path) => ({ path, message: "cannot be chosen with a shopper's token" }));
    throw new Problem("InvalidInput", { status: invalid, errors });
  }

  /** A target if its wishlist is the shopper's. @throws {Problem} 404 as for what does not exist */
  async #own<T extends { wishlistId: string }>(
    { storeKey, shopper }: Viewer,
    target: T | Promise<T>,
    what = "wishlist",
  ): Promise<T> {
    const found = await target;
    const meta = await this.#wishlists.visibleMeta(storeKey, found.wishlistId);
    const isOwn = shopper?.customer
      ? meta?.slot === shopper.customer.slot
      : found.wishlistId === shopper?.subject;
    if (!meta || !isOwn) throw notFound(what);
    return found;
  }
}

import { Problem } from "../ingest/problem.ts";
import { type ItemTarget, notFound, type Targets, type WishlistTarget } from "../ingest/targets.ts";
import { parseItemId } from "../store/ids/ids.ts";
import type { SlotAddress } from "../store/layout/layout.ts";
import type { Wishlists } from "../store/read/wishlists.ts";
import type { Session } from "./auth/session.ts";

type Viewer = Pick<Session, "storeKey" | "shopper">;
type Named = Parameters<Targets["wishlist"]>[1];
type WishlistReads = Pick<Wishlists, "visibleMeta" | "idsOf" | "numberOfRef" | "partitionOf">;

/**
 * Finds the entities that the requests of a session name. Routes for shoppers find all entities here: for a shopper,
 * entities of others do not exist.
 */
export class SessionTargets {
  readonly #targets: Targets;
  readonly #wishlists: WishlistReads;

  constructor(targets: Targets, wishlists: WishlistReads) {
    this.#targets = targets;
    this.#wishlists = wishlists;
  }

  /**
   * Finds a wishlist by id, or else by reference.
   *
   * @throws 404 if it cannot exist
   */
  wishlist(viewer: Viewer, named: Named): WishlistTarget | Promise<WishlistTarget> {
    const found = this.#targets.wishlist(viewer.storeKey, named);
    return viewer.shopper ? this.#own(viewer, found) : found;
  }

  /**
   * Returns the customer's address; undefined if id and reference name different customers, or none that this session
   * may see.
   */
  customer({ storeKey, shopper }: Viewer, named: Named): SlotAddress | undefined {
    const address = this.#targets.customer(storeKey, named);
    // A guest is not a customer and finds none.
    return shopper && (!shopper.customer || address?.slot !== shopper.customer.slot) ? undefined : address;
  }

  /**
   * Finds an item by its id.
   *
   * @throws 404 if it cannot exist
   */
  item(viewer: Viewer, id: string): ItemTarget | Promise<ItemTarget> {
    const parsed = parseItemId(id);
    const partition = parsed && this.#wishlists.partitionOf(parsed.wishlist);
    if (!parsed || partition === undefined) throw notFound("item");
    const target = { partition, wishlistId: parsed.wishlist, number: parsed.number };
    return viewer.shopper ? this.#own(viewer, target, "item") : target;
  }

  /**
   * Finds an item by its reference, as {@link Targets.itemByRef} does; for a shopper, only in the shopper's own
   * wishlists.
   */
  async itemByRef(viewer: Viewer, ref: string, holder: Named): Promise<ItemTarget> {
    const { storeKey, shopper } = viewer;
    if (!shopper) return this.#targets.itemByRef(storeKey, ref, holder);
    if (holder.id || holder.ref) {
      const { wishlistId } = await this.wishlist(viewer, holder);
      return this.#targets.itemByRef(storeKey, ref, { ...holder, id: wishlistId });
    }
    const own = shopper.customer ? await this.#wishlists.idsOf(shopper.customer) : [shopper.subject];
    return this.#targets.itemAmong(storeKey, ref, { wishlistIds: own, more: false });
  }

  /**
   * Refuses references that a shopper chooses for something new; `paths` are their fields. References are names of the
   * retailer: a refusal of a taken reference would reveal another customer's data, and a free reference could be one
   * that the retailer needs later.
   *
   * @throws {Problem} with the endpoint's status for invalid input
   */
  refuseChosen({ shopper }: Viewer, paths: string[], { invalid }: { invalid: 400 | 405 }): void {
    if (!shopper || paths.length === 0) return;
    const errors = paths.map((path) => ({ path, message: "cannot be chosen with a shopper's token" }));
    throw new Problem("InvalidInput", { status: invalid, errors });
  }

  /**
   * Returns a target if its wishlist is the shopper's.
   *
   * @throws {Problem} 404, as for an entity that does not exist
   */
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

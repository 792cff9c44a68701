import type { Context } from "koa";
import { isValidAt } from "../../actors/wishlist/list/share-wishlist.ts";
import { defined } from "../../collections/defined.ts";
import { notFound } from "../../ingest/targets.ts";
import type { SharedWishlist, Shares } from "../../store/read/shares.ts";
import type { PageRequest } from "../../store/read/wishlist-pages.ts";
import type { Wishlists } from "../../store/read/wishlists.ts";
import { decodeItem, decodeWishlist, type ItemRecord } from "../../store/records/records.ts";
import type { Tenant } from "../../store/tenants/tenant.ts";
import type { KnownTenants } from "../auth/known-tenants.ts";
import { paramsOf, stateOf } from "../koa-context.ts";
import type { KeyLimits, TenantLimits } from "../middleware/rate-limit.ts";
import { networkOf } from "../middleware/sender-network.ts";
import type { ClaimedTenants } from "../overload/claimed-tenants.ts";

/** A shared wishlist, with the settings of its store. */
export interface FoundList extends SharedWishlist {
  tenant: Tenant;
}

/** An item without personal data, for people who have the link. */
export type SharedItem = Pick<
  ItemRecord,
  "id" | "product" | "purchased" | "quantity" | "purchasedQuantity" | "priority"
>;

/** A page of a shared wishlist. */
interface SharedPage {
  name: string | undefined;
  items: SharedItem[];
  lastItemId: string | undefined;
}

const sharedItem = ({
  id,
  product,
  purchased,
  quantity,
  purchasedQuantity,
  priority,
}: ItemRecord): SharedItem => ({
  id,
  product,
  purchased,
  ...defined({ quantity, purchasedQuantity, priority }),
});

interface SharedListsParts {
  shares: Pick<Shares, "find">;
  wishlists: Pick<Wishlists, "page">;
  knownTenants: Pick<KnownTenants, "findFor">;
  claimedTenants: ClaimedTenants;
  /** Limits the requests of one address or {@link networkOf network}, with valid and invalid links. */
  perAddress: KeyLimits;
  /** Limits the requests for a tenant's shared wishlists, separately from the tenant's own requests. */
  perTenant: TenantLimits;
  /** The clock of Redis. */
  now: () => number;
}

/** Finds wishlists for people who have a link. */
export class SharedLists {
  readonly #parts: SharedListsParts;

  constructor(parts: SharedListsParts) {
    this.#parts = parts;
  }

  /**
   * Finds the wishlist of the link in a request.
   *
   * @throws {Problem} the same problem for an unknown, revoked or expired link, and for a suspended tenant
   */
  async find(ctx: Context): Promise<FoundList> {
    const { shares, knownTenants, claimedTenants, perAddress, perTenant, now } = this.#parts;
    await perAddress.count(ctx, networkOf(ctx.ip));
    const token = paramsOf(ctx)["token"] ?? "";
    const found = await shares.find(token);
    const tenant = found && (await knownTenants.findFor(found.meta.storeKey));
    if (!found || tenant?.state !== "active" || !isValidAt(found.share, new Date(now()).toISOString()))
      throw notFound("shared wishlist");
    stateOf(ctx).tenant = tenant.id;
    claimedTenants.addLink(token, tenant.id);
    await perTenant.count(ctx, tenant);
    return { ...found, tenant };
  }

  /**
   * Returns a page of a found wishlist.
   *
   * @throws {Problem} if the wishlist was deleted in the meantime
   */
  async page({ meta, wishlistId }: FoundList, request: PageRequest): Promise<SharedPage> {
    const page = await this.#parts.wishlists.page(meta.storeKey, wishlistId, request);
    if (!page) throw notFound("shared wishlist");
    return {
      name: decodeWishlist(page.record.toString()).name,
      items: page.items.map((item) => sharedItem(decodeItem(item.toString()))),
      lastItemId: page.lastItemId,
    };
  }
}

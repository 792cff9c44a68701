import { KeyLimits, TenantLimits } from "../../http/middleware/rate-limit.ts";
import { PageCache } from "../../http/page-cache.ts";
import type { AnyRoute } from "../../http/route.ts";
import { addItemRoutes } from "../../http/routes/wishlists/add-items.ts";
import { guestRoutes } from "../../http/routes/wishlists/guests.ts";
import { itemRoutes } from "../../http/routes/wishlists/items.ts";
import { moveItemRoutes } from "../../http/routes/wishlists/move-items.ts";
import { readWishlistRoutes } from "../../http/routes/wishlists/read-wishlists.ts";
import { sharedRoutes } from "../../http/routes/wishlists/shared.ts";
import { shareRoutes } from "../../http/routes/wishlists/shares.ts";
import { writeWishlistRoutes } from "../../http/routes/wishlists/write-wishlists.ts";
import { SharedLists } from "../../http/sharing/shared-lists.ts";
import type { ApiContext } from "./context.ts";

/** Opens the part that shows wishlists to people who have a link. */
function sharedLists({ config, clock, pages, knownTenants, instances, load }: ApiContext): SharedLists {
  return new SharedLists({
    shares: pages.shares,
    wishlists: pages.wishlists,
    knownTenants,
    claimedTenants: load.claimedTenants,
    perAddress: new KeyLimits("address", "An address", config.SHARED_RATE_LIMIT),
    perTenant: new TenantLimits(config.RATE_LIMIT, instances),
    now: clock.now,
  });
}

/** Returns the routes of wishlists and their items. */
export function wishlistRoutes(context: ApiContext): AnyRoute[] {
  const { config, clock, layout, publicUrl, lifecycle, reads, pages, writes, guests } = context;
  const { wishlists, products } = reads;
  const targets = context.sessionTargets;
  const maxWishlists = config.CUSTOMER_WISHLISTS;
  const cache = lifecycle.own("page cache", new PageCache(pages.wishlists), (part) => part.close());
  return [
    ...writeWishlistRoutes({ writes, targets, guests, maxWishlists }),
    ...readWishlistRoutes({ pages: cache, targets }),
    ...shareRoutes({ writes, targets, shares: pages.shares, publicUrl, now: clock.now }),
    ...sharedRoutes({
      lists: sharedLists(context),
      products: pages.products,
      layout,
      publicUrl,
      load: context.load,
    }),
    ...guestRoutes({ guests, targets: context.targets, maxWishlists }),
    ...addItemRoutes({ writes, targets, products }),
    ...itemRoutes({ writes, wishlists, targets, products }),
    ...moveItemRoutes({ writes, targets, products, wishlists }),
  ];
}

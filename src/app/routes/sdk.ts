import { sendThrough } from "../../actors/runtime/send.ts";
import type { AnyRoute } from "../../http/route.ts";
import { sdkCustomerRoutes } from "../../http/routes/sdk/customers.ts";
import { sdkFlagRoutes } from "../../http/routes/sdk/flags.ts";
import { sdkWishlistRoutes } from "../../http/routes/sdk/wishlists.ts";
import { FlaggedWishes } from "../../ingest/wishes/flagged-wishes.ts";
import { flagResetJob } from "../../jobs/flags/process.ts";
import type { ApiContext } from "./context.ts";

/** Returns the routes of alert flags under the paths of the platform's SDK. */
function flagRoutes({ layout, clock, jobs, dispatcher, stores, pages }: ApiContext): AnyRoute[] {
  return sdkFlagRoutes({
    customers: pages.customers,
    flagged: new FlaggedWishes({ layout, ...pages }),
    flagResets: stores.flagResets,
    send: sendThrough(dispatcher),
    now: clock.now,
    async finish(storeKey, reset) {
      await stores.openWorks.add({ kind: "flag-reset", storeKey, id: reset }, clock.now());
      await jobs.add("feeds", [flagResetJob(storeKey, reset)]);
    },
  });
}

/** Adds the routes of the platform's SDK to those of the API. Some have handlers of their own, others are aliases. */
export function withSdkRoutes(context: ApiContext, own: readonly AnyRoute[]): AnyRoute[] {
  const { layout, pages, targets, onUndecodable } = context;
  const lists = { ...pages, layout, lists: pages.storeLists, targets, onUndecodable };
  // A literal path must come before the same path with a parameter.
  return [...flagRoutes(context), ...own, ...sdkWishlistRoutes(own), ...sdkCustomerRoutes(own, lists)];
}

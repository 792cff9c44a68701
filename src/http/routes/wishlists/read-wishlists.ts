import type { Static } from "typebox";
import { isNamedCustomer, NO_WISHLISTS } from "../../../actors/state/customer-slot.ts";
import { Problem } from "../../../ingest/problem.ts";
import { notFound } from "../../../ingest/targets.ts";
import type { Session } from "../../auth/session.ts";
import type { PageCache, PageView } from "../../page-cache.ts";
import { presentItemPage, presentWishlistPage } from "../../presenters/pages.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  ItemPageResponse,
  LookupQuery,
  WishlistPageQuery,
  WishlistPageResponse,
  WishlistWithItems,
} from "../../schemas/wishlists/wishlists.ts";
import type { SessionTargets } from "../../session-targets.ts";
import { API_PATH } from "../api-path.ts";
import { MAX_PAGE_SIZE, pageOf, requireOne } from "../query.ts";

const TAG = "Wishlists";

const WISHLIST_PAGE: PageView = { name: "wishlist", present: presentWishlistPage };
const ITEM_PAGE: PageView = { name: "items", present: presentItemPage };

interface ReadParts {
  pages: Pick<PageCache, "read" | "lookup">;
  targets: SessionTargets;
}

/** Returns the answer with a page of the wishlist that a query names. */
async function readPage(
  { pages, targets }: ReadParts,
  session: Session,
  query: Static<typeof WishlistPageQuery>,
  view: PageView,
) {
  requireOne(query, "id", "wishlistRef");
  const target = await targets.wishlist(session, { id: query.id, ref: query.wishlistRef });
  const page = await pages.read(session.storeKey, target.wishlistId, pageOf(query), view);
  const isRequested = query.wishlistRef === undefined || page?.meta.wishlistRef === query.wishlistRef;
  if (!page || !isRequested) throw notFound("wishlist");
  return presentRead(page.body, page.meta.version);
}

const getWishlist = (parts: ReadParts): ApiRoute =>
  route({
    operation: "getWishlist",
    method: "get",
    paths: [`${API_PATH}/wishlists`],
    tag: TAG,
    summary: "Get a wishlist with a page of its items",
    description:
      "The wishlist and a page of its items, in ascending order of their ids. Send lastEvaluatedItemId as lastItemId for the next page.",
    scope: "wishlists:read",
    shoppers: true,
    query: WishlistPageQuery,
    refusals: BAD_REQUEST,
    responses: { 200: { description: "The wishlist.", schema: WishlistWithItems } },
    handle: ({ session, query }) => readPage(parts, session, query, WISHLIST_PAGE),
  });

const listItems = (parts: ReadParts): ApiRoute =>
  route({
    operation: "listItems",
    method: "get",
    paths: [`${API_PATH}/wishlist/items`],
    tag: "Items",
    summary: "List the items of a wishlist",
    description:
      "A page of items, in ascending order of their ids. Send lastEvaluatedItemId as lastItemId for the next page.",
    scope: "wishlists:read",
    shoppers: true,
    query: WishlistPageQuery,
    refusals: BAD_REQUEST,
    responses: { 200: { description: "A page of items.", schema: ItemPageResponse } },
    handle: ({ session, query }) => readPage(parts, session, query, ITEM_PAGE),
  });

const lookupWishlists = ({ pages, targets }: ReadParts): ApiRoute =>
  route({
    operation: "lookupWishlists",
    method: "get",
    paths: [`${API_PATH}/wishlists/lookup`],
    tag: TAG,
    summary: "Get the wishlists of a customer",
    description:
      "Each wishlist has its first page of up to 50 items, or fewer if they are large. To read more items, use lastEvaluatedItemId in the list of items. A page of wishlists ends early at 4 MiB. If the customer has no wishlists, the answer is 404.",
    scope: "wishlists:read",
    shoppers: true,
    query: LookupQuery,
    refusals: BAD_REQUEST,
    conditional: false,
    responses: { 200: { description: "A page of wishlists.", schema: WishlistPageResponse } },
    async handle({ session, query }) {
      requireOne(query, "customerId", "customerRef");
      const { customerId: id, customerRef: ref } = query;
      const address = targets.customer(session, { id, ref });
      const body =
        address &&
        (await pages.lookup(address, { ...pageOf(query), itemSize: MAX_PAGE_SIZE }, (customer) =>
          isNamedCustomer(customer, { customerId: id, customerRef: ref }),
        ));
      if (!body) throw new Problem("ResourceNotFound", { detail: NO_WISHLISTS });
      return presentRead(body);
    },
  });

/** Returns the routes that read a wishlist, its items, and the wishlists of a customer. */
export const readWishlistRoutes = (parts: ReadParts): ApiRoute[] =>
  [getWishlist, listItems, lookupWishlists].map((routeOf) => routeOf(parts));

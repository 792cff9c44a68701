import Type from "typebox";
import { defined, filled } from "../../../collections/defined.ts";
import { paging, record } from "../../../ingest/schemas/common.ts";
import { type AnyRoute, type ApiRoute, route } from "../../route.ts";
import { HolderQuery, UpdateItemBody } from "../../schemas/wishlists/items.ts";
import { UpdateWishlistBody } from "../../schemas/wishlists/wishlists.ts";
import { API_PATH, encoded } from "../api-path.ts";
import { namesHolder, needsOne } from "../query.ts";
import { aliasOf, callRoute, referenceIn, requireSame, routeNamed, TAG } from "./alias.ts";

const WISHLISTS = `${API_PATH}/wishlists`;
const ITEMS = `${API_PATH}/wishlist/items`;

const WishlistChanges = record(UpdateWishlistBody.properties);
const ItemChanges = record(UpdateItemBody.properties, { "x-needs": [["id"], ["wishlistItemRef"]] });
const PageQuery = Type.Object(paging);

const id = { id: "The service's id of the wishlist." };
const ref = { ref: "The retailer's reference of the wishlist." };

/** Returns the wishlist routes at the paths of the platform's SDK. */
function wishlistAliases(routes: readonly AnyRoute[]): ApiRoute[] {
  const update = routeNamed(routes, "updateWishlist");
  const read = routeNamed(routes, "getWishlist");
  const lookup = routeNamed(routes, "lookupWishlists");
  const remove = routeNamed(routes, "deleteWishlist");
  return [
    aliasOf(update, {
      operation: "sdkUpdateWishlistById",
      method: "put",
      paths: [`${WISHLISTS}/id=:id`],
      aliases: encoded(`${WISHLISTS}/id=:id`),
      params: id,
      summary: "Change a wishlist's metadata, found by its id",
      body: WishlistChanges,
      toBase(request) {
        const wishlistId = request.param("id");
        requireSame("id", request.body.id, wishlistId, update.refusals.invalid);
        return { body: { ...request.body, id: wishlistId } };
      },
    }),
    aliasOf(update, {
      operation: "sdkUpdateWishlistByRef",
      method: "put",
      paths: [`${WISHLISTS}/ref=:ref`],
      aliases: encoded(`${WISHLISTS}/ref=:ref`),
      params: ref,
      summary: "Change a wishlist's metadata, found by its reference",
      body: WishlistChanges,
      toBase(request) {
        const wishlistRef = referenceIn(request, "ref");
        requireSame("wishlistRef", request.body.wishlistRef, wishlistRef, update.refusals.invalid);
        return { body: { ...request.body, id: null, wishlistRef } };
      },
    }),
    aliasOf(lookup, {
      operation: "sdkGetWishlistsByCustomerId",
      method: "get",
      paths: [`${WISHLISTS}/customer/:id`],
      endsWithServiceId: true,
      params: { id: "The service's id of the customer." },
      summary: "Get the wishlists of a customer, found by its id",
      query: PageQuery,
      toBase: (request) => ({ query: { ...request.query, customerId: request.param("id") } }),
    }),
    aliasOf(lookup, {
      operation: "sdkGetWishlistsByCustomerRef",
      method: "get",
      paths: [`${WISHLISTS}/customer/:ref/byref`],
      params: { ref: "The retailer's reference of the customer." },
      summary: "Get the wishlists of a customer, found by its reference",
      query: PageQuery,
      toBase: (request) => ({ query: { ...request.query, customerRef: referenceIn(request, "ref") } }),
    }),
    aliasOf(read, {
      operation: "sdkGetWishlistById",
      method: "get",
      paths: [`${WISHLISTS}/:id`],
      endsWithServiceId: true,
      params: id,
      summary: "Get a wishlist with a page of its items, found by its id",
      query: PageQuery,
      toBase: (request) => ({ query: { ...request.query, id: request.param("id") } }),
    }),
    aliasOf(remove, {
      operation: "sdkDeleteWishlistById",
      method: "delete",
      paths: [`${WISHLISTS}/:id`],
      endsWithServiceId: true,
      params: id,
      summary: "Delete a wishlist, found by its id",
      toBase: (request) => ({ query: { id: request.param("id") } }),
    }),
    aliasOf(read, {
      operation: "sdkGetWishlistByRef",
      method: "get",
      paths: [`${WISHLISTS}/:ref/byref`],
      params: ref,
      summary: "Get a wishlist with a page of its items, found by its reference",
      query: PageQuery,
      toBase: (request) => ({ query: { ...request.query, wishlistRef: referenceIn(request, "ref") } }),
    }),
    aliasOf(remove, {
      operation: "sdkDeleteWishlistByRef",
      method: "delete",
      paths: [`${WISHLISTS}/:ref/byref`],
      params: ref,
      summary: "Delete a wishlist, found by its reference",
      toBase: (request) => ({ query: { wishlistRef: referenceIn(request, "ref") } }),
    }),
  ];
}

/** Returns the item routes at the paths of the platform's SDK. */
function itemAliases(routes: readonly AnyRoute[]): ApiRoute[] {
  const read = routeNamed(routes, "getItemByRef");
  const byId = routeNamed(routes, "updateItemById");
  const byRef = routeNamed(routes, "updateItemByRef");
  const { responses, refusals } = byId;
  return [
    aliasOf(read, {
      operation: "sdkGetItemByRef",
      method: "get",
      paths: [`${ITEMS}/ref/:ref`],
      params: { ref: "The retailer's reference of the item." },
      summary: "Get an item, found by its reference",
      ...defined({ query: read.query }),
      toBase: () => ({}),
    }),
    route({
      operation: "sdkUpdateItem",
      method: "put",
      paths: [ITEMS],
      tag: TAG,
      summary: "Change an item, found by the body",
      description:
        "The item is found by id, else by wishlistItemRef; then wishlistId or wishlistRef, in the query or else in the body, selects one of several wishlists. The change is the same as in updateItemById and updateItemByRef.",
      scope: "wishlists:write",
      shoppers: true,
      query: HolderQuery,
      body: ItemChanges,
      check: (body) => needsOne(body, "id", "wishlistItemRef"),
      idempotency: "command",
      refusals,
      responses,
      handle(request) {
        const { query, body } = request;
        const { id: itemId, wishlistItemRef, wishlistRef } = body;
        if (itemId) return callRoute(byId, request, { params: { id: itemId }, body });
        return callRoute(byRef, request, {
          params: { ref: wishlistItemRef ?? "" },
          query: namesHolder(query) ? query : filled({ wishlistRef }),
          body,
        });
      },
    }),
  ];
}

/** Returns the wishlist and item routes of the platform's SDK: the service's routes at other paths. */
export const sdkWishlistRoutes = (routes: readonly AnyRoute[]): ApiRoute[] => [
  ...wishlistAliases(routes),
  ...itemAliases(routes),
];

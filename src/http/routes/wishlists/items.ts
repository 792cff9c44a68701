import type { Static } from "typebox";
import { senderOf } from "../../auth/shopper.ts";
import { accepted, presentRead, presentWrite } from "../../presenters/reply.ts";
import { type ApiRoute, type ApiRequest, route, BAD_REQUEST } from "../../route.ts";
import { HolderQuery, ItemResponse, RemoveItemQuery, UpdateItemBody } from "../../schemas/items.ts";
import { type ItemTarget, notFound } from "../../../ingest/targets.ts";
import { normaliseReference } from "../../../ingest/normalise.ts";
import { defined } from "../../../store/defined.ts";
import { changeItem, type FindItem, type ItemParts } from "./change-item.ts";

const PREFIX = "/services/wsservice/api/wishlist";
const TAG = "Items";
const ID = { id: "The service's id of the item." };
const REF = { ref: "The retailer's reference of the item." };

async function removeItem(
  { writes }: ItemParts,
  request: ApiRequest<unknown, Static<typeof RemoveItemQuery>>,
  find: FindItem,
) {
  const { session, query, terms, ifMatch } = request;
  const { purchasedAndRemoved } = query;
  const reply = await writes.submit(terms, async () => {
    const { partition, ...target } = await find();
    const command = {
      type: "RemoveItem" as const,
      storeKey: session.storeKey,
      ...target,
      ...senderOf(session),
      ...defined({ ifMatch, purchasedAndRemoved }),
    };
    return { partition, command };
  });
  return presentWrite(204, accepted(reply, BAD_REQUEST, request));
}

async function readItem(
  { wishlists }: ItemParts,
  { session }: Pick<ApiRequest, "session">,
  target: ItemTarget,
) {
  const found = await wishlists.itemAt(session.storeKey, target);
  if (!found) throw notFound("item");
  return presentRead(found.item, found.meta.version);
}

/** The item with a reference; the query or `wishlistId` names its wishlist. */
const itemByRef = (
  { targets }: ItemParts,
  request: ApiRequest<unknown, Static<typeof HolderQuery>>,
  ref: string,
  wishlistId?: string | null,
) =>
  targets.itemByRef(request.session, normaliseReference(ref), {
    id: request.query.wishlistId ?? wishlistId,
    ref: request.query.wishlistRef,
  });

const updateItemByRef = (parts: ItemParts): ApiRoute =>
  route({
    operation: "updateItemByRef",
    method: "put",
    paths: [`${PREFIX}/items/ref=:ref`],
    aliases: [`${PREFIX}/items/ref%3D:ref`, `${PREFIX}/items/ref%3d:ref`],
    params: REF,
    tag: TAG,
    summary: "Change an item, found by its reference",
    description:
      "Changes the fields that are present; null clears an optional field. A change of the variant needs the current variant in oldVariantId or oldVariantRef.",
    scope: "wishlists:write",
    shoppers: true,
    query: HolderQuery,
    body: UpdateItemBody,
    idempotency: "command",
    refusals: BAD_REQUEST,
    responses: { 200: { description: "The changed item.", schema: ItemResponse } },
    handle: (request) =>
      changeItem(parts, request, () =>
        itemByRef(parts, request, request.param("ref"), request.body.wishlistId),
      ),
  });

const updateItemById = (parts: ItemParts): ApiRoute =>
  route({
    operation: "updateItemById",
    method: "put",
    paths: [`${PREFIX}/items/id=:id`],
    aliases: [`${PREFIX}/items/id%3D:id`, `${PREFIX}/items/id%3d:id`],
    params: ID,
    tag: TAG,
    summary: "Change an item, found by its id",
    description:
      "Changes the fields that are present; null clears an optional field. A change of the variant needs the current variant in oldVariantId or oldVariantRef.",
    scope: "wishlists:write",
    shoppers: true,
    body: UpdateItemBody,
    idempotency: "command",
    refusals: BAD_REQUEST,
    responses: { 200: { description: "The changed item.", schema: ItemResponse } },
    handle: (request) =>
      changeItem(parts, request, () => parts.targets.item(request.session, request.param("id"))),
  });

const getItemByRef = (parts: ItemParts): ApiRoute =>
  route({
    operation: "getItemByRef",
    method: "get",
    paths: [`${PREFIX}/items/ref=:ref`],
    aliases: [`${PREFIX}/items/ref%3D:ref`, `${PREFIX}/items/ref%3d:ref`],
    params: REF,
    tag: TAG,
    summary: "Get an item by its reference",
    description:
      "If several wishlists of the store have an item with the reference, wishlistId or wishlistRef selects one.",
    scope: "wishlists:read",
    shoppers: true,
    query: HolderQuery,
    refusals: BAD_REQUEST,
    responses: { 200: { description: "The item.", schema: ItemResponse } },
    handle: async (request) =>
      readItem(parts, request, await itemByRef(parts, request, request.param("ref"))),
  });

const getItemById = (parts: ItemParts): ApiRoute =>
  route({
    operation: "getItemById",
    method: "get",
    paths: [`${PREFIX}/items/:id`],
    params: ID,
    tag: TAG,
    summary: "Get an item by its id",
    description: "The id of an item contains the id of its wishlist, so no other parameter is needed.",
    scope: "wishlists:read",
    shoppers: true,
    refusals: BAD_REQUEST,
    responses: { 200: { description: "The item.", schema: ItemResponse } },
    handle: async (request) =>
      readItem(parts, request, await parts.targets.item(request.session, request.param("id"))),
  });

const deleteItemById = (parts: ItemParts): ApiRoute =>
  route({
    operation: "deleteItemById",
    method: "delete",
    paths: [`${PREFIX}/items/:id`],
    params: ID,
    tag: TAG,
    summary: "Remove an item, found by its id",
    description: "Reads do not return the item any more. It is kept for reports.",
    scope: "wishlists:write",
    shoppers: true,
    query: RemoveItemQuery,
    idempotency: "command",
    refusals: BAD_REQUEST,
    responses: { 204: { description: "Removed." } },
    handle: (request) =>
      removeItem(parts, request, () => parts.targets.item(request.session, request.param("id"))),
  });

const deleteItemByRef = (parts: ItemParts): ApiRoute =>
  route({
    operation: "deleteItemByRef",
    method: "delete",
    paths: [`${PREFIX}/items/:ref/ref`],
    params: REF,
    tag: TAG,
    summary: "Remove an item, found by its reference",
    description: "Reads do not return the item any more. It is kept for reports.",
    scope: "wishlists:write",
    shoppers: true,
    query: RemoveItemQuery,
    idempotency: "command",
    refusals: BAD_REQUEST,
    responses: { 204: { description: "Removed." } },
    handle: (request) => removeItem(parts, request, () => itemByRef(parts, request, request.param("ref"))),
  });

/** Routes that change, read and remove items of wishlists. */
export const itemRoutes = (parts: ItemParts): ApiRoute[] =>
  [updateItemByRef, updateItemById, getItemByRef, getItemById, deleteItemById, deleteItemByRef].map(
    (routeOf) => routeOf(parts),
  );

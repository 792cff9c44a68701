import type { Static } from "typebox";
import { defined } from "../../../collections/defined.ts";
import { type ItemTarget, notFound } from "../../../ingest/targets.ts";
import { normaliseReference } from "../../../ingest/validation/normalise.ts";
import { senderOf } from "../../auth/shopper.ts";
import { presentRead } from "../../presenters/reply.ts";
import { type ApiRequest, type ApiRoute, BAD_REQUEST, route } from "../../route.ts";
import {
  HolderQuery,
  ItemResponse,
  RemoveItemByRefQuery,
  RemoveItemQuery,
  UpdateItemBody,
} from "../../schemas/wishlists/items.ts";
import { answerCommand } from "../answer-command.ts";
import { API_PATH, encoded } from "../api-path.ts";
import { namesHolder } from "../query.ts";
import { changeItem, type FindItem, type ItemParts } from "./change-item.ts";

const PREFIX = `${API_PATH}/wishlist`;
const ID = { id: "The service's id of the item." };
const REF = { ref: "The retailer's reference of the item." };

const COMMON = { tag: "Items", shoppers: true, refusals: BAD_REQUEST } as const;
const CHANGE = {
  ...COMMON,
  method: "put",
  description:
    "Fields in the body are set, and null clears an optional field. A change of the variant needs the current variant in oldVariantId or oldVariantRef.",
  scope: "wishlists:write",
  body: UpdateItemBody,
  idempotency: "command",
  responses: { 200: { description: "The changed item.", schema: ItemResponse } },
} as const;
const READ = {
  ...COMMON,
  method: "get",
  scope: "wishlists:read",
  responses: { 200: { description: "The item.", schema: ItemResponse } },
} as const;
const REMOVE = {
  ...COMMON,
  method: "delete",
  description: "Reads no longer return the item, but it is kept for reports.",
  scope: "wishlists:write",
  idempotency: "command",
  responses: { 204: { description: "Removed.", isVersioned: true } },
} as const;

async function removeItem(
  { writes }: ItemParts,
  request: ApiRequest<unknown, Static<typeof RemoveItemQuery>>,
  find: FindItem,
) {
  const { session, query, ifMatch } = request;
  const { purchasedAndRemoved } = query;
  return answerCommand(writes, request, { status: 204, refusals: BAD_REQUEST }, async () => {
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

/** Finds the item with a reference. The query names its wishlist; if it names none, `wishlistId` does. */
function itemByRef(
  { targets }: ItemParts,
  { session, query }: ApiRequest<unknown, Static<typeof HolderQuery>>,
  ref: string,
  wishlistId?: string | null,
) {
  const holder = namesHolder(query) ? { id: query.wishlistId, ref: query.wishlistRef } : { id: wishlistId };
  return targets.itemByRef(session, normaliseReference(ref), holder);
}

const updateItemByRef = (parts: ItemParts): ApiRoute =>
  route({
    ...CHANGE,
    operation: "updateItemByRef",
    paths: [`${PREFIX}/items/ref=:ref`],
    aliases: encoded(`${PREFIX}/items/ref=:ref`),
    params: REF,
    summary: "Change an item, found by its reference",
    query: HolderQuery,
    handle: (request) =>
      changeItem(parts, request, () =>
        itemByRef(parts, request, request.param("ref"), request.body.wishlistId),
      ),
  });

const updateItemById = (parts: ItemParts): ApiRoute =>
  route({
    ...CHANGE,
    operation: "updateItemById",
    paths: [`${PREFIX}/items/id=:id`],
    aliases: encoded(`${PREFIX}/items/id=:id`),
    params: ID,
    summary: "Change an item, found by its id",
    handle: (request) =>
      changeItem(parts, request, () => parts.targets.item(request.session, request.param("id"))),
  });

const getItemByRef = (parts: ItemParts): ApiRoute =>
  route({
    ...READ,
    operation: "getItemByRef",
    paths: [`${PREFIX}/items/ref=:ref`],
    aliases: encoded(`${PREFIX}/items/ref=:ref`),
    params: REF,
    summary: "Get an item by its reference",
    description:
      "If several wishlists of the store have an item with the reference, wishlistId or wishlistRef selects one.",
    query: HolderQuery,
    handle: async (request) =>
      readItem(parts, request, await itemByRef(parts, request, request.param("ref"))),
  });

const getItemById = (parts: ItemParts): ApiRoute =>
  route({
    ...READ,
    operation: "getItemById",
    paths: [`${PREFIX}/items/:id`],
    endsWithServiceId: true,
    params: ID,
    summary: "Get an item by its id",
    description: "The id of an item contains the id of its wishlist, so no other parameter is needed.",
    handle: async (request) =>
      readItem(parts, request, await parts.targets.item(request.session, request.param("id"))),
  });

const deleteItemById = (parts: ItemParts): ApiRoute =>
  route({
    ...REMOVE,
    operation: "deleteItemById",
    paths: [`${PREFIX}/items/:id`],
    endsWithServiceId: true,
    params: ID,
    query: RemoveItemQuery,
    summary: "Remove an item, found by its id",
    handle: (request) =>
      removeItem(parts, request, () => parts.targets.item(request.session, request.param("id"))),
  });

const deleteItemByRef = (parts: ItemParts): ApiRoute =>
  route({
    ...REMOVE,
    operation: "deleteItemByRef",
    paths: [`${PREFIX}/items/:ref/ref`],
    params: REF,
    query: RemoveItemByRefQuery,
    summary: "Remove an item, found by its reference",
    handle: (request) => removeItem(parts, request, () => itemByRef(parts, request, request.param("ref"))),
  });

/** Returns the routes that change, read and remove items of wishlists. */
export const itemRoutes = (parts: ItemParts): ApiRoute[] =>
  [updateItemByRef, updateItemById, getItemByRef, getItemById, deleteItemById, deleteItemByRef].map(
    (routeOf) => routeOf(parts),
  );

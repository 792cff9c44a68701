import type { Static } from "typebox";
import type { ProductChange, UpdateItem } from "../../../actors/wishlist/messages.ts";
import { itemId } from "../../../store/ids.ts";
import { decodeItem } from "../../../store/records/records.ts";
import type { Products } from "../../../store/read/products.ts";
import type { Wishlists } from "../../../store/read/wishlists.ts";
import { priceAfterMove } from "../../../ingest/wishes/complete-item.ts";
import { senderOf } from "../../auth/shopper.ts";
import type { CommandGateway } from "../../command-gateway.ts";
import { accepted, presentRead, presentWrite } from "../../presenters/reply.ts";
import { Problem } from "../../../ingest/problem.ts";
import { type ApiRoute, type ApiRequest, route, BAD_REQUEST } from "../../route.ts";
import { productIdentity } from "../../../ingest/wishes/product-identity.ts";
import { HolderQuery, ItemResponse, RemoveItemQuery, UpdateItemBody } from "../../schemas/items.ts";
import { type ItemTarget, notFound } from "../../../ingest/targets.ts";
import type { SessionTargets } from "../../session-targets.ts";
import { normaliseReference } from "../../../ingest/normalise.ts";
import { defined } from "../../../store/defined.ts";

const PREFIX = "/services/wsservice/api/wishlist";

interface ItemRouteParts {
  writes: CommandGateway;
  wishlists: Wishlists;
  targets: SessionTargets;
  products: Products;
}

/** Routes that change, read and remove items of wishlists. */
export function itemRoutes({ writes, wishlists, targets, products }: ItemRouteParts): ApiRoute[] {
  const tag = "Items";

  /** A change of the product, with the price of the wish's new variant. */
  async function moveOf(storeKey: string, target: ItemTarget, product: ProductChange) {
    const isMove = product.oldVariantId !== undefined || product.oldVariantRef !== undefined;
    const found = isMove ? await wishlists.itemAt(storeKey, target) : undefined;
    if (!found) return { product };
    const current = decodeItem(found.item.toString()).product;
    const priceWhenAdded = await priceAfterMove(products, storeKey, current, product);
    return { product, ...defined({ priceWhenAdded }) };
  }

  async function update(
    request: ApiRequest<Static<typeof UpdateItemBody>>,
    find: () => Promise<ItemTarget> | ItemTarget,
  ) {
    const { session, body, terms, ifMatch } = request;
    const { id, wishlistId, wishlistRef, product, ...rest } = body;
    const reply = await writes.submit(terms, async () => {
      const { partition, ...target } = await find();
      if (id && id !== itemId(target.wishlistId, target.number)) refuseMove("id");
      if (wishlistId && wishlistId !== target.wishlistId) refuseMove("wishlistId");
      const { wishlistItemRef: chosen = target.wishlistItemRef } = rest;
      targets.refuseChosen(
        session,
        chosen === target.wishlistItemRef ? [] : ["/wishlistItemRef"],
        BAD_REQUEST,
      );
      const command: UpdateItem = {
        type: "UpdateItem",
        storeKey: session.storeKey,
        ...target,
        ...senderOf(session),
        ...defined({ ifMatch }),
        ...(wishlistRef ? { believedWishlistRef: wishlistRef } : {}),
        changes: {
          ...defined(rest),
          ...(product
            ? await moveOf(session.storeKey, { partition, ...target }, productChange(product))
            : {}),
        },
      };
      return { partition, command };
    });
    return presentWrite(200, accepted(reply, BAD_REQUEST, request));
  }

  async function remove(
    request: ApiRequest<unknown, Static<typeof RemoveItemQuery>>,
    find: () => Promise<ItemTarget> | ItemTarget,
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

  async function read({ session }: Pick<ApiRequest, "session">, target: ItemTarget) {
    const found = await wishlists.itemAt(session.storeKey, target);
    if (!found) throw notFound("item");
    return presentRead(found.item, found.meta.version);
  }

  const byRef = (
    request: ApiRequest<unknown, Static<typeof HolderQuery>>,
    ref: string,
    wishlistId?: string | null,
  ) =>
    targets.itemByRef(request.session, normaliseReference(ref), {
      id: request.query.wishlistId ?? wishlistId,
      ref: request.query.wishlistRef,
    });

  return [
    route({
      operation: "updateItemByRef",
      method: "put",
      paths: [`${PREFIX}/items/ref=:ref`],
      aliases: [`${PREFIX}/items/ref%3D:ref`, `${PREFIX}/items/ref%3d:ref`],
      params: { ref: "The retailer's reference of the item." },
      tag,
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
        update(request, () => byRef(request, request.param("ref"), request.body.wishlistId)),
    }),

    route({
      operation: "updateItemById",
      method: "put",
      paths: [`${PREFIX}/items/id=:id`],
      aliases: [`${PREFIX}/items/id%3D:id`, `${PREFIX}/items/id%3d:id`],
      params: { id: "The service's id of the item." },
      tag,
      summary: "Change an item, found by its id",
      description:
        "Changes the fields that are present; null clears an optional field. A change of the variant needs the current variant in oldVariantId or oldVariantRef.",
      scope: "wishlists:write",
      shoppers: true,
      body: UpdateItemBody,
      idempotency: "command",
      refusals: BAD_REQUEST,
      responses: { 200: { description: "The changed item.", schema: ItemResponse } },
      handle: (request) => update(request, () => targets.item(request.session, request.param("id"))),
    }),

    route({
      operation: "getItemByRef",
      method: "get",
      paths: [`${PREFIX}/items/ref=:ref`],
      aliases: [`${PREFIX}/items/ref%3D:ref`, `${PREFIX}/items/ref%3d:ref`],
      params: { ref: "The retailer's reference of the item." },
      tag,
      summary: "Get an item by its reference",
      description:
        "If several wishlists of the store have an item with the reference, wishlistId or wishlistRef selects one.",
      scope: "wishlists:read",
      shoppers: true,
      query: HolderQuery,
      refusals: BAD_REQUEST,
      responses: { 200: { description: "The item.", schema: ItemResponse } },
      handle: async (request) => read(request, await byRef(request, request.param("ref"))),
    }),

    route({
      operation: "getItemById",
      method: "get",
      paths: [`${PREFIX}/items/:id`],
      params: { id: "The service's id of the item." },
      tag,
      summary: "Get an item by its id",
      description: "The id of an item contains the id of its wishlist, so no other parameter is needed.",
      scope: "wishlists:read",
      shoppers: true,
      refusals: BAD_REQUEST,
      responses: { 200: { description: "The item.", schema: ItemResponse } },
      handle: async (request) => read(request, await targets.item(request.session, request.param("id"))),
    }),

    route({
      operation: "deleteItemById",
      method: "delete",
      paths: [`${PREFIX}/items/:id`],
      params: { id: "The service's id of the item." },
      tag,
      summary: "Remove an item, found by its id",
      description: "Reads do not return the item any more. It is kept for reports.",
      scope: "wishlists:write",
      shoppers: true,
      query: RemoveItemQuery,
      idempotency: "command",
      refusals: BAD_REQUEST,
      responses: { 204: { description: "Removed." } },
      handle: (request) => remove(request, () => targets.item(request.session, request.param("id"))),
    }),

    route({
      operation: "deleteItemByRef",
      method: "delete",
      paths: [`${PREFIX}/items/:ref/ref`],
      params: { ref: "The retailer's reference of the item." },
      tag,
      summary: "Remove an item, found by its reference",
      description: "Reads do not return the item any more. It is kept for reports.",
      scope: "wishlists:write",
      shoppers: true,
      query: RemoveItemQuery,
      idempotency: "command",
      refusals: BAD_REQUEST,
      responses: { 204: { description: "Removed." } },
      handle: (request) => remove(request, () => byRef(request, request.param("ref"))),
    }),
  ];
}

function refuseMove(field: "id" | "wishlistId"): never {
  const detail = `${field} names another one than the item's; what an item belongs to does not change.`;
  throw new Problem("InvalidInput", { detail, errors: [{ path: `/${field}`, message: detail }] });
}

/** The product part of an update; null members change nothing, because an identity cannot be cleared. */
function productChange(product: NonNullable<Static<typeof UpdateItemBody>["product"]>) {
  const { oldVariantId, oldVariantRef } = product;
  return {
    ...productIdentity(product),
    ...(oldVariantId ? { oldVariantId } : {}),
    ...(oldVariantRef ? { oldVariantRef } : {}),
  };
}

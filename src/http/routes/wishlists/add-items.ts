import type { Static } from "typebox";
import type { Patch } from "../../../actors/patch.ts";
import type { AddItem, AddItems, ItemFields } from "../../../actors/wishlist/messages.ts";
import { defined } from "../../../collections/defined.ts";
import type { FieldError } from "../../../ingest/problem.ts";
import { completeWish } from "../../../ingest/wishes/complete-item.ts";
import {
  checkIdentity,
  type GivenIdentity,
  productIdentity,
} from "../../../ingest/wishes/product-identity.ts";
import type { Products } from "../../../store/read/products.ts";
import { senderOf } from "../../auth/shopper.ts";
import type { CommandGateway } from "../../idempotency/command-gateway.ts";
import { type ApiRoute, route } from "../../route.ts";
import {
  AddItemsBody,
  AddItemsResponse,
  CreateItemBody,
  ItemResponse,
} from "../../schemas/wishlists/items.ts";
import type { SessionTargets } from "../../session-targets.ts";
import { answerCommand } from "../answer-command.ts";
import { API_PATH } from "../api-path.ts";
import { needsOne } from "../query.ts";
import { checkRowCount, countItemRows, pointersOf } from "./item-rows.ts";

const PREFIX = `${API_PATH}/wishlist`;
const TAG = "Items";

const CREATE_REFUSALS = { malformed: 400, invalid: 405, duplicate: 405 } as const;
const ADD_REFUSALS = { malformed: 400, invalid: 400, duplicate: 409 } as const;

interface AddItemParts {
  writes: CommandGateway;
  targets: SessionTargets;
  products: Products;
}

/** Returns an error for each row of a list without both names of its variant. */
const incompleteRows = <Name extends string>(
  list: "itemId" | "itemRef",
  rows: readonly Partial<Record<Name, string | null>>[],
  names: readonly [product: Name, variant: Name],
): FieldError[] =>
  rows.flatMap((row, i) =>
    names.every((name) => row[name])
      ? []
      : [{ path: `/${list}/${i}`, message: `needs ${names.join(" and ")}` }],
  );

function checkAdded(body: Static<typeof AddItemsBody>): FieldError[] {
  const { id, wishlistId, wishlistRef, itemId, itemRef } = body;
  const isOtherId = id && wishlistId && id !== wishlistId;
  return [
    ...needsOne({ wishlistId: wishlistId ?? id, wishlistRef }, "wishlistId", "wishlistRef"),
    ...(isOtherId ? [{ path: "/id", message: "names a different wishlist than wishlistId" }] : []),
    ...checkRowCount(body),
    ...incompleteRows("itemId", itemId ?? [], ["productId", "selectedVariantId"]),
    ...incompleteRows("itemRef", itemRef ?? [], ["productRef", "selectedVariantRef"]),
  ];
}

/** Converts a row of add-items to an item. */
function itemOf(row: GivenIdentity & Patch<ItemFields>): AddItem["item"] {
  const { productId, productRef, selectedVariantId, selectedVariantRef, ...rest } = row;
  return {
    ...rest,
    product: productIdentity({ productId, productRef, selectedVariantId, selectedVariantRef }),
  };
}

/** Returns the paths of the references that a request chooses for new items. */
const refPathsIn = (items: Patch<ItemFields>[], pointers: string[]) =>
  items.flatMap(({ wishlistItemRef }, i) =>
    wishlistItemRef ? [`${pointers[i] ?? ""}/wishlistItemRef`] : [],
  );

const createItem = ({ writes, targets, products }: AddItemParts): ApiRoute =>
  route({
    operation: "createItem",
    method: "post",
    paths: [`${PREFIX}/items`],
    tag: TAG,
    summary: "Add an item to a wishlist",
    description:
      "If the wishlist already has an item with the same product and variant, and the wishlistItemRef is not a different one, it is the same wish: the existing item gets the fields that are sent, and is returned. Its priceWhenAdded does not change.",
    scope: "wishlists:write",
    shoppers: true,
    body: CreateItemBody,
    check: (body) => [
      ...needsOne(body, "wishlistId", "wishlistRef"),
      ...checkIdentity(body.product, "/product"),
    ],
    idempotency: "command",
    refusals: CREATE_REFUSALS,
    responses: { 200: { description: "The item.", schema: ItemResponse } },
    async handle(request) {
      const { session, body, ifMatch } = request;
      const { wishlistId, wishlistRef, product, ...rest } = body;
      return answerCommand(writes, request, { status: 200, refusals: CREATE_REFUSALS }, async () => {
        const named = { id: wishlistId, ref: wishlistRef };
        const { partition, ...target } = await targets.wishlist(session, named);
        targets.refuseChosen(session, refPathsIn([rest], [""]), CREATE_REFUSALS);
        const command: AddItem = {
          type: "AddItem",
          storeKey: session.storeKey,
          ...target,
          ...senderOf(session),
          ...defined({ ifMatch }),
          item: await completeWish(
            products,
            session.storeKey,
            { ...rest, product: productIdentity(product) },
            { status: CREATE_REFUSALS.invalid, path: "/product" },
          ),
          allowDuplicates: session.tenant.settings.allowDuplicateVariants,
        };
        return { partition, command };
      });
    },
  });

const addItems = ({ writes, targets, products }: AddItemParts): ApiRoute =>
  route({
    operation: "addItems",
    method: "post",
    paths: [`${PREFIX}/add-items`],
    tag: TAG,
    summary: "Add several items to a wishlist",
    description: "Adds all items or none. In the answer, the rows of itemId are first.",
    scope: "wishlists:write",
    shoppers: true,
    body: AddItemsBody,
    check: checkAdded,
    rows: countItemRows,
    idempotency: "command",
    refusals: ADD_REFUSALS,
    responses: { 202: { description: "All items are added.", schema: AddItemsResponse } },
    async handle(request) {
      const { session, body, ifMatch } = request;
      const rows = [...(body.itemId ?? []), ...(body.itemRef ?? [])];
      const pointers = pointersOf(body);
      return answerCommand(writes, request, { status: 202, refusals: ADD_REFUSALS }, async () => {
        const named = { id: body.wishlistId ?? body.id, ref: body.wishlistRef };
        const { partition, ...target } = await targets.wishlist(session, named);
        targets.refuseChosen(session, refPathsIn(rows, pointers), ADD_REFUSALS);
        const command: AddItems = {
          type: "AddItems",
          storeKey: session.storeKey,
          ...target,
          ...senderOf(session),
          ...defined({ ifMatch }),
          items: await Promise.all(
            rows.map((row, i) =>
              completeWish(products, session.storeKey, itemOf(row), {
                status: ADD_REFUSALS.invalid,
                path: pointers[i] ?? "",
              }),
            ),
          ),
          pointers,
          allowDuplicates: session.tenant.settings.allowDuplicateVariants,
        };
        return { partition, command };
      });
    },
  });

/** Returns the routes that add one item or several items to a wishlist. */
export const addItemRoutes = (parts: AddItemParts): ApiRoute[] => [createItem(parts), addItems(parts)];

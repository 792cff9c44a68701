import type { Static } from "typebox";
import type { MoveItems } from "../../../actors/wishlist/messages.ts";
import { defined } from "../../../collections/defined.ts";
import type { FieldError } from "../../../ingest/problem.ts";
import { notFound } from "../../../ingest/targets.ts";
import { copiedPrices } from "../../../ingest/wishes/copied-prices.ts";
import { parseItemId } from "../../../store/ids/ids.ts";
import type { Products } from "../../../store/read/products.ts";
import type { Wishlists } from "../../../store/read/wishlists.ts";
import type { Answer } from "../../answer.ts";
import { senderOf } from "../../auth/shopper.ts";
import type { CommandGateway } from "../../idempotency/command-gateway.ts";
import { type ApiRequest, type ApiRoute, route } from "../../route.ts";
import { MoveItemsBody, MoveItemsResponse } from "../../schemas/wishlists/items.ts";
import type { SessionTargets } from "../../session-targets.ts";
import { answerCommand } from "../answer-command.ts";
import { API_PATH } from "../api-path.ts";
import { needsOne } from "../query.ts";
import { checkRowCount, countItemRows, pointersOf } from "./item-rows.ts";

const PREFIX = `${API_PATH}/wishlist/items`;
const MOVE = { malformed: 400, invalid: 400, duplicate: 409 } as const;

type Body = Static<typeof MoveItemsBody>;

function checkMoved(body: Body): FieldError[] {
  return [
    ...needsOne(body, "wishlistId", "wishlistRef"),
    ...needsOne(body, "toWishlistId", "toWishlistRef"),
    ...checkRowCount(body),
  ];
}

/** Returns the numbers of the items with these ids; 0, which no item has, for an id of another wishlist. */
const numbersOf = (ids: readonly string[], wishlistId: string) =>
  ids.map((id) => {
    const address = parseItemId(id);
    return address?.wishlist === wishlistId ? address.number : 0;
  });

interface MoveParts {
  writes: CommandGateway;
  targets: SessionTargets;
  products: Products;
  wishlists: Wishlists;
}

/** Moves or copies the items of a request. */
async function move(
  { writes, targets, ...reads }: MoveParts,
  request: ApiRequest<Body>,
  { isCopy }: { isCopy: boolean },
): Promise<Answer> {
  const { session, body, ifMatch } = request;
  const { storeKey } = session;
  return answerCommand(writes, request, { status: 200, refusals: MOVE }, async () => {
    const from = await targets.wishlist(session, { id: body.wishlistId, ref: body.wishlistRef });
    const other = await targets.wishlist(session, { id: body.toWishlistId, ref: body.toWishlistRef });
    const { partition, ...target } = from;
    // All wishlists of a customer are in one partition. A wishlist of another customer is answered as if it did not
    // exist.
    if (other.partition !== partition) throw notFound("wishlist of the customer");
    const { itemId, itemRef } = body;
    const items = [...numbersOf(itemId ?? [], target.wishlistId), ...(itemRef ?? [])];
    const command: MoveItems = {
      type: "MoveItems",
      storeKey,
      ...target,
      ...defined({ ifMatch }),
      to: { wishlistId: other.wishlistId, ...defined({ wishlistRef: other.wishlistRef }) },
      items,
      pointers: pointersOf(body),
      isCopy,
      ...(isCopy ? { prices: await copiedPrices(reads, storeKey, from, items) } : {}),
      ...senderOf(session),
      allowDuplicates: session.tenant.settings.allowDuplicateVariants,
    };
    return { partition, command };
  });
}

const COMMON = {
  method: "post" as const,
  tag: "Items",
  scope: "wishlists:write" as const,
  shoppers: true as const,
  body: MoveItemsBody,
  check: checkMoved,
  rows: countItemRows,
  idempotency: "command" as const,
  refusals: MOVE,
};
const CONDITIONS =
  "All items or none are processed. If the other wishlist already has the same wish, both become one, with the flags of both, the earlier time and the larger quantity. If only one of them is purchased, its units are added to the open ones, so that the wish stays open. If-Match is optional; it must list the entity tags of both wishlists.";

/** Returns the routes that move and copy items between the wishlists of a customer. */
export function moveItemRoutes(parts: MoveParts): ApiRoute[] {
  return [
    route({
      ...COMMON,
      operation: "moveItems",
      paths: [`${PREFIX}/move`],
      summary: "Move items to another wishlist of the customer",
      description: `A moved item gets a new id and keeps all other data; orders and alerts then refer to the new id. ${CONDITIONS}`,
      responses: { 200: { description: "The items are moved.", schema: MoveItemsResponse } },
      handle: (request) => move(parts, request, { isCopy: false }),
    }),
    route({
      ...COMMON,
      operation: "copyItems",
      paths: [`${PREFIX}/copy`],
      summary: "Copy items to another wishlist of the customer",
      description: `A copy is a new wish: it is added now, has the current price, is not purchased and has no wishlistItemRef. A copy by a shopper does not have the fields of staff either. ${CONDITIONS}`,
      responses: { 200: { description: "The items are copied.", schema: MoveItemsResponse } },
      handle: (request) => move(parts, request, { isCopy: true }),
    }),
  ];
}

import type { Static } from "typebox";
import { OTHER_WISHLIST } from "../../../actors/wishlist/items/update-item.ts";
import type { ProductChange, UpdateItem } from "../../../actors/wishlist/messages.ts";
import { defined, filled } from "../../../collections/defined.ts";
import { Problem } from "../../../ingest/problem.ts";
import type { ItemTarget } from "../../../ingest/targets.ts";
import { completeMove } from "../../../ingest/wishes/complete-item.ts";
import { productIdentity } from "../../../ingest/wishes/product-identity.ts";
import { itemId } from "../../../store/ids/ids.ts";
import type { Products } from "../../../store/read/products.ts";
import type { Wishlists } from "../../../store/read/wishlists.ts";
import { decodeItem } from "../../../store/records/records.ts";
import type { Answer } from "../../answer.ts";
import { senderOf } from "../../auth/shopper.ts";
import type { CommandGateway } from "../../idempotency/command-gateway.ts";
import { type ApiRequest, BAD_REQUEST } from "../../route.ts";
import type { UpdateItemBody } from "../../schemas/wishlists/items.ts";
import type { SessionTargets } from "../../session-targets.ts";
import { answerCommand } from "../answer-command.ts";

/** The parts that the routes of single items need. */
export interface ItemParts {
  writes: CommandGateway;
  wishlists: Wishlists;
  targets: SessionTargets;
  products: Products;
}

/** Finds the item that a request names. */
export type FindItem = () => Promise<ItemTarget> | ItemTarget;

function refuse(path: string, detail: string): never {
  throw new Problem("InvalidInput", { detail, errors: [{ path, message: detail }] });
}

/** Returns the change of the product. Null members change nothing, because an identity cannot be cleared. */
function productChange(product: NonNullable<Static<typeof UpdateItemBody>["product"]>) {
  const { oldVariantId, oldVariantRef } = product;
  return { ...productIdentity(product), ...filled({ oldVariantId, oldVariantRef }) };
}

/** Returns the change of the product, completed with the catalogue's data of the new variant. */
async function moveOf(
  { wishlists, products }: ItemParts,
  storeKey: string,
  target: ItemTarget,
  product: ProductChange,
) {
  const isMove = product.oldVariantId !== undefined || product.oldVariantRef !== undefined;
  const found = isMove ? await wishlists.itemAt(storeKey, target) : undefined;
  if (!found) return { product };
  const current = decodeItem(found.item.toString()).product;
  return await completeMove(products, storeKey, current, product);
}

/**
 * Changes an item of a wishlist. Members that are absent in the body do not change.
 *
 * @throws {Problem} if the body names another item, or another wishlist than that of the item
 */
export async function changeItem(
  parts: ItemParts,
  request: ApiRequest<Static<typeof UpdateItemBody>>,
  find: FindItem,
): Promise<Answer> {
  const { session, body, ifMatch } = request;
  const { id, wishlistId, wishlistRef, product, ...rest } = body;
  const { writes } = parts;
  return answerCommand(writes, request, { status: 200, refusals: BAD_REQUEST }, async () => {
    const { partition, ...target } = await find();
    if (id && id !== itemId(target.wishlistId, target.number))
      refuse("/id", "The request names an item with another id.");
    if (wishlistId && wishlistId !== target.wishlistId) refuse("/wishlistId", OTHER_WISHLIST);
    const command: UpdateItem = {
      type: "UpdateItem",
      storeKey: session.storeKey,
      ...target,
      ...senderOf(session),
      ...defined({ ifMatch }),
      ...filled({ believedWishlistRef: wishlistRef }),
      changes: {
        ...defined(rest),
        ...(product
          ? await moveOf(parts, session.storeKey, { partition, ...target }, productChange(product))
          : {}),
      },
    };
    return { partition, command };
  });
}

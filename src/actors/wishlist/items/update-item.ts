import { defined } from "../../../collections/defined.ts";
import { itemRefTerm } from "../../../store/keys/names.ts";
import type { ItemRecord, ProductIdentity, WishlistMeta } from "../../../store/records/records.ts";
import type { Handler } from "../../handler.ts";
import { changed, resetFlag } from "../../patch.ts";
import { refuseOversized } from "../../record-size.ts";
import { isRefusal, refuse, type Rejection } from "../../reply.ts";
import type { Draft } from "../../state/draft.ts";
import { refuseChosenRef } from "../chosen-refs.ts";
import type { ProductChange, RemoveItem, UpdateItem } from "../messages.ts";
import { isSameVariant, itemsUnder, variantTerms, waitingName } from "../state/item-index.ts";
import { itemStateKey, refuseTakenItemRef } from "../state/item.ts";
import { findMeta, metaStateKey } from "../state/meta.ts";
import { flagsWith } from "./flags.ts";
import { putChanged, refuseSameVariant } from "./put-item.ts";
import { boughtUnits, requantified } from "./quantity.ts";
import { refuseStaffFields } from "./staff-fields.ts";
import { withoutFormerNames } from "./variant-change.ts";
import { restartWaiting } from "./waiting.ts";

interface FoundItem {
  meta: WishlistMeta;
  item: ItemRecord;
}

/** Returns the item that a command addresses, or why it cannot be changed. */
export function findItem(draft: Draft, command: UpdateItem | RemoveItem): FoundItem | Rejection {
  const meta = findMeta(draft, command);
  if (isRefusal(meta)) {
    return meta.code === "ResourceNotFound" ? refuse("ResourceNotFound", "There is no such item.") : meta;
  }
  const item = draft.get(itemStateKey(command.wishlistId, command.number));
  const isAddressed =
    command.wishlistItemRef === undefined || item?.wishlistItemRef === command.wishlistItemRef;
  return item && isAddressed ? { meta, item } : refuse("ResourceNotFound", "There is no such item.");
}

const IDENTITY_FIELDS = ["productId", "productRef", "selectedVariantId", "selectedVariantRef"] as const;

/**
 * Refuses a change that does not name the current variant. The refusal names it by id or by reference, like the change.
 */
function refuseOldVariant(
  { selectedVariantId, selectedVariantRef }: ProductIdentity,
  change: ProductChange,
): Rejection {
  const { oldVariantId, oldVariantRef } = change;
  const isIdWrong = oldVariantId !== undefined && oldVariantId !== selectedVariantId;
  const isByRef = !isIdWrong && (oldVariantRef !== undefined || change.selectedVariantId === undefined);
  const [field, value] =
    selectedVariantId === undefined || (isByRef && selectedVariantRef !== undefined)
      ? ["oldVariantRef", selectedVariantRef]
      : ["oldVariantId", selectedVariantId];
  return refuse(
    "VariantMismatch",
    `To change the variant, ${field} must be the current one, which is ${value}.`,
    `/product/${field}`,
  );
}

/** Refusal of a change that names another wishlist than that of the item. */
export const OTHER_WISHLIST = "A change cannot move an item to another wishlist.";

/**
 * Returns the product after a change, or why it cannot be changed. To change the variant, the current variant's id or
 * reference must be given as `oldVariantId` or `oldVariantRef`. Names of the old variant are removed.
 */
function changedProduct(current: ProductIdentity, change: ProductChange): ProductIdentity | Rejection {
  const { oldVariantId, oldVariantRef, ...given } = withoutFormerNames(current, change);
  const isOther = IDENTITY_FIELDS.some((key) => given[key] !== undefined && given[key] !== current[key]);
  if (!isOther) return current;
  const isStale =
    (oldVariantId !== undefined && oldVariantId !== current.selectedVariantId) ||
    (oldVariantRef !== undefined && oldVariantRef !== current.selectedVariantRef);
  if (isStale || (oldVariantId === undefined && oldVariantRef === undefined))
    return refuseOldVariant(current, change);
  const isOtherProduct =
    (given.productId !== undefined && given.productId !== current.productId) ||
    (given.productRef !== undefined && given.productRef !== current.productRef);
  const next: ProductIdentity = isOtherProduct
    ? { ...given }
    : {
        ...defined({ productId: current.productId, productRef: current.productRef }),
        ...given,
      };
  const isComplete =
    (next.productId !== undefined && next.selectedVariantId !== undefined) ||
    (next.productRef !== undefined && next.selectedVariantRef !== undefined);
  if (isComplete) return next;
  return refuse(
    "InvalidInput",
    "The product and the variant must be given, both by id or both by reference.",
    "/product",
  );
}

/** Refuses another variant for an item that orders have purchased, because they purchased the current variant. */
const refuseBoughtVariant = () =>
  refuse(
    "InvalidInput",
    "Orders have purchased this item, so its variant cannot change. Add the other variant as a new item.",
    "/product",
  );

/** Returns the changed item, or why it cannot be changed. */
function changedItem(draft: Draft, { meta, item }: FoundItem, command: UpdateItem): ItemRecord | Rejection {
  const { product: productChange, priceWhenAdded = null, ...fields } = command.changes;
  if (command.believedWishlistRef !== undefined && command.believedWishlistRef !== meta.wishlistRef) {
    return refuse("InvalidInput", OTHER_WISHLIST, "/wishlistRef");
  }
  const { wishlistItemRef } = fields;
  const chosen = refuseChosenRef(command, "wishlistItemRef", item.wishlistItemRef, wishlistItemRef);
  if (chosen) return chosen;
  if (typeof wishlistItemRef === "string" && wishlistItemRef !== item.wishlistItemRef) {
    if (itemsUnder(draft, command.wishlistId, itemRefTerm(wishlistItemRef)).length > 0)
      return refuseTakenItemRef();
  }
  const product = productChange ? changedProduct(item.product, productChange) : item.product;
  if (isRefusal(product)) return product;
  const known = new Set(variantTerms(item.product));
  const terms = variantTerms(product).filter((term) => !known.has(term));
  const excess = refuseSameVariant(draft, command.wishlistId, terms);
  if (excess) return excess;
  if (boughtUnits(item) > 0 && !isSameVariant(item.product, product)) return refuseBoughtVariant();
  // The stored price is that of the former variant.
  const price = product === item.product ? {} : { priceWhenAdded };
  const flags = flagsWith((flag) => resetFlag(fields[flag]));
  return changed(item, { ...fields, ...flags, ...price, product });
}

/**
 * Changes the fields of an item that are present; `null` clears one. Refused with `ResourceNotFound`,
 * `PreconditionFailed`, `DuplicateReference` or `InvalidInput`.
 */
export const updateItem: Handler<UpdateItem, ItemRecord> = (command, draft, context) => {
  draft.load([metaStateKey(command.wishlistId), itemStateKey(command.wishlistId, command.number)]);
  const found = findItem(draft, command);
  if (isRefusal(found)) return found;
  const { item } = found;
  const given = changedItem(draft, found, command);
  if (isRefusal(given)) return given;
  const next = requantified(item, given, context.time);
  const after = { ...restartWaiting(item, next, context.time), modifiedTime: context.time };
  const refusal = refuseStaffFields(command, item, next) ?? refuseOversized("item", next, item);
  if (refusal) return refusal;
  const hasMoved = waitingName(after.product) !== waitingName(item.product);
  putChanged(draft, command, command.number, [item, after], context, hasMoved ? { hasMoved } : {});
  return { ok: true, body: after, version: context.version };
};
